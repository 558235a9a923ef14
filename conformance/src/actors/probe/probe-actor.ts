/** One probe extension as an actor: what its process sees becomes events, what the steps say becomes orders. */
import type { Json, JsonObject, ProbeSpec } from "../../case/format.js";
import { isObject } from "../../case/json.js";
import type { Send } from "../../judge/contract.js";
import { type Actor, type ActorContext, type Observed, TargetRefused } from "../../run/contract.js";
import { textOf } from "../rpc-client/received-lines.js";
import { handshakeFrames } from "./handshake.js";
import type { ProbeConnection } from "./hub.js";
import type { ProbeReport } from "./messages.js";
import { ProbeProcess } from "./probe-process.js";

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
  /** What it answers to a frame by itself, beside the handshake and the shutdown. */
  readonly answer?: (frame: JsonObject) => JsonObject | undefined;
}

/** A probe. The host may start it several times, one after the other; the latest process is the one that acts. */
export class ProbeActor implements Actor {
  readonly name: string;
  readonly #spec: ProbeSpec;
  readonly #context: ActorContext;
  readonly #install: () => Promise<void>;
  readonly #answer: (frame: JsonObject) => JsonObject | undefined;
  readonly #all = new Set<ProbeProcess>();
  readonly #children = new Set<ProbeConnection>();
  #arrivals: (() => void)[] = [];
  #departures: (() => void)[] = [];
  #current: ProbeProcess | undefined;
  #started = 0;
  #wasReady = false;
  #willing = false;

  constructor({ name, spec, context, install, answer }: ProbeActorOptions) {
    this.name = name;
    this.#spec = spec;
    this.#context = context;
    this.#install = install;
    this.#answer = answer ?? (() => undefined);
  }

  start(): Promise<void> {
    return this.#install();
  }

