/**
 * The smallest target: plays the host to a program over its standard streams, for tests of the runner.
 *
 * It greets, waits for ready, and shuts down at the end.
 */
import { type ChildProcess, spawn } from "node:child_process";
import type { Case, JsonObject } from "../../src/case/format.js";
import {
  type Actor,
  type ActorContext,
  type PlannedRun,
  type Target,
  TargetRefused,
} from "../../src/run/contract.js";
import { createFrameWriter, type FrameWriter } from "../../src/run/frame-writer.js";
import { signalGroup } from "../../src/run/ledger.js";
import { received } from "../../src/run/received.js";
import { LineSplitter } from "../../src/validate/split-lines.js";

/** How the tests vary the target. */
export interface ProcessTargetOptions {
  readonly run?: Partial<PlannedRun>;
  /** How long a program that does not exit is waited for. */
  readonly patience?: number;
}

/** A target that runs `node program`. */
export function processTarget(program: string, options: ProcessTargetOptions = {}): Target {
  const run: PlannedRun = {
    awaits: ["host"],
    bindings: { tool: { name: "echo" } },
    args: { valid: { text: "hi" }, minimal: {}, invalid: 7 },
    deadlines: { tool: { ms: 1000 }, shutdown: { ms: 2000 } },
    facts: {},
    ...options.run,
  };
  return {
    kind: "extension",
    facts: { kind: "extension", name: "tiny", source: program, details: {} },
    plan: (theCase: Case) => [
      theCase.needs.some((need) => need.kind === "panel")
        ? { kind: "not-applicable", why: "it has no panel" }
        : { kind: "run", run },
    ],
    actors: (context) => [new TinyHost(program, context("host"), options.patience ?? 2000)],
  };
}

class TinyHost implements Actor {
  readonly name = "host";
  #child: ChildProcess | undefined;
  #writer: FrameWriter | undefined;
  #closed: Promise<void> = Promise.resolve();

  constructor(
    private readonly program: string,
    private readonly context: ActorContext,
    private readonly patience: number,
  ) {}

  async start(): Promise<void> {
    const { context } = this;
    const child = spawn(process.execPath, [this.program], {
      cwd: context.folder.cwd,
      env: context.env,
      stdio: ["pipe", "pipe", "pipe"],
      detached: true,
    });
    this.#child = child;
    context.track(child);
    child.stdin.on("error", () => undefined);
    this.#writer = createFrameWriter(child.stdin, context.transform);
    context.emit({ kind: "started" });
    const lines = new LineSplitter(4_194_304);
    child.stdout.on("data", (chunk: Buffer) => {
      for (const line of lines.push(chunk)) this.#take(received(line));
    });
    child.stdout.on("end", () => {
      for (const line of lines.end()) this.#take(received(line));
      context.emit({ kind: "eof", stream: "stdout" });
    });
    child.stderr.on("data", (chunk: Buffer) => {
      for (const line of chunk.toString().trimEnd().split("\n")) context.emit({ kind: "stderr", line });
    });
    this.#closed = new Promise((resolve) => {
      child.on("close", (code, signal) => {
        context.emit({ kind: "exit", code, signal });
        context.emit({ kind: "not-ready", reason: "it ended" });
        resolve();
      });
    });
    if (context.case.begin === "spawned") context.emit({ kind: "ready" });
  }

  #take(event: ReturnType<typeof received>): void {
    this.context.emit(event);
    if (this.context.case.begin === "spawned") return;
    if (event.frame?.type === "hello") void this.#write({ type: "hello_ack", protocol_version: 1 });
    if (event.frame?.type === "ready") this.context.emit({ kind: "ready" });
  }

  async #write(frame: JsonObject, send?: number): Promise<void> {
    const t = this.context.now();
    if (this.#child?.exitCode !== null) throw new TargetRefused("its process has ended");
    await this.#writer?.frame(frame);
    this.context.emit({
      kind: "sent",
      t,
      line: JSON.stringify(frame),
      ...(send === undefined ? {} : { send }),
    });
  }

  async perform({ act, value, send, chunks }: Parameters<Actor["perform"]>[0]): Promise<void> {
    const child = this.#child;
    if (child === undefined) throw new Error("not started");
    if (act === "send") await this.#write(value as JsonObject, send);
    else if (act === "send raw") {
      const pieces = (chunks ?? []).map((chunk) => Buffer.from(chunk, "base64"));
      await this.#writer?.raw(pieces);
      this.context.emit({ kind: "raw", text: Buffer.concat(pieces).toString(), send });
    } else if (act === "close") child.stdin?.end();
    else if (act === "signal" && child.pid !== undefined) signalGroup(child.pid, value as NodeJS.Signals);
    else throw new Error(`cannot ${act}`);
  }

  async stop(): Promise<void> {
    const child = this.#child;
    if (child?.pid === undefined) return;
    await this.#write({ type: "shutdown" }).catch(() => undefined);
    const { pid } = child;
    const timer = setTimeout(() => signalGroup(pid, "SIGKILL"), this.patience);
    await this.#closed;
    clearTimeout(timer);
  }
}
