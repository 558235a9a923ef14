/** `extproto generate`: the generator's command line. */
import {
  type Difference,
  generate,
  isLanguage,
  languages,
  loadPrinter,
  OutputError,
  type ProtocolName,
  protocolNames,
} from "@extproto/generator";
import { Command } from "commander";
import { exitCodes } from "./exit-codes.js";
import { UsageError } from "./usage-error.js";

interface Options {
  readonly lang?: string;
  readonly out?: string;
  readonly protocol?: string;
  readonly package?: string;
  readonly check?: boolean;
}

const examples = `
Examples:
  extproto generate --lang go --out internal/protocol
  extproto generate --lang typescript --protocol extproto --out src/protocol
  extproto generate --lang java --package com.example.extproto --out src/main/java
  extproto generate --lang json --out build        the resolved model, for a generator of your own
  extproto generate --lang go --out internal/protocol --check    exit code 1 when files are out of date

Only files that were generated are overwritten or removed.`;

/** Makes the command; `done` takes the exit code. */
export async function generateCommand(done: (code: number) => void): Promise<Command> {
  const printers = await Promise.all(languages.map(loadPrinter));
  const widest = Math.max(...languages.map((name) => name.length));
  const list = printers.map(({ language, summary }) => `  ${language.padEnd(widest)}  ${summary}`);
  return new Command("generate")
    .description("Writes the types of the protocols, with decoders and encoders, in a programming language.")
    .option("--lang <language>", `one of ${languages.join(", ")}`, once("--lang"))
    .option("--out <dir>", "the folder that the files go to; made where it is missing")
    .option("--protocol <name>", `only one protocol: ${protocolNames.join(" or ")} (default: both)`)
    .option("--package <name>", "name of the package, in Go and Java")
    .option("--check", "write nothing; list what is out of date and exit with 1 if anything is")
    .addHelpText("after", `\nLanguages:\n${list.join("\n")}\n${examples}`)
    .action(async (options: Options) => done(await run(options)));
}

/** Commander takes the last of several; whoever names two languages wants two runs. */
function once(option: string): (value: string, earlier: string | undefined) => string {
  return (value, earlier) => {
    if (earlier === undefined) return value;
    throw new UsageError(`${option} is given twice, ${earlier} and ${value}: run the command once for each`);
  };
}

async function run(options: Options): Promise<number> {
  const { lang, out, protocol, check = false } = options;
  if (lang === undefined) throw new UsageError(`--lang is missing: one of ${languages.join(", ")}`);
  if (!isLanguage(lang)) {
    throw new UsageError(
      `there is no printer for ${JSON.stringify(lang)}: --lang is one of ${languages.join(", ")}. ` +
        "To add a language, see docs/guides/add-a-language.md.",
    );
  }
  if (out === undefined || out === "")
    throw new UsageError("--out is missing: the folder that the files go to");
  if (protocol !== undefined && !isProtocol(protocol)) {
    throw new UsageError(
      `${JSON.stringify(protocol)} is no protocol: --protocol is ${protocolNames.join(" or ")}`,
    );
  }
  const { files, differences } = await generate({
    language: lang,
    out,
    check,
    ...(protocol === undefined ? {} : { protocol }),
    ...(options.package === undefined ? {} : { package: options.package }),
  }).catch((error: unknown) => {
    throw error instanceof OutputError ? new UsageError(error.message) : error;
  });
  return check ? reportCheck(out, files.length, differences) : reportWriting(out, files.length, differences);
}

function isProtocol(name: string): name is ProtocolName {
  return (protocolNames as readonly string[]).includes(name);
}

function reportCheck(out: string, count: number, differences: readonly Difference[]): number {
  if (differences.length === 0) {
    process.stdout.write(`${files(count)} in ${out}, all up to date\n`);
    return exitCodes.ok;
  }
  for (const { path, kind } of differences) process.stdout.write(`${kind.padEnd(7)}  ${out}/${path}\n`);
  process.stdout.write("run the same command without --check to bring them up to date\n");
  return exitCodes.invalid;
}

function reportWriting(out: string, count: number, differences: readonly Difference[]): number {
  const removed = differences.filter(({ kind }) => kind === "stale").length;
  const written = differences.length - removed;
  const also = removed === 0 ? "" : `, ${removed} removed`;
  process.stdout.write(
    `${files(count)} in ${out}: ${written} written, ${count - written} unchanged${also}\n`,
  );
  return exitCodes.ok;
}

function files(count: number): string {
  return count === 1 ? "1 file" : `${count} files`;
}
