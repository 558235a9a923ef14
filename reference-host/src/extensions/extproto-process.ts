/**
 * An extension that speaks extproto over its stdin and stdout: the first kind of {@link Extension}.
 *
 * The session goes spawned -> registering -> ready -> stopping -> gone. Frames that are out of place, invalid
 * or unknown are noted in the extension's log and cost nothing else.
 */
import {
  type Decoded,
  decodeExtensionFrame,
  type ExtensionFrame,
  type Event as HostEvent,
  type HostFrame,
  type JsonObject,
  limits,
  protocolVersion,
} from "@extproto/schemas";
import { isBlank, startDeadline, type WireError, type Written } from "../wire/index.js";
import { failedTool } from "./answers.js";
import type {
  CallOptions,
  Candidate,
  CommandOutcome,
  Deadlines,
  Extension,
  ExtensionSignal,
  ExtensionState,
  HostFacts,
  InterceptAnswer,
  InterceptRequest,
  ToolOutcome,
  Trace,
} from "./contract.js";
import { extensionEnvironment } from "./environment.js";
import { describe, Inbox } from "./extproto-inbox.js";
import { hostCapabilities } from "./host-capabilities.js";
import { IgnoredLines } from "./ignored-lines.js";
import { type LineFault, LineProcess } from "./line-process.js";
import { type ExtensionLog, folderMark } from "./log-file.js";
import { resolveExec } from "./manifest.js";
import { type ReadyWait, waitForReady } from "./ready-wait.js";
import { Registrations } from "./registrations.js";
import { Requests } from "./requests.js";

/** How an extproto process is made. */
export interface ExtprotoProcessOptions {
  readonly candidate: Candidate;
  readonly facts: () => HostFacts;
  readonly deadlines: Deadlines;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly secrets: readonly string[];
  readonly log: ExtensionLog;
  readonly trace?: Trace | undefined;
  /** Where it returns a promise, the extension is not read from until that settles. */
  readonly onSignal: (signal: ExtensionSignal) => Promise<void> | undefined;
}

type Phase = "spawned" | "registering" | "ready" | "stopping" | "gone";

/** One running extproto extension. */
export class ExtprotoProcess implements Extension {
  readonly candidate: Candidate;
  readonly #options: ExtprotoProcessOptions;
  readonly #process: LineProcess;
  readonly #registrations = new Registrations();
  readonly #requests: Requests;
  readonly #ignored: IgnoredLines;
  readonly #inbox: Inbox;
  #phase: Phase = "spawned";
  #failed = false;
  #lastError: string | undefined;
  #capabilities: ReadonlySet<string> = new Set();
  #readyWait: ReadyWait | undefined;
  #started: { resolve: () => void; reject: (reason: Error) => void } | undefined;

