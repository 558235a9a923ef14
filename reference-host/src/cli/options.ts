/** The command line of `extproto-host`, read into one object. `ext` has its own (see ./ext). */
import { deadlines } from "@extproto/schemas";
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import type { Reasoning } from "../agent/contract.js";
import type { Deadlines } from "../extensions/contract.js";
import { providerNames } from "../providers/catalogue.js";
import { DEFAULT_IDLE_TIMEOUT_MS } from "../providers/http-call.js";
import { examples } from "./examples.js";

/** How the host is used. */
export type Mode = "print" | "json" | "rpc" | "plain" | "list-models";

/** Which conversation the host goes on with. */
export type SessionChoice =
  /** The default: a new one, kept on disk except in RPC mode. */
  | { readonly kind: "default" }
  | { readonly kind: "none" }
  | { readonly kind: "latest" }
  | { readonly kind: "pick" }
  | { readonly kind: "file"; readonly path: string };

/** What the command line says. Undefined means: not said. */
export interface HostOptions {
  readonly mode: Mode;
  readonly prompt: string | undefined;
  readonly provider: string | undefined;
  readonly model: string | undefined;
  readonly apiKey: string | undefined;
  readonly baseUrl: string | undefined;
  readonly script: string | undefined;
  readonly reasoning: Reasoning | undefined;
  readonly systemPrompt: string | undefined;
  readonly appendSystemPrompt: readonly string[];
  readonly session: SessionChoice;
  readonly cwd: string | undefined;
  /** Names of the built-in tools to offer; undefined for all, empty for none. */
  readonly tools: readonly string[] | undefined;
  readonly maxSteps: number | undefined;
  readonly explicit: readonly string[];
  readonly discover: boolean;
  readonly skills: "builtin" | "all" | "none";
  /** False with `--no-yolo`: each tool call waits for the user's word. */
  readonly yolo: boolean;
  readonly trace: string | undefined;
  readonly deadlines: Partial<Deadlines>;
  /** Longest silence of the model's server. */
  readonly modelIdleMs: number | undefined;
}

/** What came of reading the command line. */
export type ParsedCommandLine =
  | { readonly kind: "options"; readonly options: HostOptions }
  | { readonly kind: "help"; readonly text: string }
  | { readonly kind: "version" }
  | { readonly kind: "wrong"; readonly message: string };

/** The flag of each deadline that this host keeps, and where it goes. Dhara's is for hosts with that profile. */
const deadlineFlags = {
  hello: "hello",
  ready_grace: "readyGrace",
  ready_idle: "readyIdle",
  intercept: "intercept",
  tool: "tool",
  command: "command",
  shutdown: "shutdown",
  kill: "kill",
} as const satisfies Record<Exclude<keyof typeof deadlines, "dhara_tool">, keyof Deadlines>;

/** An option whose value is stored under a name of ours, so that `--no-ext` and `--ext` do not share one. */
class StoredAs extends Option {
  readonly #attribute: string;

  constructor(flags: string, description: string, attribute: string) {
    super(flags, description);
    this.#attribute = attribute;
  }

  override attributeName(): string {
    return this.#attribute;
  }
}

/** As commander stores them. A `--no-` flag stores false; without it there is true or nothing. */
interface RawFlags {
  print?: true;
  json?: true;
  rpc?: true;
  plain?: true;
  listModels?: true;
  version?: true;
  provider?: string;
  model?: string;
  apiKey?: string;
  baseUrl?: string;
  script?: string;
  reasoning?: Reasoning | "";
  systemPrompt?: string;
  appendSystemPrompt?: string[];
  continue?: true;
  resume?: true;
  session?: string;
  keepSession?: boolean;
  cwd?: string;
  anyTools?: boolean;
  tools?: string;
  maxSteps?: number;
  ext?: string[];
  discover?: boolean;
  withSkills?: true;
  anySkills?: boolean;
  yolo?: boolean;
  trace?: string;
  deadlineModelIdle?: number;
}

const reasoningLevels: readonly Reasoning[] = ["low", "medium", "high"];

/**
 * Reads the arguments that follow the program's name.
 *
 * @example
 * parseCommandLine(["-p", "say hello"])
 */
