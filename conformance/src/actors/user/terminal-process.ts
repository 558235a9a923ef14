/** A host in a real terminal: a pseudo-terminal stands between the user and the process. */
import { setTimeout as delay } from "node:timers/promises";
import { TargetRefused } from "../../run/contract.js";
import type { HostCommand } from "../rpc-client/host-process.js";
import type { TypedProcess, TypedProcessEvents } from "./typed-process.js";

/** The part of `@lydell/node-pty` that is used. It is loaded only where a profile asks for a terminal. */
interface PseudoTerminals {
  spawn(
    file: string,
    args: readonly string[],
    options: {
      readonly name: string;
      readonly cols: number;
      readonly rows: number;
      readonly cwd: string;
      readonly env: Readonly<Record<string, string>>;
      /** Null: bytes as they come. */
      readonly encoding: null;
    },
  ): PseudoTerminal;
}

interface PseudoTerminal {
  readonly pid: number;
  onData(listener: (data: string | Buffer) => void): void;
  onExit(listener: (exit: { readonly exitCode: number; readonly signal?: number }) => void): void;
  write(text: string): void;
  kill(signal?: string): void;
}

const moduleName = "@lydell/node-pty";
/** Wide, so that lines are not broken where a case looks for them. */
const size = { cols: 200, rows: 50 } as const;
/** Patience with a host that was asked to end: by what a user types, then by SIGTERM. */
const politely = 4_000;

/** Loads the pseudo-terminals of the platform. */
export async function loadTerminals(): Promise<PseudoTerminals> {
  try {
    return (await import(moduleName)) as PseudoTerminals;
  } catch (cause) {
    const hint = `a profile with "over: terminal" needs the package ${moduleName}: npm install ${moduleName}`;
    throw new Error(hint, { cause });
  }
}

/** A running host with a terminal of its own. It leads a session, so everything it started can be ended with it. */
export class TerminalProcess implements TypedProcess {
  readonly #terminal: PseudoTerminal;
  readonly #gone: Promise<void>;
  #ended = false;

  constructor(terminals: PseudoTerminals, command: HostCommand, events: TypedProcessEvents) {
    const { program, args, cwd, env } = command;
    this.#terminal = terminals.spawn(program, args, {
      ...size,
      ...{ name: "xterm-256color", encoding: null, cwd, env: { TERM: "xterm-256color", ...env } },
    });
    this.#terminal.onData((data) => events.onStdout(Buffer.from(data)));
    this.#gone = new Promise((resolve) => {
      this.#terminal.onExit(({ exitCode, signal }) => {
        this.#ended = true;
        events.onStdoutEnd();
        const name = signal === undefined || signal === 0 ? null : signalName(signal);
        events.onExit(name === null ? exitCode : null, name);
        resolve();
      });
    });
  }

  get pid(): number {
    return this.#terminal.pid;
  }

  get ended(): boolean {
    return this.#ended;
  }

  async write(text: string): Promise<void> {
    if (this.#ended) throw new TargetRefused("its terminal is closed");
    this.#terminal.write(text);
  }

  signal(name: string): void {
    if (!this.#ended) this.#terminal.kill(name);
  }

  async end(): Promise<void> {
    for (const signal of ["SIGTERM", "SIGKILL"]) {
      if (await this.#goneWithin(politely)) return;
      this.signal(signal);
    }
    await this.#goneWithin(politely);
  }

  async #goneWithin(ms: number): Promise<boolean> {
    const waiting = new AbortController();
    const late = delay(ms, false, { signal: waiting.signal }).catch(() => false);
    const inTime = await Promise.race([this.#gone.then(() => true), late]);
    waiting.abort();
    return inTime;
  }
}

const signals: Readonly<Record<number, string>> = { 1: "SIGHUP", 2: "SIGINT", 9: "SIGKILL", 15: "SIGTERM" };

function signalName(number: number): string {
  return signals[number] ?? `signal ${number}`;
}
