/** The RPC client: starts the host as a server and speaks lines with it. */
import type { JsonObject } from "../../case/format.js";
import type { Send } from "../../judge/contract.js";
import type { Actor, ActorContext } from "../../run/contract.js";
import { type HostCommand, HostProcess } from "./host-process.js";
import { type ReceivedLine, ReceivedLines, textOf } from "./received-lines.js";
import { TextLines } from "./text-lines.js";

/** How a client is made. */
export interface ClientActorOptions {
  readonly context: ActorContext;
  /** How the host is started; asked when it is, because ports and folders are not known before. */
  readonly command: () => HostCommand;
  /** Called when the case is over, before the host is asked to end. */
  readonly onStopping: () => void;
  /** Called when the host has ended, with what is known of it in words. */
  readonly onHostEnd: (how: string) => void;
}

/** Whoever else wants to know what the server writes. */
export interface ClientObserver {
  onFrame(frame: JsonObject, t: number): void;
  onStderr(line: string): void;
  onExit(code: number | null, signal: string | null): void;
}

/** The actor `client`. */
export class ClientActor implements Actor {
  readonly name = "client";
  readonly #options: ClientActorOptions;
  readonly #observers: ClientObserver[] = [];
  readonly #answers = new Map<string, () => void>();
  readonly #gathered: Buffer[] = [];
  #process: HostProcess | undefined;
  #fences = 0;
  #reading = true;

  constructor(options: ClientActorOptions) {
    this.#options = options;
  }

  observe(observer: ClientObserver): void {
    this.#observers.push(observer);
  }

  async start(): Promise<void> {
    const { context } = this.#options;
    this.#spawn();
    context.emit({ kind: "ready" });
  }

  async perform({ send, act, value, chunks }: Send): Promise<void> {
    const { emit } = this.#options.context;
    const process = this.#running();
    if (act !== "send") await this.#flush();
    switch (act) {
      case "send":
        await this.write(value as JsonObject, send);
        break;
      case "send raw": {
        const pieces = chunks ?? [];
        emit({ kind: "raw", text: textOf(pieces), send });
        await process.write(pieces.map((piece) => Buffer.from(piece, "base64")));
        break;
      }
      case "close":
        if (value === "stdout") process.child.stdout?.destroy();
        else process.closeInput();
        break;
      case "stop":
        process.closeInput();
        break;
      case "signal":
        process.signal(String(value));
        break;
      case "stop reading":
        this.#reading = false;
        process.child.stdout?.pause();
        break;
      case "read again":
        this.#reading = true;
        process.child.stdout?.resume();
        break;
      case "start":
        this.#spawn();
        break;
      case "fence":
        await this.fence();
        break;
      default:
        throw new Error(`the client cannot ${act}`);
    }
  }

  /** Writes one command. */
  async write(frame: JsonObject, send?: number): Promise<void> {
    const { context } = this.#options;
    const pieces = context.transform.encode(frame);
    context.emit({ kind: "sent", line: JSON.stringify(frame), ...(send === undefined ? {} : { send }) });
    if (context.transform.gather !== true) return this.#running().write(pieces);
    // The caller goes on at once; whatever it writes in the same turn joins this write.
    if (this.#gathered.length === 0) setImmediate(() => void this.#flush().catch(() => {}));
    this.#gathered.push(...pieces);
  }

  /** What was held back goes out as one write. */
  async #flush(): Promise<void> {
    const held = Buffer.concat(this.#gathered.splice(0));
    if (held.length > 0) await this.#running().write([held]);
  }

  /** A `ping` and its answer: all that the server wrote because of earlier lines has then been read. */
  async fence(): Promise<void> {
    this.#fences += 1;
    const id = `fence-${this.#fences}`;
    const answered = new Promise<void>((resolve) => this.#answers.set(id, resolve));
    await this.write({ type: "ping", id });
    await answered;
  }

  signal(name: string): void {
    this.#running().signal(name);
  }

  async closeInput(): Promise<void> {
    await this.#flush();
    this.#running().closeInput();
  }

  async stop(): Promise<void> {
    const process = this.#process;
    if (process === undefined) return;
    this.#options.onStopping();
    await process.end();
  }

  #running(): HostProcess {
    if (this.#process === undefined) throw new Error("the host has not been started");
    return this.#process;
  }

  #spawn(): void {
    const { context, command } = this.#options;
    const lines = new ReceivedLines();
    const errors = new TextLines();
    let lastWords = "";
    const toldError = (line: string) => {
      if (line.trim() !== "") lastWords = line;
      context.emit({ kind: "stderr", line });
      for (const observer of this.#observers) observer.onStderr(line);
    };
    const take = (events: Iterable<ReceivedLine>): void => {
      for (const event of events) {
        context.emit(event);
        if (event.frame !== undefined) this.#heard(event.frame, event.t);
      }
    };
    this.#process = new HostProcess(command(), {
      onStdout: (chunk) => {
        take(lines.push(chunk, context.now()));
        if (context.transform.slowReader === true) this.#pause();
      },
      onStdoutEnd: () => {
        take(lines.end(context.now()));
        context.emit({ kind: "eof", stream: "stdout" });
      },
      onStderr: (chunk) => {
        for (const line of errors.push(chunk)) toldError(line);
      },
      onExit: (code, signal) => {
        for (const line of errors.end()) toldError(line);
        context.emit({ kind: "exit", code, signal });
        for (const answered of this.#answers.values()) answered();
        this.#options.onHostEnd(endOf(code, signal, lastWords));
        for (const observer of this.#observers) observer.onExit(code, signal);
      },
    });
    context.track(this.#process.child);
    context.emit({ kind: "started" });
  }

  /** A moment in which nothing is read, so that the server's pipe runs full. */
  #pause(): void {
    const { stdout } = this.#running().child;
    stdout?.pause();
    setTimeout(() => {
      if (this.#reading) stdout?.resume();
    }, 2);
  }

  #heard(frame: JsonObject, t: number): void {
    const { id } = frame;
    if (frame.type === "response" && typeof id === "string") {
      this.#answers.get(id)?.();
      this.#answers.delete(id);
    }
    for (const observer of this.#observers) observer.onFrame(frame, t);
  }
}

/** How a host ended, in words. */
export function endOf(code: number | null, signal: string | null, lastWords: string): string {
  const how = signal === null ? `ended with code ${code}` : `was ended by ${signal}`;
  return `the host ${how}${lastWords === "" ? "" : `; its last words: ${lastWords}`}`;
}