export function parseCommandLine(argv: readonly string[]): ParsedCommandLine {
  const rpcWord = argv[0] === "rpc";
  let help = "";
  const program = describeProgram().configureOutput({
    writeOut: (text) => {
      help += text;
    },
    writeErr: () => {},
  });
  try {
    program.parse([...(rpcWord ? argv.slice(1) : argv)], { from: "user" });
    const flags = program.opts<RawFlags>();
    if (flags.version === true) return { kind: "version" };
    return { kind: "options", options: toOptions(flags, program.args, rpcWord) };
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === "commander.helpDisplayed") return { kind: "help", text: help };
    return { kind: "wrong", message: error.message.replace(/^error: /, "") };
  }
}

function describeProgram(): Command {
  const program = new Command("extproto-host")
    .usage("[rpc] [options] [prompt...]\n       extproto-host ext <command>")
    .description(
      "A coding agent that is extended by subprocesses. Without -p, --json or rpc it opens a chat.",
    )
    .argument("[prompt...]", "what to ask; several words are joined by spaces")
    .helpOption("-h, --help", "show this text")
    .exitOverride()
    .addHelpText("after", examples);

  program.optionsGroup("Mode:");
  program
    .option(
      "-p, --print",
      "answer one prompt, print the final text, exit; without a prompt, read it from stdin",
    )
    .option("--json", "like --print, and print every event as a line of JSON")
    .option("--rpc", "the same as the word rpc: serve an application over stdin and stdout")
    .option("--plain", "line-based chat (the default)")
    .option("--list-models", "print the models that can be named with --model")
    .option("-v, --version", "print the version");

  program.optionsGroup("Model:");
  program
    .option(
      "--provider <name>",
      `${providerNames.join(", ")}; default: one there is a key for, else scripted`,
    )
    .option("--model <id>", "model of that provider")
    .option("--api-key <key>", "key, in place of the one in the environment")
    .option("--base-url <url>", "address of a compatible server")
    .option("--script <file>", "YAML file that the scripted provider plays")
    .option("--reasoning <level>", `how hard the model thinks: ${reasoningLevels.join(", ")}`, levelOf)
    .option("--max-steps <n>", "most model calls of one prompt", wholeNumber)
    .option("--system-prompt <text>", "in place of the built-in system prompt")
    .option("--append-system-prompt <text>", "added to the system prompt; repeatable", collect);

  program.optionsGroup("Session:");
  program
    .option("-c, --continue", "go on with the latest session of this folder")
    .option("-r, --resume", "choose a session of this folder (chat only)")
    .option("--session <file>", "go on with this session, or begin it")
    .addOption(new StoredAs("--no-session", "keep nothing on disk", "keepSession"))
    .option("--cwd <dir>", "folder to work in; default: the current one");

  program.optionsGroup("Tools, skills and extensions:");
  program
    .option("--tools <names>", "offer only these built-in tools, separated by commas")
    .addOption(new StoredAs("--no-tools", "offer no built-in tools", "anyTools"))
    .addOption(new StoredAs("--no-yolo", "ask before each tool call", "yolo"))
    .option("-e, --ext <dir>", "load this extension for one run; repeatable", collect)
    .addOption(new StoredAs("--no-ext", "load no installed extensions; --ext still counts", "discover"))
    .addOption(new StoredAs("--no-extensions", "the same as --no-ext", "discover"))
    .option("--with-skills", "offer the skills of the project and of the user too")
    .addOption(new StoredAs("--with-skill", "the same as --with-skills", "withSkills"))
    .addOption(new StoredAs("--no-skill", "offer no skills", "anySkills"))
    .addOption(new StoredAs("--no-skills", "the same as --no-skill", "anySkills"))
    .addOption(new Option("--experimental-oauth", "accepted and ignored"));

  program.optionsGroup("Diagnosis (times in milliseconds):");
  program.option("--trace <file>", "write every frame on every pipe to this file, with direction and time");
  for (const name of Object.keys(deadlineFlags) as (keyof typeof deadlineFlags)[]) {
    const deadline = deadlines[name];
    program.option(`--deadline-${dashed(name)} <ms>`, `${deadline.doc} Default ${deadline.ms}.`, wholeNumber);
  }
  program.option(
    "--deadline-model-idle <ms>",
    `Longest silence of the model's server. Default ${DEFAULT_IDLE_TIMEOUT_MS}; above 300000 without effect.`,
    wholeNumber,
  );
  return program;
}

