/**
 * The actor `host`: plays a host without additions to one extension process.
 *
 * It starts the extension in a copy of its folder, goes through the handshake unless the case does so itself,
 * does what the steps say, and in the end shuts the extension down as a host does.
 */
import { join } from "node:path";
import { deadlines } from "@extproto/schemas";
import { isObject, type JsonObject } from "../../case/json.js";
import type { Send } from "../../judge/contract.js";
import { type Actor, type Observed, TargetRefused } from "../../run/contract.js";
import { frameIn } from "../../run/received.js";
import { copyFolder, linkPackages } from "./copy-folder.js";
import { extensionEnvironment } from "./environment.js";
import { type Apart, ExtensionProcess } from "./extension-process.js";
import { OpenRequests } from "./open-requests.js";
import type { HostActorOptions, HostContext } from "./options.js";
import { helloAck, Prologue } from "./prologue.js";
import { filesBelow, recordsOfToolchains } from "./written-files.js";

/** How long the operating system may take to hand over what was written, in milliseconds. */
const writeBound = 15_000;
/** How long a frame that is to be written together with others waits for the next one, in milliseconds. */
const gatherWindow = 100;

/** The host towards one extension process. */
export class HostActor implements Actor {
  readonly name = "host";
  readonly #options: HostActorOptions;
  readonly #context: HostContext;
  readonly #directory: string;
  readonly #home: string;
  #process: ExtensionProcess | undefined;
  #prologue: Prologue | undefined;
  /** A hello was answered, so a shutdown will be understood. */
  #greeted = false;
  #shutdownSent = false;
  #fences = 0;
  readonly #requests = new OpenRequests();
  #gathered: Buffer[] = [];
  #gathering: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #listed: Promise<void> = Promise.resolve();

  constructor(options: HostActorOptions, context: HostContext) {
    this.#options = options;
    this.#context = context;
    this.#home = join(context.folder.root, "zot");
    this.#directory = join(this.#home, "extensions", options.basename);
  }

  /** The copy of the extension's folder. */
  get directory(): string {
    return this.#directory;
  }

  /** How long it may take to end, in milliseconds. */
  get shutdownBound(): number {
    return this.#options.shutdownBound;
  }

  /** What the extension has announced so far. */
  get prologue(): Prologue | undefined {
    return this.#prologue;
  }

  async start(): Promise<void> {
    const { start, manifestProblems } = this.#options;
    const { emit, begin } = this.#context;
    emit({ kind: "result", value: { manifest: { problems: [...manifestProblems] } } });
    if (start === undefined) {
      if (begin === "spawned") emit({ kind: "ready" });
      else emit({ kind: "not-ready", reason: `the manifest cannot be used: ${manifestProblems.join("; ")}` });
      return;
    }
    await copyFolder({ from: this.#options.source, to: this.#directory, linkDependencies: true });
    await linkPackages(this.#options.packagesAround ?? [], this.#directory);
    const env = extensionEnvironment({
      base: this.#context.env,
      zotHome: this.#home,
      asked: start.asked,
      set: start.env,
      inherit: start.inherit,
    });
    this.#process = new ExtensionProcess({
      directory: this.#directory,
      exec: start.exec,
      args: start.args,
      env,
      emit: (event) => this.#observe(event),
      now: () => this.#context.now(),
      track: (child) => this.#context.track(child),
      slowReader: this.#context.transform.slowReader === true,
      noisyStderr: this.#context.transform.noisyStderr === true,
    });
    if (begin === "ready") this.#begin();
    try {
      await this.#process.start();
    } catch (error) {
      if (!(error instanceof TargetRefused)) throw error;
      this.#prologue?.ended(error.message);
      if (begin === "spawned") emit({ kind: "not-ready", reason: error.message });
      return;
    }
    if (begin === "spawned") emit({ kind: "ready" });
  }

  /** The prologue runs by itself from here; its end is an event. */
  #begin(): void {
    const prologue = new Prologue({
      directory: this.#directory,
      cwd: this.#context.folder.cwd,
      helloBound: this.#options.helloBound,
      send: (frame) => this.#send(frame),
      ...(this.#options.expected === undefined ? {} : { expected: this.#options.expected }),
    });
    this.#prologue = prologue;
    void prologue.done.then((greeting) => {
      if (greeting.ok) this.#context.emit({ kind: "ready" });
      else this.#context.emit({ kind: "not-ready", reason: greeting.reason });
    });
  }

  #observe(event: Observed): void {
    this.#context.emit(event);
    if (event.kind === "received") {
      this.#prologue?.line(event.line, event.frame);
      if (event.frame !== undefined) this.#requests.take(event.frame);
    } else if (event.kind === "stderr") {
      this.#prologue?.stderr(event.line);
    } else if (event.kind === "exit") {
      this.#prologue?.ended(event.signal === null ? `exit code ${event.code}` : `signal ${event.signal}`);
      this.#requests.ended();
      this.#listed = this.#list();
    }
  }

