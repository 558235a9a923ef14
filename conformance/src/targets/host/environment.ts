/** What a host is started with: arguments and environment, from profile, case and run. */
import { isAbsolute, join, resolve } from "node:path";
import type { HostCommand } from "../../actors/rpc-client/host-process.js";
import { filled } from "../../actors/user/typed-user.js";
import type { Case } from "../../case/format.js";
import type { RunFolder } from "../../run/contract.js";
import type { LoadedProfile } from "./load-profile.js";

/** What is known when a host is started. */
export interface Start {
  readonly loaded: LoadedProfile;
  readonly case: Case;
  readonly folder: RunFolder;
  /** What every program of the run gets. */
  readonly env: Readonly<Record<string, string>>;
  /** Address of the model server. */
  readonly baseUrl: string;
  /** Milliseconds of the deadlines that are not left at their default. */
  readonly deadlines: Readonly<Record<string, number>>;
  /** Folders of the extensions that are named on the command line, in order. */
  readonly explicit: readonly string[];
}

/** The command line of a long-lived host: an RPC server, or the mode that a user types into. */
export function hostCommand(start: Start, modeArgs: readonly string[]): HostCommand {
  const values = placeholders(start);
  const args = [...modeArgs, ...everyStart(start), ...start.case.flags];
  return commandOf(
    start,
    args.map((word) => filled(word, values)),
  );
}

/**
 * The command line of `user runs`: the program with these arguments alone. The word `{host}` stands for those
 * that every start of the host has: model, deadlines, extensions. Another program gets the same environment.
 */
export function programCommand(start: Start, args: readonly string[], program?: string): HostCommand {
  const values = placeholders(start);
  const all = args.flatMap((word) => (word === "{host}" ? everyStart(start) : [word]));
  const words = all.map((word) => filled(word, values));
  const command = commandOf(start, words);
  return program === undefined ? command : { ...command, program: filled(program, values), args: words };
}

function everyStart(start: Start): readonly string[] {
  const { profile } = start.loaded;
  return [
    ...(profile.args ?? []),
    ...deadlineArgs(start),
    ...start.explicit.flatMap((dir) => profile.extension.map((word) => filled(word, { dir }))),
  ];
}

/** The files of the profile: absolute path and text. */
export function profileFiles(start: Start): readonly (readonly [path: string, text: string])[] {
  const bases: Readonly<Record<string, string>> = {
    zot: zotHome(start),
    home: start.folder.home,
    cwd: start.folder.cwd,
  };
  return Object.entries(start.loaded.profile.files ?? {}).map(([name, text]) => {
    const [first = "", ...rest] = name.split("/");
    const base = bases[first];
    if (base === undefined) throw new RangeError(`the file ${name} lies below none of the run's folders`);
    return [join(base, ...rest), filled(text, placeholders(start))];
  });
}

/** The user's global folder, as the specification finds it from the environment. */
export function zotHome(start: Surroundings): string {
  const env = environment(start);
  const { cwd, home } = start.folder;
  const own = env[start.loaded.profile.home ?? "ZOT_HOME"];
  if (own !== undefined && own !== "") return resolve(cwd, own);
  const state = env.XDG_STATE_HOME;
  if (process.platform === "darwin") return join(home, "Library/Application Support/zot");
  return state === undefined || state === ""
    ? join(home, ".local/state/zot")
    : join(resolve(cwd, state), "zot");
}

function commandOf(start: Start, args: readonly string[]): HostCommand {
  const [program = "", ...first] = start.loaded.profile.command.map((word) => located(word, start));
  return { program, args: [...first, ...args], cwd: start.folder.cwd, env: environment(start) };
}

function located(word: string, { loaded }: Start): string {
  if (word === "{node}") return process.execPath;
  return /^\.{1,2}\//.test(word) && !isAbsolute(word) ? resolve(loaded.folder, word) : word;
}

function placeholders({ folder, baseUrl }: Start): Readonly<Record<string, string>> {
  return { base_url: baseUrl, home: folder.home, cwd: folder.cwd, root: folder.root };
}

function deadlineArgs({ loaded, deadlines }: Start): string[] {
  return Object.entries(deadlines).flatMap(([name, ms]) => {
    return (loaded.profile.deadlines?.[name]?.args ?? []).map((word) => filled(word, { ms: String(ms) }));
  });
}

/** The part of a start that the environment depends on. */
type Surroundings = Pick<Start, "loaded" | "case" | "folder" | "env">;

/** What the run gives, then the profile, then the case. */
function environment(start: Surroundings & Partial<Start>): Record<string, string> {
  const { loaded, case: theCase, folder, env, deadlines = {} } = start;
  const { profile } = loaded;
  const timed = Object.entries(deadlines).flatMap(([name, ms]) => {
    const { env: variables = {} } = profile.deadlines?.[name] ?? {};
    return Object.entries(variables).map(([key, value]): [string, string] => [
      key,
      filled(value, { ms: String(ms) }),
    ]);
  });
  const given: Record<string, string> = { ...profile.env, ...Object.fromEntries(timed), ...theCase.env };
  const { baseUrl } = start;
  const values = {
    home: folder.home,
    cwd: folder.cwd,
    root: folder.root,
    ...(baseUrl === undefined ? {} : { base_url: baseUrl }),
  };
  return {
    ...env,
    [profile.home ?? "ZOT_HOME"]: join(folder.home, "zot"),
    ...(theCase.token === undefined ? {} : { ZOTCORE_RPC_TOKEN: theCase.token }),
    ...Object.fromEntries(Object.entries(given).map(([key, value]) => [key, filled(value, values)])),
  };
}
