/** The command line of `extproto mutants`. */
import { availableParallelism } from "node:os";
import { Command } from "commander";
import type { TargetKind } from "../case/format.js";
import { compileGlob } from "../check/glob.js";
import { readCases } from "../check/kit-cases.js";
import { exitCodes } from "../cli/exit-codes.js";
import { UsageError } from "../cli/usage-error.js";
import { collect } from "../commands/collect.js";
import { invariants } from "../judge/invariants/registry.js";
import { exitCodeOf, listenForInterruption } from "../run/interruption.js";
import { writeOut } from "../validate/output.js";
import { type ClassifiedMutant, classNames, type MutantClass } from "./classify.js";
import { needlessCases } from "./needless-cases.js";
import { runMutants } from "./run-all.js";
import { type Mutant, MutantTableError, readMutants } from "./table.js";

interface WrittenOptions {
  readonly host?: boolean;
  readonly extension?: boolean;
  readonly client?: boolean;
  readonly only: readonly string[];
  readonly jobs?: string;
  readonly full?: boolean;
  readonly verbose?: boolean;
  readonly json?: boolean;
}

const explanation = `
A mutant is the reference host, a conforming extension or a conforming RPC client with one thing broken. Each has
to be killed: the case that it names has to fail, and has to blame what was broken.

Examples:
  $ extproto mutants --host --jobs 2
  $ extproto mutants --only first-block-does-not-win --verbose
  $ extproto mutants --only 'ext.intercept.*' --full

Exit codes:
  0  every mutant is killed for the right requirement, and with --full every case is needed
  1  some are not
  2  the command line, or a table of mutants, cannot be used`;

/** Makes the command; `done` takes the exit code. */
export function mutantsCommand(done: (code: number) => void): Command {
  return new Command("mutants")
    .description("Run the kit's cases on hosts, extensions and clients that are broken on purpose.")
    .option("--host", "only broken hosts")
    .option("--extension", "only broken extensions")
    .option("--client", "only broken RPC clients")
    .option(
      "--only <glob>",
      "only mutants whose name, requirement, case or table fits (may be repeated)",
      collect,
      [],
    )
    .option("--jobs <n>", "how many at a time")
    .option(
      "--full",
      "each against every case that cites the requirement, not only the one that is named; also finds cases that nobody would miss",
    )
    .option("--verbose", "show what the cases said of killed mutants too")
    .option("--json", "print the outcome as JSON, and nothing else")
    .helpOption("-h, --help", "print this help")
    .addHelpText("after", explanation)
    .action(async (written: WrittenOptions) => done(await run(written)));
}

async function run(written: WrittenOptions): Promise<number> {
  const kind = kindOf(written);
  const mutants = choose(await tables(kind), written.only);
  const { cases } = readCases([], kind);
  const interruption = listenForInterruption();
  const begun = performance.now();
  try {
    let count = 0;
    const results = await runMutants({
      ...{ mutants, cases, jobs: jobsOf(written.jobs), full: written.full === true },
      signal: interruption.signal,
      onResult: (result) => {
        count += 1;
        if (!written.json)
          process.stdout.write(progressText(result, `${count}/${mutants.length}`, written.verbose === true));
      },
    });
    const milliseconds = Math.round(performance.now() - begun);
    // With some of the mutants nothing can be said about a case: another might miss it.
    const needless =
      written.full && written.only.length === 0 ? needlessCases(cases, results, invariants) : [];
    await writeOut(
      written.json
        ? jsonText(results, milliseconds, needless)
        : summaryText(results, mutants.length, milliseconds) + needlessText(needless),
    );
    const signal = interruption.received();
    if (signal !== undefined) return exitCodeOf(signal);
    const killed = results.every((result) => result.class === "killed");
    return killed && needless.length === 0 ? exitCodes.ok : exitCodes.invalid;
  } finally {
    interruption.dispose();
  }
}

function kindOf(written: WrittenOptions): TargetKind | undefined {
  const named = (["host", "extension", "client"] as const).filter((kind) => written[kind] === true);
  if (named.length > 1) throw new UsageError(`one kind at a time, not --${named.join(" and --")}`);
  return named[0];
}

async function tables(kind: TargetKind | undefined): Promise<readonly Mutant[]> {
  try {
    return await readMutants(kind);
  } catch (error) {
    if (error instanceof MutantTableError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}

function choose(mutants: readonly Mutant[], patterns: readonly string[]): readonly Mutant[] {
  const globs = patterns.map(compileGlob);
  const names = ({ name, breaks, case: id, table }: Mutant) => [name, breaks, id ?? "", table];
  for (const glob of globs) {
    if (!mutants.some((mutant) => names(mutant).some(glob.matches)))
      throw new UsageError(`--only ${JSON.stringify(glob.pattern)} fits no mutant`);
  }
  if (globs.length === 0) return mutants;
  return mutants.filter((mutant) => globs.some((glob) => names(mutant).some(glob.matches)));
}

function jobsOf(text: string | undefined): number {
  if (text === undefined) return Math.min(4, availableParallelism());
  if (/^[1-9]\d?$/.test(text)) return Number(text);
  throw new UsageError(`--jobs takes a whole number from 1 to 99, not "${text}"`);
}

function progressText(result: ClassifiedMutant, place: string, verbose: boolean): string {
  const { mutant, class: found, notes, blamed, milliseconds } = result;
  const others = blamed.filter((id) => id !== mutant.breaks);
  const also = found === "killed" && others.length > 0 ? `; also blamed: ${others.join(", ")}` : "";
  const line = `${place} ${mutant.name} (${mutant.breaks}): ${classNames[found]}${also}, ${(milliseconds / 1000).toFixed(1)} s\n`;
  return found === "killed" && !verbose ? line : `${line}${notes.map((note) => `    ${note}\n`).join("")}`;
}

function summaryText(results: readonly ClassifiedMutant[], planned: number, milliseconds: number): string {
  const killed = results.filter((result) => result.class === "killed").length;
  const counts = (Object.keys(classNames) as MutantClass[]).map(
    (name) => `${results.filter((result) => result.class === name).length} ${classNames[name]}`,
  );
  const left = planned - results.length;
  const score = planned === 0 ? 0 : Math.floor((1000 * killed) / planned) / 10;
  return `\n${planned} mutants in ${(milliseconds / 1000).toFixed(1)} s: ${counts.join(", ")}${left > 0 ? `, ${left} not run` : ""}\nscore: ${score} %\n`;
}

function needlessText(needless: readonly string[]): string {
  if (needless.length === 0) return "";
  return `cases without which every mutant would still be killed, and every requirement proved:\n${needless.map((id) => `  ${id}\n`).join("")}`;
}

function jsonText(
  results: readonly ClassifiedMutant[],
  milliseconds: number,
  needless: readonly string[],
): string {
  const rows = results.map(({ mutant: { kind, name, breaks, case: id }, ...rest }) => ({
    ...{ kind, name, breaks },
    ...(id === undefined ? {} : { case: id }),
    ...rest,
  }));
  return `${JSON.stringify({ milliseconds, mutants: rows, needless }, null, 2)}\n`;
}
