/** The environment in which the kit, as a host, starts an extension. */
import { join } from "node:path";
import type { RunFolder } from "../../run/contract.js";
import { markName } from "../../run/ledger.js";
import { toolchainVariables } from "./toolchains.js";

/**
 * Variables that tell where a language or a library is installed. A host passes on nearly everything; a check passes
 * on only what programs need to be found, because whatever else is there may let a tool act in the user's name.
 */
const runtimes = [
  "DOTNET_ROOT",
  "GOROOT",
  "JAVA_HOME",
  "LD_LIBRARY_PATH",
  "NODE_PATH",
  "SYSTEMROOT",
  "VIRTUAL_ENV",
] as const;

/** What decides about the environment. */
export interface EnvironmentOptions {
  /** What every process of the run gets. */
  readonly base: Readonly<Record<string, string>>;
  readonly zotHome: string;
  /** The manifest's `env`: secrets that the extension asks for. */
  readonly asked: readonly string[];
  /** Variables that the check file wants as the kit itself has them. */
  readonly inherit: readonly string[];
  /** Variables that the check file sets. */
  readonly set: Readonly<Record<string, string>>;
}

/** The variables that an extension is started with. */
export function extensionEnvironment(options: EnvironmentOptions): Record<string, string> {
  const result: Record<string, string> = {
    ...options.base,
    ...toolchainVariables(),
    ZOT_HOME: options.zotHome,
  };
  for (const name of [...runtimes, ...options.asked, ...options.inherit]) {
    const value = process.env[name];
    if (value !== undefined) result[name] = value;
  }
  return { ...result, ...options.set };
}

/** What every process of a run gets, for runs that are not made by the runner. */
export function bareEnvironment(folder: RunFolder, mark: string): Record<string, string> {
  return {
    PATH: process.env.PATH ?? "",
    HOME: folder.home,
    TMPDIR: join(folder.root, "tmp"),
    LANG: "C.UTF-8",
    [markName]: mark,
  };
}
