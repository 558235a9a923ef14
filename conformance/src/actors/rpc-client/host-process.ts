/** A process of the host under test, with its pipes. */
import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { TargetRefused } from "../../run/contract.js";

/** How a host is started. */
export interface HostCommand {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** What is heard of the process. */
export interface HostProcessEvents {
  readonly onStdout: (chunk: Buffer) => void;
  readonly onStderr: (chunk: Buffer) => void;
  readonly onStdoutEnd: () => void;
  /** The process has ended and all its output has been read. */
  readonly onExit: (code: number | null, signal: string | null) => void;
}

/** Patience with a host that was asked to end: by the end of its input, then by SIGTERM. */
const politely = 4_000;
const firmly = 4_000;

/** A running host. It leads a process group of its own, so that everything it started can be ended with it. */
export class HostProcess {
  readonly child: ChildProcess;
  readonly #gone: Promise<void>;
  #ended = false;

  constructor(command: HostCommand, events: HostProcessEvents) {
    const { program, args, cwd, env } = command;
    this.child = spawn(program, args, {
      cwd,
      env: { ...env },
      stdio: ["pipe", "pipe", "pipe"],
      detached: true,
    });
    const { stdin, stdout, stderr } = this.child;
    stdin?.on("error", () => {});
    stdout?.on("data", events.onStdout);
    stdout?.on("end", events.onStdoutEnd);
    stderr?.on("data", events.onStderr);
    this.#gone = new Promise((resolve) => {
      // A program that cannot be started has no exit.
      this.child.on("error", (error) => {
        events.onStderr(Buffer.from(`cannot start ${program}: ${error.message}\n`));
        if (this.child.pid === undefined) finish(127, null);
      });
      this.child.on("close", finish);
      const self = this;
      function finish(code: number | null, signal: string | null): void {
        if (self.#ended) return;
        self.#ended = true;
        events.onExit(code, signal);
        resolve();
      }
    });
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Resolves when the bytes are handed over. */
  async write(chunks: readonly Buffer[]): Promise<void> {
    const { stdin } = this.child;
    for (const [index, chunk] of chunks.entries()) {
      if (index > 0) await new Promise((resolve) => setImmediate(resolve));
      await new Promise<void>((resolve, reject) => {
        if (stdin === null || !stdin.writable)
          return reject(new TargetRefused("its standard input is closed"));
        stdin.write(chunk, (error) => (error ? reject(new TargetRefused(error.message)) : resolve()));
      });
    }
  }

  closeInput(): void {
    this.child.stdin?.end();
  }

  signal(name: string): void {
    if (!this.#ended) this.child.kill(name as NodeJS.Signals);
  }

  /** Ends the process, at first as a client would. */
  async end(): Promise<void> {
    this.child.stdout?.resume();
    this.closeInput();
    if (await this.#goneWithin(politely)) return;
    this.signal("SIGTERM");
    if (await this.#goneWithin(firmly)) return;
    this.killGroup();
    await this.#goneWithin(firmly);
  }

  killGroup(): void {
    const { pid } = this.child;
    if (pid === undefined) return;
    try {
      process.kill(-pid, "SIGKILL");
    } catch {
      // Nothing of the group is left.
    }
  }

  async #goneWithin(ms: number): Promise<boolean> {
    const waiting = new AbortController();
    const late = delay(ms, false, { signal: waiting.signal }).catch(() => false);
    const inTime = await Promise.race([this.#gone.then(() => true), late]);
    waiting.abort();
    return inTime;
  }
}
