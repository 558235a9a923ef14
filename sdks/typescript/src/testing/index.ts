/**
 * A host in memory: no process, no pipes, the same lines.
 *
 * @example
 * ```ts
 * import { testHost } from "@extproto/sdk/testing";
 *
 * const host = await testHost(myExtension);
 * const result = await host.callTool("hello", { name: "Ada" });
 * ```
 *
 * @packageDocumentation
 */
import type { Extension } from "../extension.js";
import {
  decodeExtensionFrame,
  type ExtensionCommandResponse,
  type ExtensionEventInterceptResponse,
  type ExtensionFrame,
  type ExtensionToolResult,
  encodeHostFrame,
  type HostEvent,
  type HostFrame,
  type HostHelloAck,
  type JsonObject,
  PROTOCOL_VERSION,
} from "../protocol/index.js";
import type { TransportEvents } from "../transport.js";
import { forbidden } from "./forbidden.js";

/** What the host says of itself. */
export interface TestHostOptions {
  /** What the host offers; everything that the protocol has unless given. */
  readonly capabilities?: readonly string[];
  /** Fields of `hello_ack` that differ from the usual. */
  readonly ack?: Partial<HostHelloAck>;
}

/** What is asked of an interceptor. */
export type Interception =
  | { readonly event: "tool_call"; readonly tool_name: string; readonly tool_args: JsonObject }
  | { readonly event: "turn_start"; readonly step: number }
  | { readonly event: "assistant_message"; readonly text: string };

type FrameOf<Type extends ExtensionFrame["type"]> = Extract<ExtensionFrame, { readonly type: Type }>;

const everything = [
  "commands",
  "tools",
  "events",
  "panels",
  "tool_cancel",
  "tool_progress",
  "on_failure",
  "dynamic_tools",
];

/** Starts an extension and makes the handshake; resolves when the extension is ready. */
export async function testHost(extension: Extension, options: TestHostOptions = {}): Promise<TestHost> {
  const host = new TestHost(extension, options);
  await host.begin();
  return host;
}

/** A host in memory. A frame of the extension that the protocol forbids makes whatever is awaited fail. */
export class TestHost {
  /** Every frame of the extension, in order. */
  readonly frames: ExtensionFrame[] = [];
  /** What it wrote to its log. */
  readonly logs: string[] = [];
  /** Its exit code, once it has ended. */
  exitCode: number | undefined;
  readonly #extension: Extension;
  readonly #options: TestHostOptions;
  readonly #waiting = new Set<() => void>();
  #events: TransportEvents | undefined;
  #fault: Error | undefined;
  #ids = 0;
  #lastCall: string | undefined;

  /** @internal */
  constructor(extension: Extension, options: TestHostOptions) {
    this.#extension = extension;
    this.#options = options;
  }

  /** @internal */
  async begin(): Promise<void> {
    this.#extension.run({
      start: (events) => {
        this.#events = events;
      },
      write: (line, written) => {
        this.#take(line);
        if (written !== undefined) queueMicrotask(written);
      },
      log: (line) => this.logs.push(line),
      exit: (code) => {
        this.exitCode = code;
        this.#wake();
      },
    });
    await this.next("hello");
    this.send({
      type: "hello_ack",
      protocol_version: PROTOCOL_VERSION,
      zot_version: "test",
      provider: "test",
      model: "test",
      cwd: "/project",
      extension_dir: "/extension",
      data_dir: "/extension/data",
      capabilities: [...(this.#options.capabilities ?? everything)],
      ...this.#options.ack,
    });
    await this.until(() => this.exitCode !== undefined || this.#find("ready") !== undefined);
  }

  /** Sends any frame. */
  send(frame: HostFrame): void {
    this.sendLine(encodeHostFrame(frame));
  }

  /** Sends a line as it is. */
  sendLine(line: string): void {
    this.#events?.onLine(line);
  }

  /** Calls a tool and waits for its result. */
  async callTool(name: string, args: JsonObject = {}): Promise<ExtensionToolResult> {
    const id = this.#newId();
    this.#lastCall = id;
    this.send({ type: "tool_call", id, name, args });
    return this.next("tool_result", (frame) => frame.id === id);
  }

  /** Cancels a tool call: the one that was made last, unless an id is given. */
  cancelTool(id: string | undefined = this.#lastCall): void {
    if (id === undefined) throw new Error("there is no tool call to cancel: call callTool() first");
    this.send({ type: "tool_cancel", id });
  }

  /** Runs a slash command and waits for its response. */
  async invokeCommand(name: string, args?: string): Promise<ExtensionCommandResponse> {
    const id = this.#newId();
    this.send({ type: "command_invoked", id, name, ...(args === undefined ? {} : { args }) });
    return this.next("command_response", (frame) => frame.id === id);
  }

  /** Asks the interceptor and waits for its answer. */
  async intercept(question: Interception): Promise<ExtensionEventInterceptResponse> {
    const id = this.#newId();
    const frame = question.event === "tool_call" ? { tool_id: `call-${id}`, ...question } : question;
    this.send({ type: "event_intercept", id, ...frame });
    return this.next("event_intercept_response", (answer) => answer.id === id);
  }

  /** Sends an event. */
  emit(event: HostEvent extends infer E ? (E extends HostEvent ? Omit<E, "type"> : never) : never): void {
    this.send({ type: "event", ...event } as HostEvent);
  }

  /** Presses a key in a panel. */
  pressKey(panelId: string, key: string, text?: string): void {
    this.send({ type: "panel_key", panel_id: panelId, key, ...(text === undefined ? {} : { text }) });
  }

  /** Closes a panel as the user does. */
  closePanel(panelId: string): void {
    this.send({ type: "panel_close", panel_id: panelId });
  }

  /** Ends the extension; gives its exit code. */
  async shutdown(): Promise<number> {
    this.send({ type: "shutdown" });
    await this.next("shutdown_ack");
    await this.until(() => this.exitCode !== undefined);
    return this.exitCode ?? 0;
  }

  /** Ends the extension's input. */
  endInput(): void {
    this.#events?.onEnd();
  }

  /** The first frame of a type that fits, now or later. */
  async next<Type extends ExtensionFrame["type"]>(
    type: Type,
    fits: (frame: FrameOf<Type>) => boolean = () => true,
  ): Promise<FrameOf<Type>> {
    await this.until(() => this.#find(type, fits) !== undefined);
    return this.#find(type, fits) as FrameOf<Type>;
  }

  /** Waits for something that the extension's frames, its log or its end bring about. */
  async until(holds: () => boolean): Promise<void> {
    while (!holds()) {
      if (this.#fault !== undefined) throw this.#fault;
      if (this.exitCode !== undefined) throw new Error(`the extension has ended with code ${this.exitCode}`);
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
    if (this.#fault !== undefined) throw this.#fault;
  }

  #find<Type extends ExtensionFrame["type"]>(
    type: Type,
    fits: (frame: FrameOf<Type>) => boolean = () => true,
  ): FrameOf<Type> | undefined {
    return this.frames.find(
      (frame): frame is FrameOf<Type> => frame.type === type && fits(frame as FrameOf<Type>),
    );
  }

  #take(line: string): void {
    const why = forbidden(line);
    const decoded = decodeExtensionFrame(line);
    if (decoded.kind === "frame") this.frames.push(decoded.frame);
    if (why !== undefined)
      this.#fault ??= new Error(`the extension wrote what the protocol forbids: ${why}\n${line}`);
    this.#wake();
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }

  #newId(): string {
    this.#ids += 1;
    return String(this.#ids);
  }
}
