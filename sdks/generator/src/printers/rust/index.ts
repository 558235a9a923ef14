/** The printer of this language is not written yet. */
import type { Printer } from "../../printer.js";

/** A placeholder that says so. */
export const printer: Printer = {
  language: "rust",
  summary: "not written yet",
  files() {
    throw new Error("the printer for rust is not written yet");
  },
};
