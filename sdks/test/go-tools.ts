/** The Go of this machine, and what the tests of the Go SDK do with it. */
import { spawnSync } from "node:child_process";
import { cpSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The folder of the SDK. */
export const sdk = join(root, "sdks/go");

/** Whether a missing tool is a failure. */
export const required = process.env.CI === "true";

/** What came of a command. */
export interface Ran {
  readonly status: number | null;
  /** Both streams. */
  readonly output: string;
  readonly stdout: string;
}

/** Runs a command in the SDK's folder, or another. */
export function run(
  program: string,
  args: readonly string[],
  { cwd = sdk, env = {} }: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Ran {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    // The SDK has no dependencies: nothing is to be fetched, neither modules nor another Go.
    env: { ...process.env, GOPROXY: "off", GOTOOLCHAIN: "local", GOWORK: "off", ...env },
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  return { status, stdout, output: error === undefined ? `${stdout}${stderr}` : error.message };
}

/** Why Go cannot be tested; undefined where it can. */
export function whyNoGo(): string | undefined {
  const { status, stdout } = run("go", ["version"], { cwd: root });
  if (status !== 0) return "go is not installed";
  const [, major = 0, minor = 0] = (/go(\d+)\.(\d+)/.exec(stdout) ?? []).map(Number);
  return major === 1 && minor >= 23 ? undefined : `go is version ${major}.${minor}, 1.23 is needed`;
}

/**
 * Copies an example and builds its program, with a link to it beside the manifest; gives the folder. A program that is
 * copied for each run of the kit can be "busy" when it is started, because a process that another run is just starting
 * still holds the copy open.
 */
export function built(example: string, into: string): string {
  const folder = join(into, example);
  cpSync(join(sdk, "examples", example), folder, { recursive: true });
  const program = join(into, "bin", example);
  const { status, output } = run("go", ["build", "-o", program, `./examples/${example}`]);
  if (status !== 0) throw new Error(`the example ${example} does not compile:\n${output}`);
  symlinkSync(program, join(folder, example));
  return folder;
}
