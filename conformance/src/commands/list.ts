/** `extproto list`: what there is to run, to prove and to choose from. */
import { Argument, Command, Option } from "commander";
import type { TargetKind } from "../case/format.js";
import { requirements } from "../case/register.js";
import { compileGlob } from "../check/glob.js";
import { readCases } from "../check/kit-cases.js";
import { fits, selectCases } from "../check/select.js";
import { exitCodes } from "../cli/exit-codes.js";
import { invariants } from "../judge/invariants/registry.js";
import { boundBy } from "../report/build.js";
import { transforms } from "../run/transforms.js";
import { writeOut } from "../validate/output.js";
import { collect } from "./collect.js";

/** What can be listed. */
const subjects = ["cases", "requirements", "invariants", "transforms"] as const;
type Subject = (typeof subjects)[number];

interface WrittenListOptions {
  readonly for?: TargetKind;
  readonly cases: readonly string[];
  readonly only: readonly string[];
  readonly json?: boolean;
}

/** One line of a list. */
type Entry = Readonly<Record<string, unknown>> & { readonly id: string; readonly text: string };

/** Makes the command; `done` takes the exit code. */
export function listCommand(done: (code: number) => void): Command {
  return new Command("list")
    .description("List cases, requirements, the rules that are watched in every run, or transforms.")
    .addArgument(new Argument("[what]", "what to list").choices(subjects).default("cases"))
    .addOption(
      new Option("--for <target>", "only what is about this target").choices(["extension", "host", "client"]),
    )
    .option(
      "--cases <path>",
      "cases of your own instead of the kit's (may be repeated; kit stands for the kit's)",
      collect,
      [],
    )
    .option("--only <glob>", "only ids that fit (may be repeated)", collect, [])
    .option("--json", "as JSON")
    .helpOption("-h, --help", "print this help")
    .action(async (what: Subject, options: WrittenListOptions) => {
      await writeOut(printed(entriesOf(what, options), options.json === true));
      done(exitCodes.ok);
    });
}

function entriesOf(
  what: Subject,
  { for: target, cases: folders, only }: WrittenListOptions,
): readonly Entry[] {
  const globs = only.map(compileGlob);
  const wanted = (id: string) => globs.length === 0 || globs.some((glob) => glob.matches(id));
  switch (what) {
    case "cases":
      return selectCases(readCases(folders, target).cases, { only, skip: [] }).map(
        ({ id, title, proves, for: kind, needs, each, consent, file }) => ({
          id,
          text: title,
          for: kind,
          proves,
          needs,
          ...(each === undefined ? {} : { each }),
          ...(consent === undefined ? {} : { consent }),
          file,
        }),
      );
    case "requirements":
      return [...requirements().values()]
        .filter(
          ({ id, binds }) =>
            wanted(id) && (target === undefined || binds.some((party) => boundBy[target].includes(party))),
        )
        .map(({ id, sentence, ...facts }) => ({
          id,
          text: `${facts.level} ${sentence}`,
          sentence,
          ...facts,
        }));
    case "invariants":
      return invariants
        .filter(
          (one) =>
            (target === undefined || one.target === target) &&
            (globs.length === 0 ||
              globs.some((glob) => fits(glob, { id: one.name, proves: one.requirements }))),
        )
        .map(({ name, doc, target: kind, requirements: proves }) => ({
          id: name,
          text: doc,
          for: kind,
          proves,
        }));
    case "transforms":
      return [...transforms.values()]
        .filter(({ name }) => wanted(name))
        .map(({ name, doc }) => ({ id: name, text: doc }));
  }
}

function printed(entries: readonly Entry[], json: boolean): string {
  if (json)
    return `${JSON.stringify(
      entries.map(({ text, ...entry }) => ({ ...entry, title: text })),
      null,
      2,
    )}\n`;
  const width = Math.min(50, Math.max(0, ...entries.map(({ id }) => id.length)));
  return entries.map(({ id, text }) => `${id.padEnd(width)}  ${text}\n`).join("");
}
