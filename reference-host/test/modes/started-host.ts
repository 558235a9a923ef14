/** The real program in its own process, with real pipes, for the tests of the modes. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createChecker, type ServerFrame } from "@extproto/schemas";
import { onTestFinished } from "vitest";

/** Judges what the server writes by a sender's duties, and knows no field that is not defined. */
const check = createChecker({ protocol: "rpc", from: "server", mode: "emit", strict: true });

/** The program under test. */
export const program = fileURLToPath(new URL("../../bin/extproto-host.mjs", import.meta.url));

/** A folder that lasts as long as the test. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "extproto-host-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

/** Extensions begin with this: `send`, and `receive(frame)` to be defined. Shutdown is answered. */
const prelude = `
const send = (frame) => process.stdout.write(JSON.stringify(frame) + "\\n");
let held = "";
process.stdin.setEncoding("utf8").on("data", (chunk) => {
  const lines = (held + chunk).split("\\n");
  held = lines.pop();
  for (const line of lines) {
    const frame = JSON.parse(line);
    if (frame.type === "shutdown" && !globalThis.ignoresShutdown) { send({ type: "shutdown_ack" }); process.exit(0); }
    receive(frame);
  }
}).on("end", () => { if (!globalThis.ignoresShutdown) process.exit(0); });
`;

/** Writes an extension whose behaviour is this JavaScript; returns its folder. */
export function writeExtension(parent: string, name: string, source: string): string {
  const folder = join(parent, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, "extension.json"),
    JSON.stringify({ name, version: "1.2.3", exec: "./main.mjs" }),
  );
  const hello = `send({ type: "hello", name: ${JSON.stringify(name)}, version: "1.2.3", capabilities: ["tool_cancel"] });`;
  const text = `#!/usr/bin/env node\n${prelude}\n${source.includes("NO_HELLO") ? "" : hello}\n${source}\n`;
  writeFileSync(join(folder, "main.mjs"), text);
  chmodSync(join(folder, "main.mjs"), 0o755);
  return folder;
}

/** Command lines of the processes that run a program of this folder. */
export function processesOf(folder: string): string[] {
  return execFileSync("ps", ["-A", "-o", "pid=,stat=,command="], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes(folder) && !line.includes(program))
    .filter((line) => !/^\s*\d+\s+Z/.test(line));
}

/** Where and how a host is started. */
export interface StartOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Extensions by name; each is loaded with `--ext`, in this order. */
  readonly extensions?: Readonly<Record<string, string>>;
  /** Files of the folder that the host works in. */
  readonly files?: Readonly<Record<string, string>>;
}

/** How a process ended. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A host that runs. */
export class StartedHost {
  readonly folder = temporaryFolder();
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  stdout = "";
  stderr = "";
  #onOutput = new Set<() => void>();
  #exited = false;

  constructor(options: StartOptions & { readonly mode: readonly string[] }) {
    const work = join(this.folder, "work");
    mkdirSync(work);
    for (const [name, text] of Object.entries(options.files ?? {})) writeFileSync(join(work, name), text);
    const extensions = Object.entries(options.extensions ?? {}).flatMap(([name, source]) => [
      "--ext",
      writeExtension(join(this.folder, "extensions"), name, source),
    ]);
    const argv = [program, ...options.mode, ...extensions, ...(options.args ?? [])];
    this.child = spawn(process.execPath, argv, {
      cwd: work,
      env: this.environment(options.env),
      stdio: "pipe",
    });
    this.ended = new Promise((resolve) => {
      this.child.on("close", (code, signal) => {
        this.#exited = true;
        resolve({ code, signal });
        this.#tell();
      });
    });
    this.child.stdin?.on("error", () => {});
    this.child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      this.stdout += text;
      this.#tell();
    });
    this.child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.stderr += text;
      this.#tell();
    });
    onTestFinished(async () => {
      this.child.kill("SIGKILL");
      await this.ended;
    });
  }

  /** Nothing of the developer's own set-up reaches the test. */
  environment(more: Readonly<Record<string, string>> = {}): Record<string, string> {
    return {
      PATH: process.env.PATH ?? "",
      HOME: this.folder,
      ZOT_HOME: this.home,
      ...more,
    };
  }

  get home(): string {
    return join(this.folder, "home");
  }

  get work(): string {
    return join(this.folder, "work");
  }

  write(text: string): void {
    this.child.stdin?.write(text);
  }

  /** Closes the host's input and waits for its end. */
  async finish(): Promise<Ended> {
    this.child.stdin?.end();
    return this.ended;
  }

  /** Waits until the condition holds; it is looked at whenever the host has written something. */
  async until<T>(what: string, condition: () => T | undefined | false): Promise<T> {
    for (;;) {
      const value = condition();
      if (value !== undefined && value !== false) return value;
      if (this.#exited)
        throw new Error(`the host ended before: ${what}\nstdout: ${this.stdout}\nstderr: ${this.stderr}`);
      await new Promise<void>((resolve) => {
        this.#onOutput.add(resolve);
      });
    }
  }

  /** Command lines of processes that belong to this host's extensions. */
  survivors(): string[] {
    return processesOf(join(this.folder, "extensions"));
  }

  #tell(): void {
    const waiting = [...this.#onOutput];
    this.#onOutput.clear();
    for (const resolve of waiting) resolve();
  }
}

/** A host in RPC mode, and the client's side of it. */
export class RpcHost extends StartedHost {
  #taken = 0;
  #parsedTo = 0;
  readonly #frames: ServerFrame[] = [];

  constructor(options: StartOptions = {}) {
    super({ ...options, mode: ["rpc"] });
  }

  send(frame: object | string): void {
    this.write(`${typeof frame === "string" ? frame : JSON.stringify(frame)}\n`);
  }

  /** Every frame so far; each has to be valid. */
  frames(): ServerFrame[] {
    const end = this.stdout.lastIndexOf("\n") + 1;
    for (const line of this.stdout.slice(this.#parsedTo, end).split("\n").slice(0, -1)) {
      const decoded = check(line);
      if (decoded.kind === "invalid") throw new Error(`${decoded.error.message}\nin ${line}`);
      // A refused unknown command is the one response whose command no schema knows.
      this.#frames.push((decoded.kind === "frame" ? decoded.frame : decoded.value) as unknown as ServerFrame);
    }
    this.#parsedTo = end;
    return [...this.#frames];
  }

  /** The next frame that fits, of those not taken yet; frames before it are passed over. */
  async next(fits: Readonly<Record<string, unknown>>): Promise<ServerFrame & Record<string, unknown>> {
    return this.until(`a frame like ${JSON.stringify(fits)}`, () => {
      const all = this.frames();
      const index = all.findIndex((frame, at) => at >= this.#taken && matches(frame, fits));
      if (index === -1) return undefined;
      this.#taken = index + 1;
      return all[index] as ServerFrame & Record<string, unknown>;
    });
  }

  /** Sends a command and returns its response. */
  async ask(
    frame: { readonly type: string; readonly id: string } & Readonly<Record<string, unknown>>,
  ): Promise<unknown> {
    this.send(frame);
    return this.until(`the response ${frame.id}`, () =>
      this.frames().find((answer) => answer.type === "response" && answer.id === frame.id),
    );
  }

  types(): string[] {
    return this.frames().map((frame) => frame.type);
  }
}

function matches(frame: object, fits: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(fits).every(
    ([name, value]) => JSON.stringify((frame as Record<string, unknown>)[name]) === JSON.stringify(value),
  );
}

/** The lines of a `--trace` file. */
export function readTrace(
  path: string,
): { at: number; pipe: string; direction: "in" | "out"; line: string }[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}
