/** `extproto-host`: reads the command line, runs the mode, and leaves no process behind. */
import { within } from "../agent/abortable.js";
import { killExtensionProcesses, zotHome } from "../extensions/index.js";
import { runJson } from "../modes/json.js";
import { runPlain } from "../modes/plain/index.js";
import { runPrint } from "../modes/print.js";
import { problemText } from "../modes/problem-text.js";
import { serveRpc } from "../modes/rpc/server.js";
import { tokenVariable } from "../modes/rpc/token.js";
import { promptFrom } from "../modes/single-shot.js";
import { loadCatalogue } from "../providers/index.js";
import type { Runtime } from "../runtime/contract.js";
import { createRuntime } from "../runtime.js";
import { hostVersion } from "../version.js";
import { openTraceFile, type TraceFile } from "../wire/index.js";
import { describeFailure, isUsersMistake, UsageError } from "./failures.js";
import { type Lifetime, watchLifetime } from "./lifetime.js";
import { modelTable } from "./model-table.js";
import { requireExtensions } from "./named-extensions.js";
import { type HostOptions, parseCommandLine } from "./options.js";
import { runtimeOptions } from "./runtime-options.js";

/** Modes whose reader is owed the `done` of what runs. Others have said what they have to say. */
const tellsEvents: ReadonlySet<HostOptions["mode"]> = new Set(["rpc", "json"]);
/** How long a reader has to take the last events of a host that was told to end. */
const lastWordsMs = 500;

const exitStatus = { failure: 1, usage: 2 } as const;

/** Runs the program. Resolves with its exit status when everything it started has ended. */
export async function main(argv: readonly string[]): Promise<number> {
  // Whoever has left wants no stack trace. Modes that serve a reader notice by themselves.
  process.stdout.on("error", () => {});
  process.stderr.on("error", () => {});
  if (argv[0] === "ext") return runExtCommand(argv.slice(1));
  const parsed = parseCommandLine(argv);
  switch (parsed.kind) {
    case "help":
      return print(parsed.text);
    case "version":
      return print(`extproto-host ${hostVersion()}\n`);
    case "wrong":
      report(`${parsed.message}\nextproto-host --help lists the options.`);
      return exitStatus.usage;
    case "options":
      return runHost(parsed.options);
  }
}

/** Loaded only when asked for; a signal ends what follows a log or clones a repository. */
async function runExtCommand(argv: readonly string[]): Promise<number> {
  const { runExt } = await import("./ext/index.js");
  const { stdin, stdout, stderr, env } = process;
  const stop = new AbortController();
  const lifetime = watchLifetime({ process, report });
  const stopped = lifetime.ended.then((status) => {
    stop.abort();
    return status;
  });
  const running = runExt(argv, { stdin, stdout, stderr, env, cwd: process.cwd(), signal: stop.signal });
  const status = await Promise.race([running, stopped]);
  await running;
  await flushed(stdout);
  return status;
}

/** From here on every way out leads through the end of this function, so that no extension outlives it. */
async function runHost(options: HostOptions): Promise<number> {
  // The last resort, for ends that leave no time: an ended process ends its extensions at once.
  process.once("exit", killExtensionProcesses);
  const lifetime = watchLifetime({ process, report });
  // A reader that has left is noticed by the modes; without a listener it would count as a fault.
  process.stdout.on("error", () => lifetime.end(exitStatus.failure));
  let trace: TraceFile | undefined;
  let runtime: Runtime | undefined;
  let working: Promise<number> | undefined;
  const told = new AbortController();
  void lifetime.ended.then(() => told.abort());
  try {
    trace = options.trace === undefined ? undefined : openTrace(options.trace);
    working = runMode(options, {
      lifetime,
      trace,
      stop: told.signal,
      onRuntime: (made) => (runtime = made),
    });
    return await Promise.race([working, lifetime.ended]);
  } catch (error) {
    report(describeFailure(error));
    return isUsersMistake(error) ? exitStatus.usage : exitStatus.failure;
  } finally {
    await runtime?.close();
    // Who was told to end does not wait long for a reader that may never read.
    if (!told.signal.aborted) await flushed(process.stdout);
    else if (working !== undefined && tellsEvents.has(options.mode)) await within(working, lastWordsMs, 0);
    trace?.close();
  }
}

function openTrace(path: string): TraceFile {
  try {
    return openTraceFile(path, (error) => report(`the trace ${path} ends here: ${describeFailure(error)}`));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why =
      code === "EISDIR"
        ? "it is a folder; name a file in it"
        : code === "ENOENT"
          ? "its folder does not exist"
          : describeFailure(error);
    throw new Error(`--trace cannot write to ${path}: ${why}`, { cause: error });
  }
}

interface ModeContext {
  readonly lifetime: Lifetime;
  readonly trace: TraceFile | undefined;
  /** Aborted when the process has to end. */
  readonly stop: AbortSignal;
  readonly onRuntime: (runtime: Runtime) => void;
}

async function runMode(options: HostOptions, context: ModeContext): Promise<number> {
  const { lifetime, trace, stop, onRuntime } = context;
  const { stdin: input, stdout: output, env } = process;
  const { mode } = options;
  if (mode === "list-models") {
    const catalogue = loadCatalogue({ home: zotHome({ env }) });
    catalogue.warnings.forEach(report);
    return print(modelTable(catalogue));
  }

  requireExtensions(options.explicit);
  const singleShot = mode === "print" || mode === "json";
  const prompt = singleShot ? await promptFrom(options.prompt, input) : options.prompt;
  if (singleShot && prompt === undefined) {
    throw new UsageError(`--${mode} needs a prompt: as words on the command line, or on stdin`);
  }
  const runtime = await createRuntime(runtimeOptions(options, trace));
  onRuntime(runtime);
  const version = hostVersion();
  if (mode === "rpc") {
    const token = env[tokenVariable];
    return serveRpc({
      runtime,
      input,
      output,
      version,
      report,
      stop,
      token: token === "" ? undefined : token,
      ...(trace === undefined ? {} : { trace }),
    });
  }
  if (mode === "plain") {
    await runPlain({
      runtime,
      input,
      output,
      env,
      version,
      firstPrompt: prompt,
      pickSession: options.session.kind === "pick",
      onInterrupt: lifetime.onInterrupt,
      interruptEnds: () => lifetime.end(130),
    });
    return 0;
  }
  runtime.onProblem((problem) => report(problemText(problem)));
  if (mode === "json") {
    return runJson({ runtime, output, prompt: prompt ?? "", ...(trace === undefined ? {} : { trace }) });
  }
  return runPrint({ runtime, output, report, prompt: prompt ?? "" });
}

function report(message: string): void {
  process.stderr.write(`extproto-host: ${message}\n`);
}

async function print(text: string): Promise<number> {
  process.stdout.write(text);
  await flushed(process.stdout);
  return 0;
}

/** Resolves when the reader has taken all that was written; a process that exits before cuts it off. */
function flushed(stream: NodeJS.WriteStream): Promise<void> {
  if (stream.destroyed || stream.writableLength === 0) return Promise.resolve();
  return new Promise((resolve) => {
    stream.once("error", () => resolve());
    stream.write("", () => resolve());
  });
}
