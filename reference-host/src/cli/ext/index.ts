/** `ext`: manage installed extensions from the command line. Starts none of them. */
import { parseArgs } from "node:util";
import { setEnabled } from "./enable.js";
import { ExtFailure, UsageError } from "./failure.js";
import { helpText } from "./help.js";
import { installExtension } from "./install.js";
import type { ExtIo } from "./io.js";
import { listInstalled } from "./list.js";
import { printLog } from "./logs.js";
import { removeExtension } from "./remove.js";
import { cleanUpKilled } from "./staging.js";

export type { ExtIo } from "./io.js";

type Options = Record<string, { readonly type: "boolean"; readonly short?: string }>;

interface Subcommand {
  readonly options: Options;
  /** What it takes besides options; undefined for nothing. */
  readonly argument: string | undefined;
  readonly run: (
    argument: string,
    given: Readonly<Record<string, boolean | undefined>>,
    io: ExtIo,
  ) => Promise<void> | void;
}

const subcommands: Readonly<Record<string, Subcommand>> = {
  list: {
    options: { json: { type: "boolean" } },
    argument: undefined,
    run: (_, given, io) => listInstalled({ json: given.json === true }, io),
  },
  install: {
    options: { force: { type: "boolean" } },
    argument: "PATH|GIT-URL",
    run: (source, given, io) => installExtension({ source, force: given.force === true }, io),
  },
  remove: {
    options: { yes: { type: "boolean", short: "y" } },
    argument: "NAME",
    run: (name, given, io) => removeExtension({ name, yes: given.yes === true }, io),
  },
  enable: { options: {}, argument: "NAME", run: (name, _, io) => setEnabled({ name, enabled: true }, io) },
  disable: { options: {}, argument: "NAME", run: (name, _, io) => setEnabled({ name, enabled: false }, io) },
  logs: {
    options: { follow: { type: "boolean", short: "f" } },
    argument: "NAME",
    run: (name, given, io) => printLog({ name, follow: given.follow === true }, io),
  },
};

/**
 * Runs `ext` with the arguments after it. Resolves with the exit code: 0 done, 1 failed, 2 wrong usage.
 *
 * @example
 * ```ts
 * process.exitCode = await runExt(["list", "--json"], {
 *   stdin: process.stdin, stdout: process.stdout, stderr: process.stderr, env: process.env, cwd: process.cwd(),
 * });
 * ```
 */
export async function runExt(argv: readonly string[], io: ExtIo): Promise<number> {
  try {
    const [name, ...rest] = argv;
    if (name === undefined) throw new UsageError("what is to be done?");
    if (name === "--help" || name === "-h" || name === "help") {
      io.stdout.write(helpText(io.program));
      return 0;
    }
    const subcommand = Object.hasOwn(subcommands, name) ? subcommands[name] : undefined;
    if (subcommand === undefined) throw new UsageError(`there is no ext command ${JSON.stringify(name)}`);
    if (rest.includes("--help") || rest.includes("-h")) {
      io.stdout.write(helpText(io.program));
      return 0;
    }
    const { argument, given } = parse(name, subcommand, rest);
    await cleanUpKilled(io);
    await subcommand.run(argument, given, io);
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      io.stderr.write(`ext: ${error.message}\n\n${helpText(io.program)}`);
      return 2;
    }
    if (error instanceof ExtFailure) {
      io.stderr.write(`ext: ${error.message}\n`);
      return 1;
    }
    io.stderr.write(`ext: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

function parse(name: string, subcommand: Subcommand, rest: readonly string[]) {
  const parsed = parseOrExplain(name, subcommand, rest);
  const [argument, ...more] = parsed.positionals;
  if (subcommand.argument === undefined) {
    if (argument !== undefined) throw new UsageError(`ext ${name} takes no ${JSON.stringify(argument)}`);
    return { argument: "", given: parsed.values };
  }
  if (argument === undefined || argument === "")
    throw new UsageError(`ext ${name} needs ${subcommand.argument}`);
  if (more.length > 0) throw new UsageError(`ext ${name} takes one ${subcommand.argument}`);
  return { argument, given: parsed.values };
}

function parseOrExplain(name: string, subcommand: Subcommand, rest: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...rest],
      options: subcommand.options,
      allowPositionals: true,
    });
    return { values: values as Record<string, boolean | undefined>, positionals };
  } catch (error) {
    // The platform's message goes on about positional arguments, which nobody asked about.
    const message = error instanceof Error ? error.message : String(error);
    throw new UsageError(`ext ${name}: ${message.split(". To specify")[0]}`);
  }
}
