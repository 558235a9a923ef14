/** A host that is typed into, whatever stands between: plain pipes or a terminal. */
import { type HostCommand, HostProcess, type HostProcessEvents } from "../rpc-client/host-process.js";

/** What is heard of it. A terminal has no standard error of its own. */
export type TypedProcessEvents = HostProcessEvents;

/** A running host that is typed into. */
export interface TypedProcess {
  readonly pid: number | undefined;
  readonly ended: boolean;
  write(text: string): Promise<void>;
  signal(name: string): void;
  /** Waits for its end, and ends it where it does not come. */
  end(): Promise<void>;
}

/** One with plain pipes. */
export class PipedProcess implements TypedProcess {
  readonly #process: HostProcess;

  constructor(command: HostCommand, events: TypedProcessEvents) {
    this.#process = new HostProcess(command, events);
  }

  get pid(): number | undefined {
    return this.#process.child.pid;
  }

  get ended(): boolean {
    return this.#process.ended;
  }

  write(text: string): Promise<void> {
    return this.#process.write([Buffer.from(text)]);
  }

  signal(name: string): void {
    this.#process.signal(name);
  }

  end(): Promise<void> {
    return this.#process.end();
  }
}
