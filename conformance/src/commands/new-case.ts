/** `extproto new-case FILE`: the beginning of a case, to be changed into the one that is wanted. */
import { existsSync, writeFileSync } from "node:fs";
import { basename, dirname, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { didYouMean } from "@extproto/schemas";
import { Command, Option } from "commander";
import type { TargetKind } from "../case/format.js";
import { type RegisteredRequirement, requirements } from "../case/register.js";
import { makeFolder } from "../check/make-folder.js";
import { shellLine } from "../check/shell.js";
import { exitCodes } from "../cli/exit-codes.js";
import { UsageError } from "../cli/usage-error.js";
import { boundBy } from "../report/build.js";
import { writeOut } from "../validate/output.js";
import { templateFor } from "./case-templates.js";

interface WrittenNewCase {
  readonly for: TargetKind;
  readonly proves?: string;
  readonly title?: string;
}

/** Makes the command; `done` takes the exit code. */
export function newCaseCommand(done: (code: number) => void): Command {
  return new Command("new-case")
    .description("Write a first case of your own, or the beginning of one.")
    .argument("<FILE>", "the case file to write: my-cases/greets.yaml")
    .addOption(
      new Option("--for <target>", "what it checks")
        .choices(["extension", "host", "client"])
        .default("extension"),
    )
    .option("--proves <id>", "the requirement that it proves; it decides how the case begins")
    .option("--title <text>", "what it shows, in one sentence")
    .helpOption("-h, --help", "print this help")
    .action(async (file: string, written: WrittenNewCase) => {
      const path = /\.ya?ml$/.test(file) ? file : `${file}.yaml`;
      if (existsSync(path)) throw new UsageError(`${path} exists; choose another name`);
      const { text, complete } = caseText(path, written);
      try {
        makeFolder(dirname(path));
        writeFileSync(path, text);
      } catch (cause) {
        throw new UsageError(`${path} cannot be written: ${(cause as Error).message}`, { cause });
      }
      const target = written.for === "extension" ? ["./my-extension"] : [`--${written.for}`, "PROFILE.yaml"];
      const run = shellLine(["extproto", "check", ...target, "--cases", path]);
      const next = complete
        ? "Run it with"
        : "Write its last step, which says what is to do; then run it with";
      await writeOut(`${path} is written. ${next}:\n  ${run}\n`);
      done(exitCodes.ok);
    });
}

const schema = fileURLToPath(new URL("../../case.schema.json", import.meta.url));

/** A new case. */
export interface NewCase {
  readonly text: string;
  /** False: it cannot be run before its author has said what has to come of it. */
  readonly complete: boolean;
}

/** Writes the text of a new case. */
export function caseText(path: string, { for: target, proves, title }: WrittenNewCase): NewCase {
  const template = templateFor(target, proves);
  const id = proves ?? template.proves ?? "";
  const { sentence } = boundRequirement(id, target);
  const name = basename(path)
    .replace(/\.ya?ml$/, "")
    .replaceAll("-", " ");
  const toSchema = relative(dirname(resolve(path)), schema)
    .split(sep)
    .join("/");
  const complete = id === template.proves;
  const text = `# yaml-language-server: $schema=${toSchema}
# ${sentence}
title: ${JSON.stringify(title ?? `${name.charAt(0).toUpperCase()}${name.slice(1)}`)}
proves: [${id}]
for: ${target}
${template.body}${complete ? "" : toDo}`;
  return { text, complete };
}

/** Steps that show nothing of the requirement must not pass for a proof of it, nor fail for a breach. */
const toDo = `  # The steps above only set the scene. The case is refused as long as the next line is there.
  - to do: replace this with the steps that tell a target that keeps the sentence above from one that does not
`;

/** The requirement, which has to bind what the case is for. */
function boundRequirement(id: string, target: TargetKind): RegisteredRequirement {
  const found = requirements().get(id);
  if (found === undefined) {
    const guess = didYouMean(id, [...requirements().keys()]) ?? "`extproto list requirements` shows all";
    throw new UsageError(`${JSON.stringify(id)} is no requirement; ${guess}`);
  }
  const bound = (Object.keys(boundBy) as TargetKind[]).filter((kind) =>
    found.binds.some((party) => boundBy[kind].includes(party)),
  );
  if (bound.includes(target)) return found;
  throw new UsageError(
    `${id} binds the ${found.binds.join(" and the ")}, so no case for ${target === "extension" ? "an" : "a"} ${target} can prove it; write it with ${bound.map((kind) => `--for ${kind}`).join(" or ")}, or name another with --proves`,
  );
}