  /** Its process has been started by the host. */
  attach(connection: ProbeConnection): void {
    this.#started += 1;
    const living = new ProbeProcess(connection, this.#context.transform, this.#started);
    this.#all.add(living);
    this.#current = living;
    const { at, args, cwd, env } = connection.started;
    const t = this.#context.timeOf(BigInt(at));
    const wanted = this.#spec.report_env ?? [];
    const seen = Object.fromEntries(wanted.flatMap((key) => (key in env ? [[key, env[key] ?? ""]] : [])));
    const facts: JsonObject = { args: [...args], cwd, env: seen };
    this.#tell(living, { kind: "started", t, facts });
    void this.#begin(living);
    for (const arrived of this.#arrivals.splice(0)) arrived();
  }

  /** The host has ended. Where it has not greeted this extension yet, it never will. */
  hostEnded(reason: string): void {
    if (this.#wasReady || this.#willing || this.#spec.optional === true || this.#spec.scope === "none")
      return;
    this.#context.emit({ kind: "not-ready", reason });
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
          this.#tell(living, event);
          if (event.frame !== undefined) this.#react(living, event.frame);
        }
        break;
      case "input-end":
        for (const event of living.lines.end(t)) this.#tell(living, event);
        this.#tell(living, { kind: "eof", stream: "stdin", t });
        if (this.#automatic) living.end();
        break;
      case "signal":
        this.#tell(living, { kind: "signal", signal: report.signal, t });
        break;
      case "done":
        living.settle(report.order);
        break;
      case "failed":
        living.settle(report.order, report.error);
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
    living.ended();
    // Everything but SIGKILL is announced before the end.
    const signal = living.code === null ? "SIGKILL" : null;
    if (!living.dying) this.#tell(living, { kind: "exit", code: living.code, signal });
    for (const departed of this.#departures.splice(0)) departed();
  }

  async perform({ send, act, value, chunks }: Send): Promise<void> {
    const living = await this.#present();
    if (act !== "send") await living.flush();
    switch (act) {
      case "send":
        await this.#write(living, value as JsonObject, send);
        break;
      case "send raw": {
        const pieces = chunks ?? [];
        this.#tell(living, { kind: "raw", text: textOf(pieces), send });
        await living.order({ order: "write", chunks: pieces });
        break;
      }
      case "close":
        await living.order({ order: value === "stdin" ? "close-stdin" : "close-stdout" });
        break;
      case "stop reading":
        await living.order({ order: "stop-reading" });
        break;
      case "read again":
        await living.order({ order: "read-again" });
        break;
      case "print":
        await living.order({ order: "write-stderr", text: `${String(value)}\n` });
        break;
      case "start":
        await this.#startChild(living, value);
        break;
      case "die":
        // Told before the host can know of it: what the host does because of it may be heard of first.
        living.dying = true;
        this.#tell(living, { kind: "exit", code: null, signal: "SIGKILL" });
        await living.order({ order: "die" }).catch(() => {});
        break;
      default:
        throw new Error(`a probe cannot ${act}`);
    }
  }

  /** From now on the process ends as soon as it is asked to, and if it is not asked soon, by itself. */
  release(): void {
    this.#willing = true;
    if (this.#spec.shutdown !== "manual" && this.#spec.handshake !== "manual") return;
    for (const living of this.#all) living.end();
  }

  /** Waits until its processes are gone; one that has not been ended by the host ends now. */
  async stop(): Promise<void> {
    this.#willing = true;
    for (const child of this.#children) child.order({ number: 0, order: "exit", code: 0 });
    for (const living of this.#all) living.end();
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

  async #begin(living: ProbeProcess): Promise<void> {
    const { survives = [], handshake } = this.#spec;
    const { slowReader, noisyStderr } = this.#context.transform;
    try {
      if (slowReader === true) await living.order({ order: "read-slowly" });
      if (noisyStderr === true) await living.order({ order: "be-noisy" });
      if (survives.length > 0) await living.order({ order: "survive", signals: survives });
      if (handshake === "manual") return this.#ready();
      // In one order: a host may take a pause between two of its first frames for the end of them.
      const frames = handshakeFrames(this.name, this.#spec);
      for (const frame of frames) this.#tell(living, { kind: "sent", line: JSON.stringify(frame) });
      await living.writeAll(frames);
      living.registered = true;
      // No step may come between its first frames.
      if (living.welcomed) this.#ready();
    } catch {
      // The host ended it in the middle; the exit tells.
    }
  }

  /** What one process did or saw. Later ones say which they are: the one before may still be running. */
  #tell({ ordinal }: ProbeProcess, event: Observed): void {
    this.#context.emit(ordinal === 1 ? event : { ...event, process: ordinal });
  }

  #ready(): void {
    if (this.#wasReady) return;
    this.#wasReady = true;
    this.#context.emit({ kind: "ready" });
  }

  #react(living: ProbeProcess, frame: JsonObject): void {
    const answer = this.#answer(frame);
    if (answer !== undefined) void this.#write(living, answer).catch(() => {});
    if (frame.type === "hello_ack" && this.#spec.handshake !== "manual") {
      living.welcomed = true;
      if (living.registered) this.#ready();
    }
    if (frame.type === "shutdown" && this.#automatic) {
      void this.#write(living, { type: "shutdown_ack" }).catch(() => {});
      living.end();
    }
  }

  #write(living: ProbeProcess, frame: JsonObject, send?: number): Promise<void> {
    const line = JSON.stringify(frame);
    this.#tell(living, { kind: "sent", line, ...(send === undefined ? {} : { send }) });
    return living.write(frame);
  }

  async #startChild(living: ProbeProcess, value: Json): Promise<void> {
    const survive = isObject(value) && Array.isArray(value.survives) ? value.survives.map(String) : [];
    const before = this.#children.size;
    await living.order({ order: "start-child", name: `${this.name}/child`, survive });
    while (this.#children.size === before) {
      await new Promise<void>((resolve) => this.#departures.push(resolve));
    }
  }

  /** The process that acts now, or the next one that the host starts. */
  async #present(): Promise<ProbeProcess> {
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
