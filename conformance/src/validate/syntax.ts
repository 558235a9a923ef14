/** Says where and why a text is not JSON. */
import jsonc from "jsonc-parser";
import type { Finding } from "./finding.js";

/** What the parser missed, by the name of its error. */
const missed: Readonly<Record<string, string>> = {
  InvalidSymbol: "a JSON value, or a name in double quotes",
  InvalidNumberFormat: "a number as JSON writes it",
  PropertyNameExpected: "a field name in double quotes",
  ValueExpected: "a value",
  ColonExpected: "a colon",
  CommaExpected: "a comma",
  CloseBraceExpected: "a comma or a closing }",
  CloseBracketExpected: "a comma or a closing ]",
  EndOfFileExpected: "the end of the line",
  InvalidCommentToken: "no comments",
  UnexpectedEndOfString: "a closing double quote",
  UnexpectedEndOfNumber: "a digit",
  InvalidUnicode: "four hexadecimal digits after \\u",
  InvalidEscapeCharacter: 'one of \\" \\\\ \\/ \\b \\f \\n \\r \\t \\u after a backslash',
  InvalidCharacter: "control characters in strings to be escaped",
};

/** The first syntax error of a text that `JSON.parse` refused. */
export function syntaxError(text: string): Finding {
  const found = firstError(text);
  const error = { path: "", rule: "json", actual: "not JSON", at: found?.offset ?? 0 } as const;
  if (!text.trimStart().startsWith("{")) {
    const hint = "only frames belong here; logs go to standard error";
    return { ...error, expected: "one JSON object on one line", hint };
  }
  const expected = (found && missed[found.name]) ?? "one JSON object on one line";
  return found?.name === "EndOfFileExpected"
    ? { ...error, expected, hint: "one frame per line" }
    : { ...error, expected };
}

/** The parser recurses; a text too deep for it has an error somewhere that it cannot name. */
function firstError(text: string): { name: string; offset: number } | undefined {
  let first: { name: string; offset: number } | undefined;
  try {
    jsonc.visit(
      text,
      {
        onError(error, offset) {
          first ??= { name: jsonc.printParseErrorCode(error), offset };
        },
      },
      { disallowComments: true },
    );
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return first;
}
