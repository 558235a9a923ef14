/** What is wrong with a line, and where. */
import type { Problem, Rule } from "@extproto/schemas";

/** The rule that a line breaks: a rule of the definitions, or one about the line itself. */
export type LineRule =
  | Rule
  | "blank-line"
  | "byte-order-mark"
  | "carriage-return"
  | "duplicate-key"
  | "line-length"
  | "no-line-feed"
  | "unknown-type"
  | "unknown-variant"
  | "utf-8";

/** One thing that is wrong with a line. */
export interface Finding extends Omit<Problem, "rule"> {
  readonly rule: LineRule;
  /** Offset in the text of the line; absent where only the path is known so far. */
  readonly at?: number;
}

/** A finding with its place in the input, as reports show it. Line and column count from 1. */
export interface PlacedProblem extends Omit<Problem, "rule"> {
  readonly line: number;
  /** In characters (code points) of the line. */
  readonly column: number;
  readonly rule: LineRule;
}

/** What came of one line of input. */
export interface LineReport {
  readonly line: number;
  readonly verdict: "valid" | "unknown" | "invalid";
  /** The sides that may send this frame; empty unless the verdict is `valid`. */
  readonly fits: readonly string[];
  /** Qualified name of the definition that the frame was held against, null where there is none. */
  readonly frame: string | null;
  /** What makes the line invalid, or what is unknown about it. */
  readonly problems: readonly PlacedProblem[];
  /** How many more problems there are than those listed. */
  readonly omitted?: number;
  /** What is no fault but worth knowing; only in strict mode. */
  readonly notes: readonly PlacedProblem[];
}
