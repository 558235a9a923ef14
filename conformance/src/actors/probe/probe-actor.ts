/** One probe extension as an actor: what its process sees becomes events, what the steps say becomes orders. */
import type { Json, JsonObject, ProbeSpec } from "../../case/format.js";
import { isObject } from "../../case/json.js";
import type { Send } from "../../judge/contract.js";
import { type Actor, type ActorContext, TargetRefused } from "../../run/contract.js";
import { ReceivedLines, textOf } from "../rpc-client/received-lines.js";
import { handshakeFrames } from "./handshake.js";
import type { ProbeConnection } from "./hub.js";
import type { ProbeDeed, ProbeReport } from "./messages.js";

/** How long a step waits for a process that the host has not started yet. */
const longestStart = 15_000;

/** How long a process has to end when it is told to. */
const longestEnd = 2_000;

/** How a probe actor is made. */
export interface ProbeActorOptions {
  readonly name: string;
  readonly spec: ProbeSpec;
  readonly context: ActorContext;
  /** Puts the extension where the host finds it. */
  readonly install: () => Promise<void>;
}

/** A process that is running, with what has been ordered and not yet done. */
interface Living {
  readonly connection: ProbeConnection;
  readonly lines: ReceivedLines;
  readonly waiting: Map<number, { done(): void; failed(error: Error): void }>;
  greeted: boolean;
  code: number | null;
}

/** A probe. The host may start it several times, one after the other; the latest process is the one that acts. */
export class ProbeActor implements Actor {
  readonly name: string;
  readonly #spec: ProbeSpec;
  readonly #context: ActorContext;
  readonly #install: () => Promise<void>;
  readonly #all = new Set<Living>();
  readonly #children = new Set<ProbeConnection>();
  #arrivals: (() => void)[] = [];
  #departures: (() => void)[] = [];
  #current: Living | undefined;
  #number = 0;
  #wasReady = false;
  #willing = false;

  constructor({ name, spec, context, install }: ProbeActorOptions) {
    this.name = name;
    this.#spec = spec;
    this.#context = context;
    this.#install = install;
  }

  start(): Promise<void> {
    return this.#install();
  }

