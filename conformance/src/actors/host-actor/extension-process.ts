/**
 * The process of an extension: started as the specification has a host start it, everything it writes turned
 * into events, everything it is given written in order.
 */
import { type ChildProcess, spawn } from "node:child_process";
import type { Writable } from "node:stream";
import { limits } from "@extproto/schemas";
import { type Observed, TargetRefused } from "../../run/contract.js";
import { received } from "../../run/received.js";
import { sip } from "../../run/sip.js";
import { LineSplitter } from "../../validate/split-lines.js";
import { programOf, startFault } from "./program.js";
import { amidNoise, isNoise } from "./stderr-noise.js";

/** More of standard error than this is read and not kept. */
const mostStderrLines = 2_000;
/**
 * The output of a process that has ended is read on until nothing has come for so many rounds, for the case that a
 * child of it has it open. Rounds and not time: after each of them the kit has read what there was, however late it is.
 */
const quietRounds = 10;
/** A child that never stops writing is left alone after so many. */
const mostRounds = 200;
/** Length of a round in milliseconds; longer than a reader that sips rests. */
const round = 25;
/** How long a process whose input is closed may take to be seen to end, in milliseconds; others live on. */
const longestDeath = 1_000;

/** What a spawn fails with when the machine, or this process, has no more to give. */
const exhausted: ReadonlySet<string> = new Set(["EAGAIN", "EMFILE", "ENFILE", "ENOMEM"]);

/** Which of several writes are kept apart in time: those at both ends of a frame suffice where there are many. */
export type Apart = "none" | "ends" | "all";
const apartAtStart = 12;
const apartAtEnd = 4;

/** What is started, and who is told. */
export interface ProcessOptions {
  /** The folder with the manifest: the working directory. */
  readonly directory: string;
  readonly exec: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly emit: (event: Observed) => void;
  readonly now: () => number;
  /** Takes the process into the books. */
  readonly track: (child: ChildProcess) => void;
  /** Reads its standard output in small sips. */
  readonly slowReader: boolean;
  /** Others write to its standard error too, more than is read. */
  readonly noisyStderr: boolean;
}

/** A running extension. */
export class ExtensionProcess {
  readonly #options: ProcessOptions;
  #child: ChildProcess | undefined;
  #exited = false;
  #settle: () => void = () => {};
  /** Resolves when the process has ended and its output has been read, also when it could not be started. */
  readonly gone: Promise<void>;

