/** The command `extproto`: knows the names of its commands and loads only the one that is asked for. */
import { Command, CommanderError } from "commander";
import { InterruptedError } from "../run/interruption.js";
import { endWithOutput } from "./closed-pipe.js";
import { exitCodes } from "./exit-codes.js";
import { kitVersion } from "./kit-version.js";
import { KitFault, UsageError } from "./usage-error.js";

interface Entry {
  readonly name: string;
  readonly summary: string;
  /** Loads the command; `done` takes the exit code of its run. */
  readonly load: (done: (code: number) => void) => Promise<Command>;
}

const entries: readonly Entry[] = [
  {
    name: "check",
    summary: "check an extension, or with --host a host, against the specification",
    load: async (done) => (await import("../check/command.js")).checkCommand(done),
  },
  {
    name: "validate",
    summary: "check a file or a stream of frames, line by line",
    load: async (done) => (await import("../validate/command.js")).validateCommand(done),
  },
  {
    name: "new",
    summary: "write a first extension, in the language you like",
    load: async (done) => (await import("./new.js")).newCommand(done),
  },
  {
    name: "generate",
    summary: "write the types of the protocols in a programming language",
    load: async (done) => (await import("./generate.js")).generateCommand(done),
  },
  {
    name: "list",
    summary: "list cases, requirements, watched rules, transforms",
    load: async (done) => (await import("../commands/list.js")).listCommand(done),
  },
  {
    name: "explain",
    summary: "show a requirement or a case with all that belongs to it",
    load: async (done) => (await import("../commands/explain.js")).explainCommand(done),
  },
  {
    name: "judge",
    summary: "judge a stored run again, without the target",
    load: async (done) => (await import("../commands/judge.js")).judgeCommand(done),
  },
  {
    name: "report",
    summary: "join the reports of a divided check",
    load: async (done) => (await import("../commands/merge.js")).reportCommand(done),
  },
  {
    name: "new-case",
    summary: "write a first case of your own",
    load: async (done) => (await import("../commands/new-case.js")).newCaseCommand(done),
  },
  {
    name: "mutants",
    summary: "run the cases on hosts and extensions that are broken on purpose",
    load: async (done) => (await import("../mutants/command.js")).mutantsCommand(done),
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
    .version(kitVersion(), "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .showHelpAfterError("(try --help)")
    .exitOverride();
  for (const { name, summary, load } of entries) {
    const command = args.includes(name) ? await load(done) : new Command(name);
    command.summary(summary).copyInheritedSettings(program);
    for (const inner of command.commands) inner.copyInheritedSettings(command);
    program.addCommand(command);
  }
  return program;
}

/** Commander and the commands have different ways to fail; all mean usage, except what nobody foresaw. */
function failed(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  if (error instanceof UsageError) {
    process.stderr.write(`error: ${error.message}\n`);
    return exitCodes.usage;
  }
  if (error instanceof KitFault) {
    process.stderr.write(`error: ${error.message}\n`);
    return exitCodes.fault;
  }
  if (error instanceof InterruptedError) {
    process.stderr.write(`${error.message}\n`);
    return error.exitCode;
  }
  const trace = error instanceof Error ? error.stack : String(error);
  process.stderr.write(`extproto itself failed; please report this:\n${trace}\n`);
  return exitCodes.fault;
}
