/** Runs the real bin as a process, with real pipes. */
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The bin's file. */
export const bin = at("../../bin/extproto.mjs");

if (!existsSync(at("../../dist/cli/main.js"))) {
  const built = spawnSync(process.execPath, [
    at("../../../node_modules/typescript/bin/tsc"),
    "-b",
    at("../.."),
  ]);
  if (built.status !== 0) throw new Error(`the build failed:\n${built.stdout}`);
}

/** How a process ended and what it wrote. */
export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** How to start the bin. */
export interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Arguments for node itself. */
  readonly node?: readonly string[];
}

/** A running bin. */
export class Running {
  readonly child: ChildProcessWithoutNullStreams;
  readonly finished: Promise<Finished>;
  #stdout = "";
  #stderr = "";
  #taken = 0;
  #waiting: (() => void) | undefined;

  constructor(args: readonly string[], { env = {}, cwd, node = [] }: StartOptions = {}) {
    const { NO_COLOR: _, FORCE_COLOR: __, ...inherited } = process.env;
    this.child = spawn(process.execPath, [...node, bin, ...args], { cwd, env: { ...inherited, ...env } });
    this.child.stdout.setEncoding("utf8").on("data", (text: string) => {
      this.#stdout += text;
      this.#waiting?.();
    });
    this.child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.#stderr += text;
    });
    // A bin that has ended does not read the rest of its input.
    this.child.stdin.on("error", () => {});
    this.finished = new Promise((resolve, reject) => {
      this.child.on("error", reject);
      this.child.on("close", (code) => {
        this.#waiting?.();
        resolve({ code, stdout: this.#stdout, stderr: this.#stderr });
      });
    });
  }

  /** Writes to the bin's standard input, no faster than it reads. */
  async send(data: string | Buffer): Promise<void> {
    await new Promise<void>((resolve) => this.child.stdin.write(data, () => resolve()));
  }

  /** The next line of standard output, as soon as it is there. */
  async nextLine(): Promise<string> {
    for (;;) {
      const end = this.#stdout.indexOf("\n", this.#taken);
      if (end !== -1) {
        const line = this.#stdout.slice(this.#taken, end);
        this.#taken = end + 1;
        return line;
      }
      if (this.child.exitCode !== null) throw new Error(`the bin ended; stderr: ${this.#stderr}`);
      await new Promise<void>((resolve) => {
        this.#waiting = resolve;
      });
    }
  }

  /** Closes standard input and waits for the end. */
  end(): Promise<Finished> {
    this.child.stdin.end();
    return this.finished;
  }
}

/** Runs the bin to its end with this standard input. */
export async function extproto(
  args: readonly string[],
  { input = "", ...options }: StartOptions & { readonly input?: string | Buffer } = {},
): Promise<Finished> {
  const running = new Running(args, options);
  running.child.stdin.end(input);
  return running.finished;
}

/** Runs `validate - --json` and gives what it reported, parsed. */
export async function reports(
  input: string | Buffer,
  ...args: readonly string[]
): Promise<{ code: number | null; lines: Report[]; summary: Record<string, unknown> }> {
  const { code, stdout, stderr } = await extproto(["validate", "-", "--json", ...args], { input });
  if (stderr !== "" && stderr !== "no frames\n") throw new Error(stderr);
  const all = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Report & { summary?: Record<string, unknown> });
  const summary = all.pop()?.summary;
  if (summary === undefined) throw new Error(`no summary in ${stdout}`);
  return { code, lines: all, summary };
}

/** One line of `--json`. */
export interface Report {
  readonly line: number;
  readonly verdict: string;
  readonly fits: readonly string[];
  readonly frame: string | null;
  readonly problems: readonly ReportedProblem[];
  readonly omitted?: number;
  readonly notes: readonly ReportedProblem[];
}

/** A problem or note in `--json`. */
export interface ReportedProblem {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly rule: string;
  readonly expected: string;
  readonly actual: string;
  readonly hint?: string;
}