  /** Its process has been started by the host. */
  attach(connection: ProbeConnection): void {
    const living: Living = {
      connection,
      lines: new ReceivedLines(),
      waiting: new Map(),
      greeted: false,
      code: null,
    };
    this.#all.add(living);
    this.#current = living;
    const { at, args, cwd, env } = connection.started;
    const t = this.#context.timeOf(BigInt(at));
    const wanted = this.#spec.report_env ?? [];
    const seen = Object.fromEntries(wanted.flatMap((key) => (key in env ? [[key, env[key] ?? ""]] : [])));
    const facts: JsonObject = { args: [...args], cwd, env: seen };
    this.#context.emit({ kind: "started", t, facts });
    void this.#begin(living);
    for (const arrived of this.#arrivals.splice(0)) arrived();
  }

  /** A process that this probe started reports. */
  child(connection: ProbeConnection, what: "started" | "ended" | { signal: string }): void {
    if (what === "started") this.#children.add(connection);
    if (what === "ended") this.#children.delete(connection);
    const value = typeof what === "string" ? { child: what } : { child: what.signal };
    this.#context.emit({ kind: "result", value });
    for (const departed of this.#departures.splice(0)) departed();
  }

  report(connection: ProbeConnection, report: Exclude<ProbeReport, { kind: "started" }>): void {
    const living = [...this.#all].find((each) => each.connection === connection);
    if (living === undefined) return;
    const t = this.#context.timeOf(BigInt(report.at));
    switch (report.kind) {
      case "input":
        for (const event of living.lines.push(Buffer.from(report.data, "base64"), t)) {
          this.#context.emit(event);
          if (event.frame !== undefined) this.#react(living, event.frame);
        }
        break;
      case "input-end":
        for (const event of living.lines.end(t)) this.#context.emit(event);
        this.#context.emit({ kind: "eof", stream: "stdin", t });
        if (this.#automatic) this.#end(living);
        break;
      case "signal":
        this.#context.emit({ kind: "signal", signal: report.signal, t });
        break;
      case "done":
        living.waiting.get(report.order)?.done();
        living.waiting.delete(report.order);
        break;
      case "failed":
        living.waiting.get(report.order)?.failed(new TargetRefused(report.error));
        living.waiting.delete(report.order);
        break;
      case "ending":
        living.code = report.code;
    }
  }

  /** Its process has ended. */
  detach(connection: ProbeConnection): void {
    const living = [...this.#all].find((each) => each.connection === connection);
    if (living === undefined) return;
    this.#all.delete(living);
    if (this.#current === living) this.#current = undefined;
    for (const { failed } of living.waiting.values()) failed(new TargetRefused("the process has ended"));
    // Everything but SIGKILL is announced before the end.
    this.#context.emit({ kind: "exit", code: living.code, signal: living.code === null ? "SIGKILL" : null });
    for (const departed of this.#departures.splice(0)) departed();
  }

  async perform({ send, act, value, chunks }: Send): Promise<void> {
    const { emit } = this.#context;
    const living = await this.#present();
    switch (act) {
      case "send":
        await this.#write(living, value as JsonObject, send);
        break;
      case "send raw": {
        const pieces = chunks ?? [];
        emit({ kind: "raw", text: textOf(pieces), send });
        await this.#order(living, { order: "write", chunks: pieces });
        break;
      }
      case "close":
        await this.#order(living, { order: value === "stdin" ? "close-stdin" : "close-stdout" });
        break;
      case "stop reading":
        await this.#order(living, { order: "stop-reading" });
        break;
      case "read again":
        await this.#order(living, { order: "read-again" });
        break;
      case "print":
        await this.#order(living, { order: "write-stderr", text: `${String(value)}\n` });
        break;
      case "start":
        await this.#startChild(living, value);
        break;
      case "die":
        await this.#order(living, { order: "die" }).catch(() => {});
        break;
      default:
        throw new Error(`a probe cannot ${act}`);
    }
  }

  /** From now on the process ends as soon as it is asked to, and if it is not asked soon, by itself. */
  release(): void {
    this.#willing = true;
    if (this.#spec.shutdown !== "manual" && this.#spec.handshake !== "manual") return;
    for (const living of this.#all) this.#end(living);
  }

  /** Waits until its processes are gone; one that has not been ended by the host ends now. */
  async stop(): Promise<void> {
    this.#willing = true;
    for (const child of this.#children) child.order({ number: 0, order: "exit", code: 0 });
    for (const living of this.#all) this.#end(living);
    const force = setTimeout(() => this.#kill(), longestEnd);
    while (this.#all.size > 0 || this.#children.size > 0) {
      await new Promise<void>((resolve) => this.#departures.push(resolve));
    }
    clearTimeout(force);
  }

  #kill(): void {
    for (const { pid } of [...this.#all].map((living) => living.connection.started)) killed(pid);
    for (const { started } of this.#children) killed(started.pid);
  }

  get #automatic(): boolean {
    return this.#willing || this.#spec.shutdown !== "manual";
  }

  async #begin(living: Living): Promise<void> {
    const { survives = [], handshake } = this.#spec;
    try {
      if (survives.length > 0) await this.#order(living, { order: "survive", signals: survives });
      if (handshake === "manual") return this.#ready();
      for (const frame of handshakeFrames(this.name, this.#spec)) await this.#write(living, frame);
      living.greeted = true;
    } catch {
      // The host ended it in the middle; the exit tells.
    }
  }

  #ready(): void {
    if (this.#wasReady) return;
    this.#wasReady = true;
    this.#context.emit({ kind: "ready" });
  }

  #react(living: Living, frame: JsonObject): void {
    if (frame.type === "hello_ack" && this.#spec.handshake !== "manual") this.#ready();
    if (frame.type === "shutdown" && this.#automatic) {
      void this.#write(living, { type: "shutdown_ack" })
        .then(() => this.#order(living, { order: "exit", code: 0 }))
        .catch(() => {});
    }
  }

  #write(living: Living, frame: JsonObject, send?: number): Promise<void> {
    const pieces = this.#context.transform.encode(frame);
    this.#context.emit({
      kind: "sent",
      line: JSON.stringify(frame),
      ...(send === undefined ? {} : { send }),
    });
    return this.#order(living, { order: "write", chunks: pieces.map((piece) => piece.toString("base64")) });
  }

  /** Its end is told by its exit, so nobody waits for the order. */
  #end(living: Living): void {
    void this.#order(living, { order: "exit", code: 0 }).catch(() => {});
  }

  #order(living: Living, deed: ProbeDeed): Promise<void> {
    this.#number += 1;
    const number = this.#number;
    return new Promise((done, failed) => {
      living.waiting.set(number, { done, failed });
      living.connection.order({ ...deed, number });
    });
  }

  async #startChild(living: Living, value: Json): Promise<void> {
    const survive = isObject(value) && Array.isArray(value.survives) ? value.survives.map(String) : [];
    const before = this.#children.size;
    await this.#order(living, { order: "start-child", name: `${this.name}/child`, survive });
    while (this.#children.size === before) {
      await new Promise<void>((resolve) => this.#departures.push(resolve));
    }
  }

  /** The process that acts now, or the next one that the host starts. */
  async #present(): Promise<Living> {
    if (this.#current !== undefined) return this.#current;
    let giveUp: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve, reject) => {
      this.#arrivals.push(resolve);
      giveUp = setTimeout(() => reject(new TargetRefused("the host has not started it")), longestStart);
    });
    clearTimeout(giveUp);
    if (this.#current === undefined) throw new TargetRefused("its process has ended");
    return this.#current;
  }
}

function killed(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It is gone already.
  }
}
