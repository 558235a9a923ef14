/**
 * A program that exchanges lines with the host: its pipes, its log and its end, whatever the lines mean.
 *
 * It is gone when its process has ended or its stdout is closed, whichever comes first. What it wrote
 * before that is delivered first; what is left of its process group is ended afterwards.
 */
import {
  createLineSplitter,
  createLineWriter,
  decodeLine,
  type LineWriter,
  WireError,
  type Written,
} from "../wire/index.js";
import type { Trace } from "./contract.js";
import type { ExtensionLog } from "./log-file.js";
import {
  type ExitFacts,
  endGroup,
  type ProcessGroup,
  type SpawnOptions,
  spawnGroup,
} from "./process-group.js";

/** How a line process is made. */
export interface LineProcessOptions {
  readonly pipe: string;
  readonly program: SpawnOptions;
  /** Longest line in either direction, its LF included. */
  readonly lineLimit: number;
  readonly deadlines: { readonly shutdown: number; readonly kill: number };
  readonly log: ExtensionLog;
  readonly trace: Trace | undefined;
  readonly onLine: (line: string) => void;
  /** It wrote something that is no line of text. */
  readonly onFault: (fault: LineFault, text: string) => void;
  /** It was asked to leave and had to be made to. */
  readonly onUnwilling: (text: string) => void;
  /** Called once. `reason` says how it ended; `byHost` where the host stopped it. */
  readonly onGone: (reason: string, byHost: boolean) => void;
}

/** Why a line was dropped before anybody looked at what it says. */
export type LineFault = "over-long" | "not-utf8";

/** Most that waits for an extension that does not read. */
const maxQueuedBytes = 32 * 1024 * 1024;
/** An extension that leaves its full pipe alone for so long does not read any more. */
const stallMs = 60_000;
/** How long the exit status may come after the end of stdout, so that the reason can name it. */
const exitAfterEofMs = 50;
/** What a dead process wrote is read until this long nothing comes, and no longer than the second. */
const drainStepMs = 50;
/** How often the end of a stopped process is looked for. */
const endStepMs = 10;
const drainMs = 1_000;
/** After so many bytes in one go others get their turn. */
const readBudget = 512 * 1024;
/** What one read takes at most. */
const fullRead = 64 * 1024;

/** One program and its pipes. */
export class LineProcess {
  readonly #options: LineProcessOptions;
  #group: ProcessGroup | undefined;
  #writer: LineWriter | undefined;
  #exit: ExitFacts | undefined;
  #eof = false;
  #gone = false;
  #stopping = false;
  #ending: Promise<void> | undefined;
  #budget = readBudget;
  #reads = 0;
  /** How many wait before more is read. */
  #holds = 0;

  constructor(options: LineProcessOptions) {
    this.#options = options;
  }

  get pid(): number | undefined {
    return this.#group?.pid;
  }

