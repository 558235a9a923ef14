/** The command line of `extproto new`. */
import { isAbsolute, relative, resolve } from "node:path";
import { OutputError, type ScaffoldLanguage, scaffold, scaffoldLanguages } from "@extproto/generator";
import { Command, Option } from "commander";
import { exitCodes } from "./exit-codes.js";
import { UsageError } from "./usage-error.js";

interface WrittenOptions {
  readonly lang: ScaffoldLanguage;
  readonly raw?: boolean;
  readonly out?: string;
}

const explanation = `
Writes a folder with manifest, program, test and README, and builds it where the language
asks for that. What it makes passes extproto check as it is.

Examples:
  $ extproto new weather --lang typescript
  $ extproto new weather --lang go --out extensions/weather
  $ extproto new weather --lang python --raw

Exit codes:
  0  written, and built
  2  the command line cannot be used, or a build failed`;

/** Makes the command; `done` takes the exit code. */
export function newCommand(done: (code: number) => void): Command {
  return new Command("new")
    .description("Write a first extension.")
    .argument("<NAME>", "name of the extension, and of its folder")
    .addOption(
      new Option("--lang <language>", "the language to write it in")
        .choices([...scaffoldLanguages])
        .makeOptionMandatory(),
    )
    .option("--raw", "without the SDK: the frames by hand")
    .option("--out <dir>", "the folder, where it is not to be called like the extension")
    .helpOption("-h, --help", "print this help")
    .addHelpText("after", explanation)
    .action((name: string, { lang, raw = false, out }: WrittenOptions) => {
      const folder = out ?? name;
      try {
        const { files, commands } = scaffold({ name, language: lang, raw, folder });
        const shown = shortest(folder);
        process.stdout.write(
          [
            ...files.map((file) => `written  ${file}`),
            ...commands.map((command) => `done     ${command}`),
            "",
            `Next: extproto check ${shown}`,
            `      extproto-host --ext ${shown}`,
            "",
          ].join("\n"),
        );
        done(exitCodes.ok);
      } catch (error) {
        if (error instanceof OutputError) throw new UsageError(error.message, { cause: error });
        throw error;
      }
    });
}

function shortest(folder: string): string {
  const path = relative(process.cwd(), resolve(folder));
  return path.startsWith("..") || isAbsolute(path) ? folder : `./${path}`;
}
