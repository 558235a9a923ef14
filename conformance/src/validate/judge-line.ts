/** A line of bytes -> its report: framing first, then the frame itself. */
import type { Protocol } from "@extproto/schemas";
import { duplicateKeys } from "./duplicate-keys.js";
import type { Finding, LineReport } from "./finding.js";
import { blankLine, carriageReturn, noLineFeed, tooLong } from "./framing.js";
import { createSidesJudge, type Judgement } from "./judge-sides.js";
import { largestLine, lineLimit } from "./limits.js";
import { findOffsets, placeProblems } from "./place.js";
import { readText } from "./read-text.js";
import type { RawLine } from "./split-lines.js";

/** A line's report and its text, to show the place of a problem. */
export interface JudgedLine {
  readonly report: LineReport;
  readonly text: string;
}

/** Judges the lines of one input, in order. */
export type JudgeLine = (line: RawLine) => JudgedLine;

/** Whose lines are judged, and how. */
export interface JudgeOptions {
  readonly protocol: Protocol;
  /** The sides that may have written the lines. */
  readonly sides: readonly string[];
  readonly strict: boolean;
}

/** A broken frame can have a problem per byte; reports list this many. */
const mostProblems = 100;

interface Judged extends Omit<Judgement, "isJson"> {
  readonly omitted: number;
}

/**
 * Makes the judge of one input. It counts the lines, which have to come from a `LineSplitter` that keeps
 * `largestLine` of the same sides.
 */
export function createLineJudge(options: JudgeOptions): JudgeLine {
  const { protocol, sides, strict } = options;
  const judgeSides = createSidesJudge(options);
  let line = 0;

  function judge(raw: RawLine, text: string, encoding: readonly Finding[]): Judged {
    if (raw.cut) return invalid([tooLong({ length: raw.length, limit: largestLine(protocol, sides) })]);
    const findings = raw.ended ? [...encoding] : [...encoding, noLineFeed(text)];
    if (text.trim() === "") return invalid([blankLine(), ...findings]);
    const able = sides.filter((side) => raw.length < (lineLimit(protocol, side) ?? Number.POSITIVE_INFINITY));
    const { isJson, ...judgement } = judgeSides(text, able);
    const repeated = isJson ? duplicateKeys(text, mostProblems) : { findings: [], omitted: 0 };
    findings.push(...repeated.findings);
    const all = [...findings, ...judgement.findings];
    const listed = all.slice(0, mostProblems);
    return {
      ...judgement,
      ...(findings.length === 0 ? {} : { verdict: "invalid", fits: [] }),
      findings: isJson ? findOffsets(text, listed) : listed,
      omitted: repeated.omitted + all.length - listed.length,
    };
  }

  return (raw) => {
    line++;
    const { text, findings: encoding } = readText(raw.bytes);
    const { omitted, verdict, fits, frame, findings } = judge(raw, text, encoding);
    const notes =
      strict && raw.ended && text.endsWith("\r") && text.trim() !== "" ? [carriageReturn(text)] : [];
    const report: LineReport = {
      line,
      verdict,
      fits,
      frame,
      problems: placeProblems(line, text, findings),
      ...(omitted === 0 ? {} : { omitted }),
      notes: placeProblems(line, text, notes),
    };
    return { report, text: raw.cut ? `${text}…` : text };
  };
}

function invalid(findings: readonly Finding[]): Judged {
  return { verdict: "invalid", fits: [], frame: null, findings, omitted: 0 };
}
