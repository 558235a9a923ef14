/** A profile -> a host that can be checked: its program is there and starts, and can be asked what it has. */
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join, resolve } from "node:path";
import type { Case } from "../../case/format.js";
import type { Planned, Target } from "../../run/contract.js";
import { ProfileError } from "../profile-file.js";
import { createHostTarget } from "./host-target.js";
import { type LoadedProfile, loadProfile } from "./load-profile.js";
import { isUnmet, whyDead } from "./survey.js";

/** How a host is opened. */
export interface OpenHostOptions {
  /** File of the profile. */
  readonly profile: string;
  readonly shorten: boolean;
  readonly signal: AbortSignal;
}

/**
 * Opens a host. Throws a {@link ProfileError} where the profile names a program that is not there.
 *
 * @example
 * ```ts
 * const target = await openHost({ profile: "my-host.yaml", shorten: true, signal });
 * ```
 */
export async function openHost({ profile: file, shorten, signal }: OpenHostOptions): Promise<Target> {
  const loaded = loadProfile(file);
  const missing = missingProgram(loaded);
  if (missing !== undefined) throw new ProfileError([`${file}: ${missing}`]);
  const target = createHostTarget({ profile: file, shorten, loaded });
  const dead = await whyDead(target, { overRpc: loaded.profile.rpc !== undefined, signal });
  const asked = new Map<string, Promise<boolean>>();
  const lacks = (name: string): Promise<boolean> => {
    const answer = asked.get(name) ?? isUnmet(target, name, signal);
    asked.set(name, answer);
    return answer;
  };
  if (dead === undefined) return { ...target, lacks };
  const why = `the host does not start: ${dead}`;
  const plan = (theCase: Case) =>
    target
      .plan(theCase)
      .map((planned): Planned => (planned.kind === "run" ? { kind: "dependency-failed", why } : planned));
  return { ...target, plan };
}

/** What is wrong with the program of a profile; undefined where it can be run. */
export function missingProgram({ profile, folder }: LoadedProfile): string | undefined {
  const [program = ""] = profile.command;
  if (program === "{node}") return undefined;
  if (isAbsolute(program) || /^\.{1,2}\//.test(program)) {
    const path = resolve(folder, program);
    const fault = whyNotRun(path);
    return fault === undefined ? undefined : `the program of the host, ${path}, ${fault}; see \`command\``;
  }
  // What the files of the profile put into the working directory can be a program too.
  if (program.includes("/")) {
    if (Object.hasOwn(profile.files ?? {}, `cwd/${program}`)) return undefined;
    return `the program ${program} would be looked for in the working directory of each run: write ./${program} to find it beside the profile`;
  }
  const path = profile.env?.PATH ?? process.env.PATH ?? "";
  if (path.includes("{")) return undefined;
  const folders = path.split(delimiter).filter((each) => each !== "");
  if (folders.some((each) => whyNotRun(join(each, program)) === undefined)) return undefined;
  return `there is no program ${program} on PATH: install the host, or write the path of its program into \`command\``;
}

function whyNotRun(path: string): string | undefined {
  try {
    if (!statSync(path).isFile()) return "is no file";
  } catch {
    return "does not exist";
  }
  try {
    accessSync(path, constants.X_OK);
  } catch {
    return "may not be executed";
  }
  return undefined;
}
