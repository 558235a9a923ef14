/** An extension as a process, with the test as its host. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";

/** A program and its arguments. */
export type Command = readonly [string, ...string[]];

/** A frame, as far as these tests look at it. */
export type Line = Readonly<Record<string, unknown>>;

const ack = {
  type: "hello_ack",
  protocol_version: 1,
  zot_version: "test",
  provider: "test",
  model: "test",
  cwd: "/",
  capabilities: ["dynamic_tools", "tool_cancel", "tool_progress"],
};

/** A program that has said that it is ready. */
export class Running {
  /** What it wrote to standard output, in lines. */
  readonly lines: string[] = [];
  /** What it wrote to standard error. */
  stderr = "";
  readonly process: ChildProcessWithoutNullStreams;
  readonly #waiting = new Set<() => void>();
  #ids = 0;

  private constructor([program, ...args]: Command) {
    this.process = spawn(program, args, { stdio: "pipe" });
    this.process.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.stderr += text;
      this.#wake();
    });
    let rest = "";
    this.process.stdout.setEncoding("utf8").on("data", (text: string) => {
      const all = (rest + text).split("\n");
      rest = all.pop() ?? "";
      this.lines.push(...all);
      this.#wake();
    });
  }

  /** Starts a program and makes the handshake. */
  static async start(...command: Command): Promise<Running> {
    const running = new Running(command);
    await running.line("hello");
    running.send(ack);
    await running.line("ready");
    return running;
  }

  /** Writes a frame. */
  send(frame: object): void {
    this.process.stdin.write(`${JSON.stringify(frame)}\n`);
  }

  /** Calls a tool and waits for its result. */
  async call(name: string, args: object = {}): Promise<Line> {
    this.#ids += 1;
    const id = `c${this.#ids}`;
    this.send({ type: "tool_call", id, name, args });
    return this.line("tool_result", id);
  }

  /** The first frame of a type that has not been taken yet; it is taken out. */
  async line(type: string, id?: string): Promise<Line> {
    for (;;) {
      for (const [index, text] of this.lines.entries()) {
        const frame = JSON.parse(text) as Line;
        if (frame.type !== type || (id !== undefined && frame.id !== id)) continue;
        this.lines.splice(index, 1);
        return frame;
      }
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  /** Waits for a text on standard error. */
  async said(text: string): Promise<void> {
    while (!this.stderr.includes(text)) await new Promise<void>((resolve) => this.#waiting.add(resolve));
  }

  /** Waits for its end. */
  async ended(): Promise<{ code: number | null; signal: string | null }> {
    const { exitCode, signalCode } = this.process;
    if (exitCode !== null || signalCode !== null) return { code: exitCode, signal: signalCode };
    const [code, signal] = (await once(this.process, "exit")) as [number | null, string | null];
    return { code, signal };
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}
