/** Where the host keeps extensions, logs and the rest of its state. */
import { homedir } from "node:os";
import { join, resolve } from "node:path";

/** What the place depends on. */
export interface HomeOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform?: NodeJS.Platform;
  readonly homeDirectory?: string;
}

/** The zot home, absolute: `ZOT_HOME`, or the platform's place for state. */
export function zotHome(options: HomeOptions): string {
  const { env, platform = process.platform, homeDirectory = env.HOME || homedir() } = options;
  if (env.ZOT_HOME) return resolve(env.ZOT_HOME);
  if (platform === "darwin") return join(homeDirectory, "Library", "Application Support", "zot");
  if (platform === "win32") return join(env.LOCALAPPDATA || join(homeDirectory, "AppData", "Local"), "zot");
  return env.XDG_STATE_HOME
    ? resolve(env.XDG_STATE_HOME, "zot")
    : join(homeDirectory, ".local", "state", "zot");
}

/** The folder of the extensions that every project sees. */
export function globalExtensions(home: string): string {
  return join(home, "extensions");
}

/** The folder of a project's own extensions. */
export function projectExtensions(cwd: string): string {
  return join(cwd, ".zot", "extensions");
}

/** The log file of an extension. */
export function logPath(home: string, name: string): string {
  return join(home, "logs", `ext-${name}.log`);
}
