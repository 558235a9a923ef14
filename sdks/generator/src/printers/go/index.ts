/** The printer of this language is not written yet. */
import type { Printer } from "../../printer.js";

/** A placeholder that says so. */
export const printer: Printer = {
  language: "go",
  summary: "not written yet",
  files() {
    throw new Error("the printer for go is not written yet");
  },
};
