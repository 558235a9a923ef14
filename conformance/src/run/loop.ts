/** The live loop: events to the reducer, its sends to the actors, its wake-ups to a timer. */
import type { Case } from "../case/format.js";
import type { Finding, JudgeConfig, Judgement, Send, TraceEvent } from "../judge/contract.js";
import { begin, type State, step } from "../judge/reducer.js";
import { rounded } from "../judge/time.js";
import { judgementOf } from "../judge/verdict.js";
import { type Actor, TargetRefused } from "./contract.js";
import type { TraceWriter } from "./trace-file.js";

/** What the loop is made of. */
export interface LoopParts {
  readonly case: Case;
  readonly config: JudgeConfig;
  readonly trace: TraceWriter;
  now(): number;
  actor(name: string): Actor | undefined;
  /** Ends the program at once, where a finding is all that was wanted. */
  readonly enough?: (finding: Finding) => boolean;
}

/** Drives one run. */
export class Loop {
  /** Resolves when the program is over, for whatever reason. */
  readonly finished: Promise<void>;
  #state: State;
  readonly #parts: LoopParts;
  readonly #queue: TraceEvent[] = [];
  #draining = false;
  #over = false;
  #sated = false;
  #timer: NodeJS.Timeout | undefined;
  #finish: () => void = () => undefined;
  /** Acts of one actor follow each other. */
  readonly #acts = new Map<string, Promise<void>>();

  constructor(parts: LoopParts) {
    this.#parts = parts;
    this.finished = new Promise((resolve) => {
      this.#finish = resolve;
    });
    const { state, wake } = begin(parts.case, parts.config);
    this.#state = state;
    this.#wakeAt(wake);
  }

  /** Whether a finding has ended the program early. */
  get sated(): boolean {
    return this.#sated;
  }

  /** Takes an event. Events that come while one is handled wait for their turn. */
  add(event: TraceEvent): void {
    if (this.#over) return;
    this.#queue.push(event);
    if (this.#draining) return;
    this.#draining = true;
    for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) this.#take(next);
    this.#draining = false;
  }

  /** Ends the run and judges it. */
  end(): Judgement {
    this.add({ t: this.#parts.now(), actor: "run", kind: "end" });
    this.#over = true;
    clearTimeout(this.#timer);
    return judgementOf(this.#state);
  }

  #take(event: TraceEvent): void {
    // What killed processes leave behind says nothing about the target.
    if (this.#sated && event.kind !== "end") return;
    this.#parts.trace.write(event);
    const { state, sends, wake, finished, findings } = step(this.#state, event);
    this.#state = state;
    if (findings.some((finding) => this.#parts.enough?.(finding) === true)) {
      this.#sated = true;
      clearTimeout(this.#timer);
      this.#finish();
      return;
    }
    for (const send of sends) this.#perform(send);
    this.#wakeAt(wake);
    if (finished) this.#finish();
  }

  #perform(send: Send): void {
    const before = this.#acts.get(send.actor) ?? Promise.resolve();
    this.#acts.set(
      send.actor,
      before.then(() => this.#act(send)),
    );
  }

  async #act(send: Send): Promise<void> {
    const { actor: name, act, value } = send;
    const done = { actor: name, kind: "performed", send: send.send, act } as const;
    const detail = typeof value === "string" ? { detail: value } : {};
    try {
      const actor = this.#parts.actor(name);
      if (actor === undefined) throw new Error(`this target has no actor ${name}`);
      await actor.perform(send);
      this.add({ ...done, t: this.#parts.now(), ...detail });
    } catch (error) {
      if (error instanceof TargetRefused)
        this.add({ ...done, t: this.#parts.now(), ...detail, refused: error.message });
      else this.fault(`${name} could not ${act}`, error);
    }
  }

  /** The run is given up. */
  interrupted(why: unknown): void {
    const reason = why instanceof Error ? why.message : String(why);
    this.add({ t: this.#parts.now(), actor: "run", kind: "interrupted", message: `given up: ${reason}` });
  }

  /** Reports a fault of the kit. */
  fault(what: string, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    this.add({ t: this.#parts.now(), actor: "run", kind: "harness-error", message: `${what}: ${reason}` });
  }

  /** A timer may fire a little early; the reducer is told the time only when it has come. */
  #wakeAt(wake: number | undefined): void {
    clearTimeout(this.#timer);
    if (wake === undefined || this.#over) return;
    const tick = (): void => {
      const now = this.#parts.now();
      if (now < wake) this.#timer = setTimeout(tick, Math.max(1, wake - now));
      else this.add({ t: now, actor: "run", kind: "tick" });
    };
    this.#timer = setTimeout(tick, Math.max(0, Math.min(wake - this.#parts.now(), 2 ** 31 - 1)));
  }
}

/** A clock that counts milliseconds from now on, to the microsecond. */
export function startClock(): { now(): number; timeOf(hrtime: bigint): number } {
  const origin = process.hrtime.bigint();
  const timeOf = (hrtime: bigint): number => rounded(Number(hrtime - origin) / 1e6);
  return { now: () => timeOf(process.hrtime.bigint()), timeOf };
}
