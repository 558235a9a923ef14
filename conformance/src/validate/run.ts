/** `extproto validate`: bytes in, verdicts out, line by line. */
import { exitCodes } from "../cli/exit-codes.js";
import { coloursFor } from "./colours.js";
import { createLineJudge } from "./judge-line.js";
import { largestLine } from "./limits.js";
import type { ValidateOptions } from "./options.js";
import { writeOut } from "./output.js";
import { jsonReporter } from "./report-json.js";
import { textReporter } from "./report-text.js";
import type { Reporter } from "./reporter.js";
import { openSource, type Source } from "./source.js";
import { LineSplitter, type RawLine } from "./split-lines.js";
import { type Summary, Tally } from "./tally.js";

/** Checks the input and gives the exit code. Throws a UsageError where the input cannot be read. */
export async function validate(options: ValidateOptions): Promise<number> {
  const started = performance.now();
  const source = await openSource(options.file);
  const interrupt = new AbortController();
  process.once("SIGINT", () => interrupt.abort());
  const reporter = reporterFor(options);
  const judge = createLineJudge(options);
  const tally = new Tally(options.sides);
  for await (const line of linesOf(source, { options, signal: interrupt.signal })) {
    const judged = judge(line);
    tally.add(judged.report);
    await writeOut(reporter.line(judged));
  }
  const summary = tally.summary();
  const interrupted = interrupt.signal.aborted;
  await writeOut(reporter.end({ summary, interrupted, milliseconds: performance.now() - started }));
  if (options.json && summary.frames === 0) process.stderr.write("no frames\n");
  return interrupted ? exitCodes.interrupted : exitCodeOf(summary);
}

/** After an interruption the line that was being received is nobody's fault: it is dropped. */
async function* linesOf(source: Source, { options, signal }: Reading): AsyncGenerator<RawLine> {
  const splitter = new LineSplitter(largestLine(options.protocol, options.sides));
  for await (const chunk of source.chunks(signal)) yield* splitter.push(chunk);
  if (!signal.aborted) yield* splitter.end();
}

interface Reading {
  readonly options: ValidateOptions;
  readonly signal: AbortSignal;
}

function reporterFor(options: ValidateOptions): Reporter {
  if (options.json) return jsonReporter(options);
  const showTime = process.stdout.isTTY === true;
  return textReporter(options, { colours: coloursFor(process.stdout, process.env), showTime });
}

/** Nothing to check is not a pass: an empty trace is most often a broken pipeline. */
function exitCodeOf(summary: Summary): number {
  return summary.invalid > 0 || summary.frames === 0 ? exitCodes.invalid : exitCodes.ok;
}
