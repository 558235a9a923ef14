/** Verdicts for programs: one JSON object per line of input, then the summary. */
import type { ValidateOptions } from "./options.js";
import type { Reporter } from "./reporter.js";

/** Makes the reporter for `--json`. */
export function jsonReporter({ file, protocol, sides, strict }: ValidateOptions): Reporter {
  return {
    line: ({ report }) => `${JSON.stringify(report)}\n`,
    end({ summary, interrupted }) {
      const { ambiguous: _, ...counts } = summary;
      return `${JSON.stringify({ summary: { file, protocol, sides, strict, ...counts, interrupted } })}\n`;
    },
  };
}
