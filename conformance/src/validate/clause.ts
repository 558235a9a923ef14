/** A problem in words. */
import { type Problem, sentence } from "@extproto/schemas";
import type { LineRule, PlacedProblem } from "./finding.js";

/** Rules that `sentence` does not know read like its plain ones: "is ACTUAL: expected EXPECTED". */
const plain: ReadonlySet<LineRule> = new Set<LineRule>([
  "blank-line",
  "byte-order-mark",
  "carriage-return",
  "duplicate-key",
  "line-length",
  "no-line-feed",
  "unknown-type",
  "unknown-variant",
  "utf-8",
]);

/** Says where, what came and what was expected: `/level is 3: expected a string`. */
export function clause(problem: PlacedProblem): string {
  const rule = plain.has(problem.rule) ? "value" : (problem.rule as Problem["rule"]);
  const subject = problem.path === "" ? "the line " : "";
  return `${subject}${sentence({ ...problem, rule })}`;
}