  /** Starts the program; rejects with the reason where that fails. */
  async start(): Promise<void> {
    const { log, onLine, onFault, trace, pipe, lineLimit } = this.#options;
    const group = await spawnGroup(this.#options.program);
    this.#group = group;
    this.#writer = createLineWriter({
      stream: group.stdin,
      limit: lineLimit,
      maxQueuedBytes,
      stallMs,
      onFailure: (error) => this.#writeFailed(error),
      ...(trace === undefined ? {} : { onLine: (line: string) => trace.line(pipe, "out", line) }),
    });
    const splitter = createLineSplitter({
      limit: lineLimit,
      onLine: (bytes) => {
        trace?.line(pipe, "in", bytes);
        if (this.#gone) return;
        const line = decodeLine(bytes);
        if (line === undefined) onFault("not-utf8", "a line that is not UTF-8");
        else onLine(line);
      },
      onOverlong: () => {
        if (!this.#gone) onFault("over-long", `a line of more than ${lineLimit} bytes`);
      },
    });
    group.stdout.on("data", (chunk: Buffer) => {
      this.#reads++;
      splitter.push(chunk);
      this.#takeTurns(chunk.length);
    });
    group.stderr.on("data", (chunk: Buffer) => log.append(chunk));
    group.stderr.on("error", () => {});
    group.stdout.on("error", () => {});
    group.stdout.once("close", () => {
      this.#eof = true;
      if (this.#exit !== undefined) this.#finish();
      else setTimeout(() => this.#finish(), exitAfterEofMs).unref();
    });
    void group.exited.then((exit) => {
      this.#exit = exit;
      if (this.#eof) this.#finish();
      else this.#drain(this.#reads, performance.now() + drainMs);
    });
    // A host that was told to stop meanwhile does not keep what it has just started.
    if (this.#stopping) await this.#end(0);
  }

  /** Queues a line. Returns the error where it can never be written. */
  write(line: string, written?: Written): WireError | undefined {
    if (this.#writer === undefined) return new WireError("WIRE_CLOSED", "the process does not run");
    return this.#writer.write(line, written);
  }

  /**
   * Ends the program and its group: the last line and the end of its input, a while later SIGTERM, then
   * SIGKILL. Without a last line SIGTERM comes at once.
   */
  async stop(lastLine: string | undefined): Promise<void> {
    this.#stopping = true;
    if (this.#group === undefined) return;
    // One that is held up in a write would not see its end coming.
    this.#readOn();
    if (this.#ending === undefined) {
      if (lastLine !== undefined) this.#writer?.write(lastLine);
      this.#writer?.end();
      this.#ending =
        lastLine === undefined
          ? this.#end(0)
          : this.#end(this.#options.deadlines.shutdown, (name) => this.#tellUnwilling(name));
    }
    await this.#ending;
  }

  /**
   * Reads nothing more until the promise settles: what the program writes waits in its pipe, and then in the
   * program. Its end is noticed all the same.
   */
  hold(until: Promise<unknown>): void {
    if (this.#stopping) return;
    this.#holds++;
    this.#group?.stdout.pause();
    const release = () => {
      this.#holds--;
      this.#readOn();
    };
    until.then(release, release);
  }

  /** Gives the program up for the reason given. */
  abandon(reason: string): void {
    this.#finish(reason);
  }

  async #end(grace: number, onSignal?: (name: "SIGTERM" | "SIGKILL") => void): Promise<void> {
    const group = this.#group;
    if (group === undefined) return;
    const { kill } = this.#options.deadlines;
    await endGroup(group, { grace, kill, ...(onSignal === undefined ? {} : { onSignal }) });
    // Its last frames may still be in the pipe.
    for (let waited = 0; !this.#gone && waited < drainMs; waited += endStepMs) {
      await new Promise((resolve) => setTimeout(resolve, endStepMs));
    }
    this.#finish("was stopped");
    group.destroyPipes();
  }

  #tellUnwilling(name: "SIGTERM" | "SIGKILL"): void {
    const { deadlines, onUnwilling } = this.#options;
    if (name === "SIGKILL") onUnwilling(`did not end within ${deadlines.kill} ms of SIGTERM and was killed`);
    else if (this.#exit !== undefined) onUnwilling("left a process behind, which was sent SIGTERM");
    else onUnwilling(`did not exit within ${deadlines.shutdown} ms of shutdown and was sent SIGTERM`);
  }

  #drain(reads: number, end: number): void {
    setTimeout(() => {
      // The immediate lets pending reads come first, where the loop was late.
      setImmediate(() => {
        if (this.#gone) return;
        const all = this.#reads === reads && this.#holds === 0;
        if (all || performance.now() > end) this.#finish();
        else this.#drain(this.#reads, end);
      });
    }, drainStepMs).unref();
  }

  #finish(reason = this.#endOfProcess()): void {
    if (this.#gone) return;
    this.#gone = true;
    this.#writer?.end();
    this.#ending ??= this.#end(this.#exit === undefined && this.#eof ? this.#options.deadlines.kill : 0);
    this.#options.onGone(reason, this.#stopping);
  }

  #endOfProcess(): string {
    if (this.#exit === undefined) return "closed its standard output";
    if (this.#exit.signal !== null) return `was ended by ${this.#exit.signal}`;
    return `exited with code ${this.#exit.code}`;
  }

  #writeFailed(error: WireError): void {
    if (this.#gone) return;
    if (error.code === "WIRE_CLOSED")
      this.#options.log.note("closed its standard input; requests to it fail");
    else this.#finish(`does not read its standard input: ${error.message}`);
  }

  /** Stops reading for a moment, so that a flood does not keep other extensions from being heard. */
  #takeTurns(bytes: number): void {
    // A read that does not fill its buffer has emptied the pipe.
    if (bytes < fullRead) this.#budget = readBudget;
    this.#budget -= bytes;
    const stdout = this.#group?.stdout;
    if (this.#budget > 0 || stdout === undefined) return;
    this.#budget = readBudget;
    stdout.pause();
    setImmediate(() => this.#readOn());
  }

  #readOn(): void {
    if (this.#holds === 0 || this.#stopping) this.#group?.stdout.resume();
  }
}
