/** The printer of this language is not written yet. */
import type { Printer } from "../../printer.js";

/** A placeholder that says so. */
export const printer: Printer = {
  language: "python",
  summary: "not written yet",
  files() {
    throw new Error("the printer for python is not written yet");
  },
};
