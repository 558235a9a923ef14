/** One process of a probe, while it runs: what it is ordered and has not done yet, what it has read so far. */
import type { JsonObject } from "../../case/format.js";
import { TargetRefused } from "../../run/contract.js";
import type { Transform } from "../../run/transform.js";
import { ReceivedLines } from "../rpc-client/received-lines.js";
import type { ProbeConnection } from "./hub.js";
import type { ProbeDeed } from "./messages.js";

/** A process that is running. */
export class ProbeProcess {
  readonly connection: ProbeConnection;
  /** Counts the processes of its probe, from 1. */
  readonly ordinal: number;
  readonly lines = new ReceivedLines();
  /** What it writes by itself at its start has been written. */
  registered = false;
  /** The host has answered its hello. */
  welcomed = false;
  /** It was ordered to kill itself, and its exit has been told. */
  dying = false;
  /** The status with which it said that it is about to end. */
  code: number | null = null;
  readonly #transform: Transform;
  readonly #waiting = new Map<number, { done(): void; failed(error: Error): void }>();
  /** Frames that wait to be written together. */
  readonly #gathered: Buffer[] = [];
  #number = 0;

  constructor(connection: ProbeConnection, transform: Transform, ordinal: number) {
    this.connection = connection;
    this.ordinal = ordinal;
    this.#transform = transform;
  }

  /** Orders something; resolves when it is done. */
  order(deed: ProbeDeed): Promise<void> {
    this.#number += 1;
    const number = this.#number;
    return new Promise((done, failed) => {
      this.#waiting.set(number, { done, failed });
      this.connection.order({ ...deed, number });
    });
  }

  /** An order has been carried out, or could not be. */
  settle(number: number, error?: string): void {
    const order = this.#waiting.get(number);
    this.#waiting.delete(number);
    if (error === undefined) order?.done();
    else order?.failed(new TargetRefused(error));
  }

  /** It has ended: what was ordered is not going to be done. */
  ended(): void {
    for (const { failed } of this.#waiting.values()) failed(new TargetRefused("the process has ended"));
    this.#waiting.clear();
  }

  /** Writes frames that belong together, in one order. */
  writeAll(frames: readonly JsonObject[]): Promise<void> {
    const pieces = frames.flatMap((frame) => this.#transform.encode(frame));
    return this.#writePieces(this.#transform.gather === true ? [Buffer.concat(pieces)] : pieces);
  }

  /** Writes a frame. Where frames are gathered the caller goes on at once, and what it writes next may join. */
  async write(frame: JsonObject): Promise<void> {
    if (this.#transform.gather !== true) return this.writeAll([frame]);
    if (this.#gathered.length === 0) setImmediate(() => void this.flush().catch(() => {}));
    this.#gathered.push(...this.#transform.encode(frame));
  }

  /** What was held back goes out as one write. */
  async flush(): Promise<void> {
    const held = Buffer.concat(this.#gathered.splice(0));
    if (held.length > 0) await this.#writePieces([held]);
  }

  /** Ends it behind what it was ordered before. Its exit tells the end, so nobody waits for the order. */
  end(): void {
    void this.flush().catch(() => {});
    void this.order({ order: "exit", code: 0 }).catch(() => {});
  }

  #writePieces(pieces: readonly Buffer[]): Promise<void> {
    return this.order({ order: "write", chunks: pieces.map((piece) => piece.toString("base64")) });
  }
}
