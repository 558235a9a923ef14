/** The command `extproto`: knows the names of its commands and loads only the one that is asked for. */
import { readFileSync } from "node:fs";
import { Command, CommanderError } from "commander";
import { endWithOutput } from "./closed-pipe.js";
import { exitCodes } from "./exit-codes.js";
import { UsageError } from "./usage-error.js";

interface Entry {
  readonly name: string;
  readonly summary: string;
  /** Loads the command; `done` takes the exit code of its run. */
  readonly load: (done: (code: number) => void) => Promise<Command>;
}

const entries: readonly Entry[] = [
  {
    name: "validate",
    summary: "check a file or a stream of frames, line by line",
    load: async (done) => (await import("../validate/command.js")).validateCommand(done),
  },
];

/**
 * Runs the command line and gives its exit code.
 *
 * @example
 * ```ts
 * process.exitCode = await main(["validate", "trace.ndjson"]);
 * ```
 */
export async function main(args: readonly string[]): Promise<number> {
  endWithOutput();
  let code: number = exitCodes.ok;
  try {
    const program = await build(args, (value) => {
      code = value;
    });
    await program.parseAsync(args, { from: "user" });
    return code;
  } catch (error) {
    return failed(error);
  }
}

async function build(args: readonly string[], done: (code: number) => void): Promise<Command> {
  const program = new Command("extproto")
    .description("Checks extensions, hosts and their frames against the extproto specification.")
    .version(version(), "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .showHelpAfterError("(try --help)")
    .exitOverride();
  for (const { name, summary, load } of entries) {
    const command = args.includes(name) ? await load(done) : new Command(name);
    program.addCommand(command.summary(summary).copyInheritedSettings(program));
  }
  return program;
}

function version(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}

/** Commander and the commands have different ways to fail; all mean usage, except what nobody foresaw. */
function failed(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  if (error instanceof UsageError) {
    process.stderr.write(`error: ${error.message}\n`);
    return exitCodes.usage;
  }
  const trace = error instanceof Error ? error.stack : String(error);
  process.stderr.write(`extproto itself failed; please report this:\n${trace}\n`);
  return exitCodes.fault;
}
