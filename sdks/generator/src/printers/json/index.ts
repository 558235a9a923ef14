/** The resolved model itself: for printers that are not part of this package. */
import type { Printer } from "../../printer.js";

/** Prints the model as one JSON file. */
export const printer: Printer = {
  language: "json",
  summary: "the resolved model as JSON, for a generator of your own",
  files: (model, { notice }) => [
    { path: "protocol-model.json", text: `${JSON.stringify({ $comment: notice, ...model }, null, 2)}\n` },
  ],
};