function toOptions(flags: RawFlags, words: readonly string[], rpcWord: boolean): HostOptions {
  const mode = modeOf(flags, rpcWord);
  const prompt = words.length === 0 ? undefined : words.join(" ");
  if (mode === "rpc" && prompt !== undefined) {
    throw wrong(`rpc takes no prompt on the command line (got "${prompt}"); the client sends prompts`);
  }
  if (flags.anyTools === false && flags.tools !== undefined)
    throw wrong("--tools and --no-tools exclude each other");
  if (flags.withSkills === true && flags.anySkills === false)
    throw wrong("--with-skills and --no-skill exclude each other");
  return {
    mode,
    prompt,
    provider: flags.provider,
    model: flags.model,
    apiKey: flags.apiKey,
    baseUrl: flags.baseUrl,
    script: flags.script,
    reasoning: flags.reasoning === "" ? undefined : flags.reasoning,
    systemPrompt: flags.systemPrompt,
    appendSystemPrompt: flags.appendSystemPrompt ?? [],
    session: sessionOf(flags, mode),
    cwd: flags.cwd,
    tools: flags.anyTools === false ? [] : namesOf(flags.tools),
    maxSteps: flags.maxSteps,
    explicit: flags.ext ?? [],
    discover: flags.discover !== false,
    skills: flags.anySkills === false ? "none" : flags.withSkills === true ? "all" : "builtin",
    yolo: flags.yolo !== false,
    trace: flags.trace,
    deadlines: deadlinesOf(flags as unknown as Readonly<Record<string, unknown>>),
    modelIdleMs: flags.deadlineModelIdle,
  };
}

function modeOf(flags: RawFlags, rpcWord: boolean): Mode {
  const chosen: Mode[] = [];
  if (rpcWord || flags.rpc === true) chosen.push("rpc");
  // Together they are json mode, which prints too.
  if (flags.json === true) chosen.push("json");
  else if (flags.print === true) chosen.push("print");
  if (flags.plain === true) chosen.push("plain");
  if (flags.listModels === true) chosen.push("list-models");
  if (chosen.length > 1) throw wrong(`choose one mode, not ${chosen.join(" and ")}`);
  return chosen[0] ?? "plain";
}

function sessionOf(flags: RawFlags, mode: Mode): SessionChoice {
  const chosen: SessionChoice[] = [];
  if (flags.keepSession === false) chosen.push({ kind: "none" });
  if (flags.continue === true) chosen.push({ kind: "latest" });
  if (flags.resume === true) chosen.push({ kind: "pick" });
  if (flags.session !== undefined) chosen.push({ kind: "file", path: flags.session });
  if (chosen.length > 1) throw wrong("--continue, --resume, --session and --no-session exclude each other");
  const choice = chosen[0] ?? { kind: "default" };
  if (choice.kind === "pick" && mode !== "plain") {
    throw wrong(
      "--resume asks which session to take, which only the chat can do; use --continue or --session FILE",
    );
  }
  return choice;
}

function namesOf(list: string | undefined): readonly string[] | undefined {
  return list
    ?.split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

function deadlinesOf(flags: Readonly<Record<string, unknown>>): Partial<Deadlines> {
  const chosen: Partial<Record<keyof Deadlines, number>> = {};
  for (const [name, key] of Object.entries(deadlineFlags)) {
    const attribute = `deadline${dashed(name)
      .split("-")
      .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
      .join("")}`;
    const value = flags[attribute];
    if (typeof value === "number") chosen[key] = value;
  }
  return chosen;
}

function dashed(name: string): string {
  return name.replaceAll("_", "-");
}

function collect(value: string, before: string[] | undefined): string[] {
  return [...(before ?? []), value];
}

/** An empty word leaves it to the model, as no flag does. */
function levelOf(value: string): Reasoning | "" {
  const level = value === "" ? value : reasoningLevels.find((known) => known === value);
  if (level === undefined) throw new InvalidArgumentError(`It is one of ${reasoningLevels.join(", ")}.`);
  return level;
}

function wholeNumber(value: string): number {
  if (!/^[1-9]\d{0,8}$/.test(value))
    throw new InvalidArgumentError("It is a whole number above 0 and of at most nine digits.");
  return Number(value);
}

function wrong(message: string): CommanderError {
  return new CommanderError(2, "extproto.usage", message);
}
