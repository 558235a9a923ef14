/** The Python of this machine, and the tools that the tests of the Python SDK run. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The folder of the SDK. */
export const sdk = join(root, "sdks/python");

/** Whether a missing tool is a failure. */
export const required = process.env.CI === "true";

const tools = ["black==26.10.1", "build==1.6.1", "hatchling==1.33.0", "mypy==2.4.1"];

/** The environment of a child: what this machine's own says about Python's buffers and caches is left out. */
const { PYTHONUNBUFFERED: _, PYTHONDONTWRITEBYTECODE: __, PYTHONPATH: ___, ...own } = process.env;
const env = { ...own, BLACK_CACHE_DIR: join(root, "node_modules/.cache/extproto-black") };

/** What came of a command. */
export interface Ran {
  readonly status: number | null;
  /** Both streams. */
  readonly output: string;
  readonly stdout: string;
}

/** Runs a command in the SDK's folder, or another. */
export function run(program: string, args: readonly string[], cwd = sdk): Ran {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    env,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  return { status, stdout, output: error === undefined ? `${stdout}${stderr}` : error.message };
}

/** Why Python cannot be tested; undefined where it can. */
export function whyNoPython(): string | undefined {
  const asked = run("python3", ["-c", "import sys; print(*sys.version_info[:2])"], root);
  if (asked.status !== 0) return "python3 is not installed";
  const [major = 0, minor = 0] = asked.stdout.trim().split(" ").map(Number);
  return major === 3 && minor >= 10 ? undefined : `python3 is version ${major}.${minor}, 3.10 is needed`;
}

/**
 * The Python of an environment that has the tools, kept between runs; or why there is none, for instance because
 * no registry can be reached.
 */
export function withTools(): { readonly python: string } | { readonly why: string } {
  const folder = join(root, "node_modules/.cache/extproto-python");
  const python = join(folder, process.platform === "win32" ? "Scripts/python.exe" : "bin/python");
  const made = join(folder, `${tools.join("+")}.made`);
  if (existsSync(made)) return { python };
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const steps = [
    run("python3", ["-m", "venv", folder]),
    run(python, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", ...tools]),
  ];
  const failed = steps.find(({ status }) => status !== 0);
  if (failed !== undefined) return { why: failed.output.trim() };
  writeFileSync(made, "");
  return { python };
}
