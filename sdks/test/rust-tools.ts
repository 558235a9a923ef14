/** The Rust of this machine, and what the tests of the Rust SDK do with it. */
import { spawnSync } from "node:child_process";
import { cpSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The folder of the SDK. */
export const sdk = join(root, "sdks/rust");

/** The reference host, as the command that the tests of the RPC client start. */
export const host = [
  process.execPath,
  join(root, "reference-host/bin/extproto-host.mjs"),
  "rpc",
  "--provider",
  "scripted",
] as const;

/** Whether a missing tool is a failure. */
export const required = process.env.CI === "true";

/** Where everything is built, once for all tests. */
export const target = join(root, "node_modules/.cache/extproto-rust");

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
    // Without debug information programs are built and started faster.
    env: {
      ...process.env,
      CARGO_TARGET_DIR: target,
      CARGO_PROFILE_DEV_DEBUG: "0",
      CARGO_TERM_COLOR: "never",
      ...env,
    },
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  return { status, stdout, output: error === undefined ? `${stdout}${stderr}` : error.message };
}

/** Why Rust cannot be tested; undefined where it can. */
export function whyNoRust(): string | undefined {
  const { status, stdout } = run("cargo", ["--version"], { cwd: root });
  if (status !== 0) return "cargo is not installed";
  const [, major = 0, minor = 0] = (/cargo (\d+)\.(\d+)/.exec(stdout) ?? []).map(Number);
  return major === 1 && minor >= 82 ? undefined : `cargo is version ${major}.${minor}, 1.82 is needed`;
}

/** Whether a part of the toolchain is there, such as `clippy`. */
export function has(part: string): boolean {
  return run("cargo", [part, "--version"], { cwd: root }).status === 0;
}

/** Builds the examples. */
export function buildExamples(): void {
  const { status, output } = run("cargo", ["build", "--quiet", "--examples", "--all-features"]);
  if (status !== 0) throw new Error(`the examples do not compile:\n${output}`);
}

/** The program of an example that was built. */
export function program(example: string): string {
  return join(target, "debug/examples", example);
}

/**
 * Copies an example, with a link to its program beside the manifest; gives the folder. A program that is copied for
 * each run of the kit can be "busy" when it is started, because a process that another run is just starting still
 * holds the copy open.
 */
export function copied(example: string, into: string): string {
  const folder = join(into, example);
  cpSync(join(sdk, "examples", example), folder, { recursive: true });
  symlinkSync(program(example), join(folder, example));
  return folder;
}
