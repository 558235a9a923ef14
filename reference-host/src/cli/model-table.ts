/** `--list-models`: a table for people that `awk` can read too. */
import type { Catalogue } from "../providers/index.js";

const head = ["provider", "model", "context", "output", "in $/M", "out $/M"];

/** All models of the catalogue, one a line. */
export function modelTable(catalogue: Catalogue): string {
  const rows = catalogue.list().map(({ provider, id, contextWindow, maxOutput, price }) => {
    return [
      provider,
      id,
      String(contextWindow),
      String(maxOutput),
      String(price.input),
      String(price.output),
    ];
  });
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? "").length)),
  );
  return [head, ...rows]
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join("  ")
          .trimEnd()}\n`,
    )
    .join("");
}
