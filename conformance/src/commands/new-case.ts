/** `extproto new-case FILE`: a first case that runs, to be changed into the one that is wanted. */
import { existsSync, writeFileSync } from "node:fs";
import { basename, dirname, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { didYouMean } from "@extproto/schemas";
import { Command, Option } from "commander";
import type { TargetKind } from "../case/format.js";
import { requirements } from "../case/register.js";
import { makeFolder } from "../check/make-folder.js";
import { shellLine } from "../check/shell.js";
import { exitCodes } from "../cli/exit-codes.js";
import { UsageError } from "../cli/usage-error.js";
import { writeOut } from "../validate/output.js";

interface WrittenNewCase {
  readonly for: TargetKind;
  readonly proves?: string;
  readonly title?: string;
}

/** Makes the command; `done` takes the exit code. */
export function newCaseCommand(done: (code: number) => void): Command {
  return new Command("new-case")
    .description("Write a first case of your own, ready to run.")
    .argument("<FILE>", "the case file to write: my-cases/greets.yaml")
    .addOption(
      new Option("--for <target>", "what it checks")
        .choices(["extension", "host", "client"])
        .default("extension"),
    )
    .option("--proves <id>", "the requirement that it proves")
    .option("--title <text>", "what it shows, in one sentence")
    .helpOption("-h, --help", "print this help")
    .action(async (file: string, written: WrittenNewCase) => {
      const path = /\.ya?ml$/.test(file) ? file : `${file}.yaml`;
      if (existsSync(path)) throw new UsageError(`${path} exists; choose another name`);
      const text = caseText(path, written);
      try {
        makeFolder(dirname(path));
        writeFileSync(path, text);
      } catch (cause) {
        throw new UsageError(`${path} cannot be written: ${(cause as Error).message}`, { cause });
      }
      const target = written.for === "extension" ? ["./my-extension"] : [`--${written.for}`, "PROFILE.yaml"];
      const run = shellLine(["extproto", "check", ...target, "--cases", path]);
      await writeOut(`${path} is written. Run it with:\n  ${run}\n`);
      done(exitCodes.ok);
    });
}

const schema = fileURLToPath(new URL("../../case.schema.json", import.meta.url));

/** The text of a new case. */
export function caseText(path: string, { for: target, proves, title }: WrittenNewCase): string {
  const template = templates[target];
  const id = proves ?? template.proves;
  if (!requirements().has(id)) {
    const guess = didYouMean(id, [...requirements().keys()]) ?? "`extproto list requirements` shows all";
    throw new UsageError(`${JSON.stringify(id)} is no requirement; ${guess}`);
  }
  const name = basename(path)
    .replace(/\.ya?ml$/, "")
    .replaceAll("-", " ");
  const toSchema = relative(dirname(resolve(path)), schema)
    .split(sep)
    .join("/");
  return `# yaml-language-server: $schema=${toSchema}
# ${requirements().get(id)?.sentence ?? ""}
title: ${JSON.stringify(title ?? `${name.charAt(0).toUpperCase()}${name.slice(1)}`)}
proves: [${id}]
for: ${target}
${template.body}`;
}

const templates: Readonly<Record<TargetKind, { readonly proves: string; readonly body: string }>> = {
  extension: {
    proves: "ext.tool.one-result",
    body: `# The case is run once for each tool that the extension registers; \`tool\` is the one at hand.
each: tool
# Tools may act on the world: it is run with --allow-tools, or with consent in extproto.check.yaml.
consent: tools
steps:
  - host sends: { type: tool_call, id: call-1, name: { $ref: tool.name }, args: { $args: valid } }
  - host receives: { type: tool_result, id: call-1 }
`,
  },
  host: {
    proves: "ext.tool.call-to-owner",
    body: `extensions:
  probe: { tools: [greet] }
model:
  - call: { tool: greet, args: { name: Ada } }
  - say: done
steps:
  - client sends: { type: prompt, id: p1, message: go }
  - probe receives: { type: tool_call, name: greet, args: { name: Ada } }
    as: call
  - probe sends: { type: tool_result, id: { $ref: call.id }, content: [{ type: text, text: "hello Ada" }] }
  - client receives: { type: done }
`,
  },
  client: {
    proves: "rpc.event.client-end",
    body: `steps:
  - server receives: { type: prompt }
    as: prompt
  - server sends: { type: response, id: { $ref: prompt.id }, command: prompt, success: true, data: { started: true } }
  - server sends: { type: text_delta, delta: hello }
  - server sends: { type: done }
    label: over
  - user exits: { code: 0 }
    after: over
`,
  },
};