  constructor(options: ProcessOptions) {
    this.#options = options;
    this.gone = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  /** True from the moment at which the end of the process is known. */
  get exited(): boolean {
    return this.#exited;
  }

  /** Starts it; throws {@link TargetRefused} with words for the author where that is impossible. */
  async start(): Promise<void> {
    const { directory, exec, args, env } = this.#options;
    const program = await programOf(directory, exec).catch((error: unknown) => {
      this.#exited = true;
      this.#settle();
      throw error;
    });
    const command = this.#options.noisyStderr ? amidNoise(program, args) : { program, args };
    const child = spawn(command.program, [...command.args], {
      cwd: directory,
      env: { ...env },
      stdio: ["pipe", "pipe", "pipe"],
      detached: true,
    });
    this.#child = child;
    await new Promise<void>((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", (error: NodeJS.ErrnoException) => {
        this.#exited = true;
        this.#settle();
        // A machine that has no room for another process says nothing about the extension.
        if (exhausted.has(error.code ?? "")) reject(error);
        else reject(new TargetRefused(startFault(exec, error), { cause: error }));
      });
    });
    this.#options.track(child);
    this.#options.emit({ kind: "started", facts: { exec, args: [...args] } });
    this.#watch(child);
  }

  #watch(child: ChildProcess): void {
    const { emit, now } = this.#options;
    const output = Promise.all([this.#read(child), this.#readStderr(child)]);
    // An extension that has stopped reading, or is gone, is no fault of the kit's.
    child.stdin?.on("error", () => {});
    child.on("exit", (code, signal) => {
      const t = now();
      this.#exited = true;
      void Promise.race([output, this.#silence(child)]).then(() => {
        child.stdout?.destroy();
        child.stderr?.destroy();
        emit({ kind: "exit", code, signal, t });
        this.#settle();
      });
    });
  }

  /** Resolves when a process that has ended, and whoever has inherited its output, has nothing more to say. */
  async #silence({ stdout }: ChildProcess): Promise<void> {
    let quiet = 0;
    // Only frames are worth waiting for: whoever else has its standard error may never stop.
    stdout?.on("data", () => {
      quiet = 0;
    });
    for (let rounds = 0; quiet < quietRounds && rounds < mostRounds; rounds += 1) {
      quiet += 1;
      await elapsed(round);
    }
  }

  /** Resolves at the end of standard output. */
  #read(child: ChildProcess): Promise<void> {
    const { stdout } = child;
    const { emit, slowReader } = this.#options;
    const splitter = new LineSplitter(limits.extproto_line.bytes);
    return new Promise((resolve) => {
      stdout?.on("data", (chunk: Buffer) => {
        for (const line of splitter.push(chunk)) emit(received(line));
        if (!slowReader) return;
        sip(stdout);
      });
      const end = () => {
        for (const line of splitter.end()) emit(received(line));
        resolve();
      };
      stdout?.once("end", () => {
        end();
        emit({ kind: "eof", stream: "stdout" });
      });
      stdout?.once("close", end);
    });
  }

  /** Resolves at the end of standard error. */
  #readStderr(child: ChildProcess): Promise<void> {
    const splitter = new LineSplitter(65_536);
    let lines = 0;
    const report = (line: { bytes: Buffer }) => {
      if (isNoise(line.bytes)) return;
      lines += 1;
      if (lines <= mostStderrLines) this.#options.emit({ kind: "stderr", line: line.bytes.toString("utf8") });
    };
    child.stderr?.on("data", (chunk: Buffer) => {
      for (const line of splitter.push(chunk)) report(line);
      if (this.#options.noisyStderr && child.stderr !== null) sip(child.stderr);
    });
    return new Promise((resolve) => {
      child.stderr?.once("end", () => {
        for (const line of splitter.end()) report(line);
        resolve();
      });
      child.stderr?.once("close", () => resolve());
    });
  }

  /**
   * Writes the pieces one by one; resolves when the operating system has taken the last. Pieces that are written at
   * once arrive as one, so `apart` leaves a pause after some or all, for the reader to see them one by one.
   * `within` bounds how long nothing is read: a reader that is slow, as shells are, is not one that has stopped.
   */
  async write(
    pieces: readonly Buffer[],
    { within, apart = "none" }: { within: number; apart?: Apart },
  ): Promise<void> {
    const stdin = this.#child?.stdin;
    if (this.#exited) {
      await this.gone;
      throw new TargetRefused("the process has already ended");
    }
    if (!stdin || stdin.destroyed || stdin.writableEnded)
      throw new TargetRefused("its standard input is closed");
    const pause = Math.min(15, Math.max(2, 400 / pieces.length));
    const pauseBefore = (index: number): number => {
      if (apart === "all") return pause;
      const atEnds = index <= apartAtStart || index >= pieces.length - apartAtEnd;
      if (apart === "none" || !atEnds) return 0;
      return pieces.length <= apartAtStart ? pause : 3;
    };
    for (const [index, piece] of pieces.entries()) {
      if (index > 0) await elapsed(pauseBefore(index));
      for (const part of portions(piece)) await this.#hand(stdin, part, within);
    }
  }

  /** Hands bytes to the operating system, which takes them as soon as the extension has read enough of the others. */
  #hand(stdin: Writable, bytes: Buffer, within: number): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const late = setTimeout(
        () => reject(new TargetRefused(`it has not read its standard input for ${within / 1000} s`)),
        within,
      );
      stdin.write(bytes, (error) => {
        clearTimeout(late);
        if (error) void this.#dying().then(() => reject(notRead(error)));
        else resolve();
      });
    });
  }

  /**
   * A pipe is broken before its process is seen to end. Waits until an end is told, with its last words, so that
   * what is said of the refusal does not depend on which of the two was seen first.
   */
  #dying(): Promise<unknown> {
    return Promise.race([this.gone, elapsed(longestDeath)]);
  }

  /** Closes its standard input. */
  closeInput(): void {
    this.#child?.stdin?.end();
  }

  /** Closes the reading end of its standard output. */
  closeOutput(): void {
    this.#child?.stdout?.destroy();
  }

  /** Stops or takes up reading its standard output. */
  read(on: boolean): void {
    if (on) this.#child?.stdout?.resume();
    else this.#child?.stdout?.pause();
  }

  /** Signals the process, or its whole group. */
  signal(signal: NodeJS.Signals, whom: "process" | "group"): void {
    const pid = this.#child?.pid;
    if (pid === undefined) return;
    try {
      process.kill(whom === "group" ? -pid : pid, signal);
    } catch {
      // It is gone already.
    }
  }
}

/** A pipe takes no more than this at once, so the reader sees no difference; the kit sees that it reads. */
const portion = 65_536;

function portions(bytes: Buffer): readonly Buffer[] {
  const count = Math.max(1, Math.ceil(bytes.length / portion));
  return Array.from({ length: count }, (_, index) => bytes.subarray(index * portion, (index + 1) * portion));
}

function notRead(cause: Error): TargetRefused {
  return new TargetRefused("it no longer reads its standard input", { cause });
}

function elapsed(ms: number): Promise<void> {
  return new Promise((resolve) => {
    if (ms === 0) setImmediate(resolve);
    else setTimeout(resolve, ms);
  });
}