  async perform(send: Send): Promise<void> {
    switch (send.act) {
      case "send":
        if (!isObject(send.value)) throw new TypeError("a frame is an object");
        return this.#send(this.#completed(send.value), send.send);
      case "send raw":
        return this.#sendRaw(send);
      case "close":
        if (send.value === "stdout") this.#process?.closeOutput();
        else {
          await this.#flush();
          this.#process?.closeInput();
        }
        return;
      case "signal":
        this.#process?.signal(String(send.value) as NodeJS.Signals, "process");
        return;
      case "stop reading":
        this.#process?.read(false);
        return;
      case "read again":
        this.#process?.read(true);
        return;
      case "fence":
        return this.#fence(send.send);
      default:
        throw new TypeError(`the host of an extension cannot do ${JSON.stringify(send.act)}`);
    }
  }

  /** A `hello_ack` of a case says only what is special about it; only the run knows the paths. */
  #completed(frame: JsonObject): JsonObject {
    if (frame.type !== "hello_ack") return frame;
    return { ...helloAck({ directory: this.#directory, cwd: this.#context.folder.cwd }), ...frame };
  }

  async #send(frame: JsonObject, send?: number): Promise<void> {
    const process = this.#running();
    if (frame.type === "shutdown") this.#shutdownSent = true;
    if (frame.type === "hello_ack") this.#greeted = true;
    const pieces = this.#context.transform.encode(frame);
    this.#context.emit({
      kind: "sent",
      line: JSON.stringify(frame),
      ...(send === undefined ? {} : { send }),
    });
    if (this.#context.transform.gather === true && frame.type !== "hello_ack") {
      this.#gathered.push(...pieces);
      clearTimeout(this.#gathering);
      this.#gathering = setTimeout(() => void this.#flush().catch(() => {}), gatherWindow);
      return;
    }
    await this.#flush();
    await this.#write(process, pieces, pieces.length > 1 ? "ends" : "none");
  }

  async #sendRaw({ send, chunks = [] }: Send): Promise<void> {
    const process = this.#running();
    const pieces = chunks.map((chunk) => Buffer.from(chunk, "base64"));
    const text = Buffer.concat(pieces).toString("utf8");
    for (const line of text.split("\n")) {
      const type = frameIn(line)?.type;
      if (type === "shutdown") this.#shutdownSent = true;
      if (type === "hello_ack") this.#greeted = true;
    }
    this.#context.emit({ kind: "raw", text, send });
    await this.#flush();
    await this.#write(process, pieces, "all");
  }

  /** What was held back goes out as one write. */
  async #flush(): Promise<void> {
    const gathered = Buffer.concat(this.#gathered.splice(0));
    if (gathered.length > 0) await this.#write(this.#running(), [gathered]);
  }

  /** One write at a time, in the order of the calls. */
  #write(process: ExtensionProcess, pieces: readonly Buffer[], apart: Apart = "none"): Promise<void> {
    const written = this.#writing.then(() => process.write(pieces, { within: writeBound, apart }));
    this.#writing = written.catch(() => {});
    return written;
  }

  #running(): ExtensionProcess {
    if (this.#process === undefined) throw new TargetRefused("it could not be started");
    return this.#process;
  }

  /** The request of the plan and its answer, under an id of its own; nothing where the extension offers none. */
  async #fence(send: number): Promise<void> {
    const { fence } = this.#context;
    if (fence !== undefined) await this.ask(fence, send);
  }

  /** Makes a request under an id of its own; throws {@link TargetRefused} where it is not answered. */
  async ask(request: JsonObject, send?: number): Promise<JsonObject> {
    this.#fences += 1;
    const id = `fence-${this.#fences}`;
    const { patience } = this.#options;
    const answer = this.#requests.answer(id, { type: String(request.type), patience });
    this.#send({ ...request, id }, send).catch((error: Error) => this.#requests.failed(id, error));
    return answer;
  }

  /** Writes a frame that no step asked for; throws {@link TargetRefused} where it is not taken. */
  write(frame: JsonObject): Promise<void> {
    return this.#send(frame);
  }

  async stop(): Promise<void> {
    const process = this.#process;
    if (process === undefined) return;
    process.read(true);
    if (!process.exited && this.#greeted && !this.#shutdownSent) {
      // Whatever comes of it shows in the trace.
      await this.#send({ type: "shutdown" }).catch(() => {});
    }
    const bound = this.#greeted || this.#shutdownSent ? this.#options.shutdownBound : 0;
    if (!(await ended(process, bound))) {
      process.signal("SIGTERM", "group");
      if (!(await ended(process, deadlines.kill.ms))) process.signal("SIGKILL", "group");
    }
    await process.gone;
    // Children that it left behind end with it.
    process.signal("SIGKILL", "group");
    await this.#listed;
  }

  /** Reports what lies outside the extension's folder when it has ended. */
  async #list(): Promise<void> {
    const { home, cwd } = this.#context.folder;
    const written = {
      home: [...(await filesBelow(home, recordsOfToolchains))],
      project: [...(await filesBelow(cwd))],
    };
    this.#context.emit({ kind: "result", value: { written } });
  }
}

/** True when the process has ended within the time. */
async function ended(process: ExtensionProcess, ms: number): Promise<boolean> {
  if (process.exited) return true;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const gone = process.gone.then(() => true);
  const result = await Promise.race([gone, late]);
  clearTimeout(timer);
  return result;
}
