/**
 * The conformance kit: judging lines of frames.
 *
 * @packageDocumentation
 */
export type { LineReport, LineRule, PlacedProblem } from "./validate/finding.js";
export {
  createLineJudge,
  type JudgedLine,
  type JudgeLine,
  type JudgeOptions,
} from "./validate/judge-line.js";
export { largestLine } from "./validate/limits.js";
export { LineSplitter, type RawLine } from "./validate/split-lines.js";
