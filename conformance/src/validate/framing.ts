/** What is wrong with a line whatever it says: its end, its length, its emptiness. */
import type { Finding } from "./finding.js";
import { readingLimit } from "./limits.js";

/** A line without content. Receivers skip it; senders must not write it. */
export function blankLine(): Finding {
  return {
    path: "",
    rule: "blank-line",
    expected: "a frame",
    actual: "blank",
    hint: "senders write no blank lines",
    at: 0,
  };
}

/** A last line that no LF ended: it may have been cut off. */
export function noLineFeed(text: string): Finding {
  return {
    path: "",
    rule: "no-line-feed",
    expected: "a line feed after every frame, the last one too",
    actual: "not ended by a line feed",
    at: text.length,
  };
}

/** A line that CR LF ended. */
export function carriageReturn(text: string): Finding {
  return {
    path: "",
    rule: "carriage-return",
    expected: "a single line feed",
    actual: "ended by CR LF",
    at: text.length - 1,
  };
}

/** A line over the limit; `length` is without its LF, `limit` with it. */
export function tooLong({ length, limit }: { readonly length: number; readonly limit: number }): Finding {
  return {
    path: "",
    rule: "line-length",
    expected: `at most ${limit} (${limit / 1024 / 1024} MiB)`,
    actual: `${length + 1} bytes long with its line feed`,
    ...(limit === readingLimit ? { hint: "the protocol sets no limit; this command reads no more" } : {}),
    at: 0,
  };
}
