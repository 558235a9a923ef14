/** What a reporter of verdicts does. */
import type { JudgedLine } from "./judge-line.js";
import type { Summary } from "./tally.js";

/** How a run ended. */
export interface Ending {
  readonly summary: Summary;
  readonly interrupted: boolean;
  readonly milliseconds: number;
}

/** Turns verdicts into text, line by line. Each text is ready to be written; the empty one says nothing. */
export interface Reporter {
  line(judged: JudgedLine): string;
  end(ending: Ending): string;
}
