/** A timeline as lines of plain text. */
import { printable } from "../validate/printable.js";
import type { Row } from "./timeline.js";

/** How to write it. */
export interface TimelineTextOptions {
  /** How many characters a line may have. */
  readonly width: number;
  /** Colours a line that shows a finding. */
  readonly mark?: (line: string) => string;
}

/**
 * The lines: a cross where something is wrong, the time in milliseconds, the actor, an arrow, and the frame.
 *
 * @example
 * ```
 *     31.2  host <- hello weather     {"type":"hello","name":"weather"}
 *   x 52.1  host <- tool_result       {"type":"tool_result","id":"k-1"}
 * ```
 */
export function timelineLines(
  rows: readonly Row[],
  { width, mark = (line) => line }: TimelineTextOptions,
): string[] {
  const actors = rows.map((row) => (row.kind === "moment" ? row.moment.actor.length : 0));
  const labels = rows.map((row) => (row.kind === "moment" ? row.moment.label.length : 0));
  const columns = { actor: Math.max(4, ...actors), label: Math.min(34, Math.max(8, ...labels)) };
  return rows.map((row) => {
    const line = cut(printable(text(row, columns)), width);
    return row.kind !== "omitted" && row.finding !== undefined ? mark(line) : line;
  });
}

const arrows = { in: "<-", out: "->", note: "  " } as const;

function text(row: Row, columns: { readonly actor: number; readonly label: number }): string {
  switch (row.kind) {
    case "omitted":
      return `            ... ${row.many} more ${row.what ?? ""}`.trimEnd();
    case "missing":
      return `x           ${row.actor.padEnd(columns.actor)} <- (${row.finding.difference}) ${row.finding.expected}`;
    case "moment": {
      const { t, actor, direction, label, text: said } = row.moment;
      const sign = row.finding === undefined ? " " : "x";
      return `${sign} ${t.toFixed(1).padStart(8)}  ${actor.padEnd(columns.actor)} ${arrows[direction]} ${label.padEnd(columns.label)} ${said}`.trimEnd();
    }
  }
}

function cut(line: string, width: number): string {
  return line.length <= width ? line : `${line.slice(0, width - 1)}…`;
}