  constructor(options: ExtprotoProcessOptions) {
    const { candidate, log, trace, deadlines, onSignal } = options;
    this.candidate = candidate;
    this.#options = options;
    log.whenFull(
      () =>
        void onSignal({ type: "problem", message: `writes so much that its log is full; see ${log.path}` }),
    );
    this.#ignored = new IgnoredLines(log, (message) => void onSignal({ type: "problem", message }));
    this.#requests = new Requests({
      extension: candidate.name,
      deadlines,
      send: (frame, written) => this.#send(frame, written),
      onTimeout: (what) => {
        log.note(what);
        void onSignal({ type: "problem", message: what });
      },
      takesCancel: () => this.#capabilities.has("tool_cancel") && this.#phase === "ready",
    });
    this.#process = new LineProcess({
      pipe: `ext:${candidate.name}`,
      program: {
        file: resolveExec(candidate.dir, candidate.manifest.exec),
        args: candidate.manifest.args ?? [],
        cwd: candidate.dir,
        env: extensionEnvironment({
          env: options.env,
          secrets: options.secrets,
          asked: candidate.manifest.env ?? [],
        }),
      },
      lineLimit: limits.extproto_line.bytes,
      deadlines,
      log,
      trace,
      onLine: (line) => this.#receive(line),
      onFault: (fault, text) => this.#fault(fault, text),
      onUnwilling: (message) => {
        log.note(message);
        void onSignal({ type: "problem", message });
      },
      onGone: (reason, byHost) => this.#gone(reason, byHost),
    });
    this.#inbox = new Inbox({
      registrations: this.#registrations,
      requests: this.#requests,
      ignored: this.#ignored,
      process: this.#process,
      log,
      onReady: () => this.#readyWait?.ready(),
      onSignal,
    });
  }

  get state(): ExtensionState {
    if (this.#failed) return "failed";
    if (this.#phase === "ready") return "ready";
    return this.#phase === "stopping" || this.#phase === "gone" ? "stopped" : "starting";
  }

  get lastError(): string | undefined {
    return this.#lastError;
  }

  get tools() {
    return this.#registrations.tools;
  }

  get commands() {
    return this.#registrations.commands;
  }

  get subscriptions() {
    return this.#registrations.subscriptions;
  }

  /** True from a completed handshake on, whatever came later. */
  get greeted(): boolean {
    return this.#readyWait !== undefined;
  }

  async start(): Promise<void> {
    if (this.state !== "starting") throw new Error("was stopped");
    const { hello } = this.#options.deadlines;
    const ready = new Promise<void>((resolve, reject) => {
      this.#started = { resolve, reject };
    });
    // Where the program cannot be started that is what is thrown, and nobody awaits this.
    ready.catch(() => {});
    try {
      await this.#process.start();
    } catch (error) {
      this.#gone(error instanceof Error ? error.message : String(error), this.#phase === "stopping");
      throw error;
    }
    this.#options.log.note(`started ${this.candidate.manifest.exec} (pid ${this.#process.pid})`);
    const late = () => {
      if (this.#phase === "spawned") this.#process.abandon(`sent no hello within ${hello} ms`);
    };
    // The immediate lets a hello that is already in the pipe be read first, where the loop was late.
    const cancel = startDeadline(hello, () => setImmediate(late));
    try {
      await ready;
    } finally {
      cancel();
    }
  }

  // These three hand on the promise of the request as it is: to await it here would cost each call three ticks.

  callTool(name: string, args: JsonObject, options: CallOptions): Promise<ToolOutcome> {
    if (this.#phase === "ready") return this.#requests.callTool(name, args, options);
    return Promise.resolve(failedTool(`The tool ${name} is not available: ${this.#whyNot()}.`));
  }

  invokeCommand(name: string, args: string, options: CallOptions): Promise<CommandOutcome> {
    if (this.#phase === "ready") return this.#requests.invokeCommand(name, args, options);
    return Promise.resolve({ action: "error", message: this.#whyNot() });
  }

  intercept(request: InterceptRequest, options: CallOptions): Promise<InterceptAnswer> {
    if (this.#phase === "ready") return this.#requests.intercept(request, options);
    return Promise.resolve({ kind: "crashed", detail: this.#whyNot() });
  }

  emit(event: HostEvent): void {
    if (this.#phase === "ready" && this.subscriptions.events.has(event.event)) this.#send(event);
  }

  panelKey(panelId: string, key: string, text: string | undefined): void {
    if (this.#phase !== "ready") return;
    // The caller keeps to the key names; the type is open only towards receivers.
    const frame = { type: "panel_key", panel_id: panelId, key, ...(text === undefined ? {} : { text }) };
    this.#send(frame as HostFrame);
  }

  panelClosed(panelId: string): void {
    if (this.#phase === "ready") this.#send({ type: "panel_close", panel_id: panelId });
  }

  async stop(): Promise<void> {
    const greeted = this.#phase === "ready" || this.#phase === "registering";
    if (this.#phase !== "gone") this.#phase = "stopping";
    this.#readyWait?.cancel();
    this.#started?.reject(new Error("was stopped"));
    const shutdown: HostFrame = { type: "shutdown" };
    await this.#process.stop(greeted ? JSON.stringify(shutdown) : undefined);
  }

  #send(frame: HostFrame, written?: Written): WireError | undefined {
    return this.#process.write(JSON.stringify(frame), written);
  }

  #whyNot(): string {
    const { name } = this.candidate;
    if (this.#failed) return `${name} ${this.#lastError}`;
    return this.state === "stopped" ? `${name} was stopped` : `${name} is still starting`;
  }

  #receive(line: string): void {
    const decoded = decodeExtensionFrame(line);
    if (decoded.kind === "invalid" && decoded.error.code === "EXT_NOT_JSON" && isBlank(line)) return;
    if (this.#phase === "spawned") {
      this.#greet(decoded);
      return;
    }
    this.#readyWait?.frame();
    this.#inbox.take(decoded, line);
  }

  #greet(decoded: Decoded<ExtensionFrame>): void {
    if (decoded.kind !== "frame" || decoded.frame.type !== "hello") {
      this.#process.abandon(`did not begin with hello but with: ${describe(decoded)}`);
      return;
    }
    const { name, capabilities = [] } = decoded.frame;
    const { candidate, deadlines, facts, log } = this.#options;
    if (name !== candidate.name) {
      log.note(`says that its name is ${JSON.stringify(name)}; the manifest's name counts`);
    }
    this.#capabilities = new Set(capabilities);
    const { version, provider, model, cwd } = facts();
    this.#phase = "registering";
    this.#send({
      type: "hello_ack",
      protocol_version: protocolVersion,
      zot_version: version,
      provider,
      model,
      cwd,
      extension_dir: candidate.dir,
      data_dir: candidate.dir,
      capabilities: [...hostCapabilities],
    });
    this.#readyWait = waitForReady({
      grace: deadlines.readyGrace,
      idle: deadlines.readyIdle,
      onOver: (how) => this.#ready(how),
    });
  }

  #ready(how: "ready" | "idle" | "grace"): void {
    if (this.#phase !== "registering") return;
    this.#phase = "ready";
    this.#options.onSignal({ type: "ready" });
    this.#noteFate(how === "ready" ? "ready" : `ready, without saying so (${how})`);
    this.emit({ type: "event", event: "session_start" });
    this.#started?.resolve();
  }

  #noteFate(text: string): void {
    this.#options.log.note(`${folderMark(this.candidate.dir)}${text}`);
  }

  #fault(fault: LineFault, text: string): void {
    if (this.#phase === "spawned") {
      this.#process.abandon(`did not begin with hello but with ${text}`);
      return;
    }
    this.#readyWait?.frame();
    this.#ignored.unreadable(fault, text);
  }

  #gone(reason: string, byHost: boolean): void {
    if (this.#phase === "gone") return;
    this.#phase = "gone";
    this.#readyWait?.cancel();
    const { log, onSignal } = this.#options;
    if (byHost) log.note("stopped");
    else {
      this.#failed = true;
      this.#lastError = reason;
      this.#noteFate(`error: ${reason}`);
    }
    this.#requests.failAll(reason);
    this.#started?.reject(new Error(reason));
    onSignal({ type: "gone", reason });
  }
}
