/** A running extension: frames in, handlers, frames out. */
import { inspect } from "node:util";
import { type Answer, answerSent, failedAnswer } from "./answer-frames.js";
import { decisionFields, isFailure, resultOf, type ToolAnswer } from "./answers.js";
import type { Offer, ToolEntry } from "./extension.js";
import type { HostInfo } from "./handlers.js";
import { InOrder } from "./in-order.js";
import { OpenCall } from "./open-call.js";
import {
  decodeHostFrame,
  EXTPROTO_LINE_LIMIT_BYTES,
  type ExtensionCommandResponse,
  type ExtensionFrame,
  encodeExtensionFrame,
  type HostCommandInvoked,
  type HostEvent,
  type HostEventIntercept,
  type HostFrame,
  type HostHelloAck,
  type HostToolCall,
  type JsonObject,
  PROTOCOL_VERSION,
} from "./protocol/index.js";
import type { Transport } from "./transport.js";
import { type ArgumentCheck, argumentCheck } from "./validation.js";

/** The requests, and the frames that answer them. */
const answeredBy = {
  tool_call: "tool_result",
  command_invoked: "command_response",
  event_intercept: "event_intercept_response",
} as const;

const brace = 0x7b;

/** One connection to a host, from hello to the end. */
export class Session {
  readonly #offer: Offer;
  readonly #transport: Transport;
  readonly #events = new InOrder((error) => this.#report("an event handler failed", error));
  readonly #keys = new InOrder((error) => this.#report("a panel handler failed", error));
  readonly #calls = new Map<string, OpenCall>();
  readonly #checks = new Map<ToolEntry, Promise<ArgumentCheck>>();
  readonly #ready = new Map<ToolEntry, ArgumentCheck>();
  #host: HostInfo | undefined;
  #over = false;

  constructor(offer: Offer, transport: Transport) {
    this.#offer = offer;
    this.#transport = transport;
  }

  get host(): HostInfo | undefined {
    return this.#host;
  }

  start(): void {
    const { name, version, tools, commands, panels } = this.#offer;
    this.#transport.start({
      onLine: (line) => this.#line(line),
      onOverlong: (bytes) => this.log(`skipped a line of ${bytes} bytes: more than the protocol allows`),
      onEnd: () => this.#end(0),
    });
    const capabilities = [
      ...(commands.size > 0 ? ["commands"] : []),
      ...(tools.size > 0 ? ["tools", "tool_cancel", "tool_progress"] : []),
      ...(this.#subscribes ? ["events"] : []),
      ...(panels.size > 0 ? ["panels"] : []),
      "dynamic_tools",
    ];
    this.send({ type: "hello", name, version, capabilities });
  }

  /** Writes a frame. One that is too long for the protocol is replaced by an answer that says so, or left out. */
  send(frame: ExtensionFrame): void {
    if (this.#over) return;
    const line = encodeExtensionFrame(frame);
    if (fits(line)) {
      this.#transport.write(line);
      return;
    }
    const problem = `the ${frame.type} is longer than the ${EXTPROTO_LINE_LIMIT_BYTES} bytes of a line`;
    this.log(problem);
    if (answerSent(frame))
      this.#transport.write(encodeExtensionFrame(failedAnswer(frame.type, frame.id, problem)));
  }

  log(...values: readonly unknown[]): void {
    const words = values.map((value) => (typeof value === "string" ? value : inspect(value)));
    this.#transport.log(`[${this.#offer.name}] ${words.join(" ")}`);
  }

  /** Throws where the host does not offer a capability. */
  requireCapability(name: string, deed: string): void {
    if (this.#host?.capabilities.has(name) === true) return;
    throw new Error(`cannot ${deed}: the host does not offer ${name}`);
  }

  registerTool({ name, description, schema }: ToolEntry): void {
    this.send({ type: "register_tool", name, description, schema: schema as JsonObject });
  }

  unregisterTool(name: string): void {
    this.send({ type: "unregister_tool", name });
  }

  get #subscribes(): boolean {
    const { events, intercepts } = this.#offer;
    return Object.keys(events).length > 0 || Object.keys(intercepts).length > 0;
  }

  #line(line: string): void {
    if (this.#over || (line.charCodeAt(0) !== brace && line.trim() === "")) return;
    const decoded = decodeHostFrame(line);
    switch (decoded.kind) {
      case "frame":
        this.#frame(decoded.frame);
        return;
      case "unknown":
        // A question about something from the future still gets its one answer.
        if (decoded.type === "event_intercept") this.#answerAnyway("event_intercept_response", decoded.value);
        return;
      case "invalid":
        this.#invalid(decoded.error.message, decoded.value);
    }
  }

  #frame(frame: HostFrame): void {
    switch (frame.type) {
      case "tool_call":
        void this.#toolCall(frame);
        break;
      case "command_invoked":
        void this.#command(frame);
        break;
      case "event_intercept":
        void this.#intercept(frame);
        break;
      case "event":
        this.#event(frame);
        break;
      case "panel_key":
        this.#panelKey(frame.panel_id, frame.key, frame.text ?? undefined);
        break;
      case "panel_close":
        this.#panelClosed(frame.panel_id);
        break;
      case "tool_cancel":
        this.#calls.get(frame.id)?.abort("cancelled");
        break;
      case "hello_ack":
        this.#greeted(frame);
        break;
      case "shutdown":
        this.#shutdown();
        break;
    }
  }

  #greeted(ack: HostHelloAck): void {
    if (this.#host !== undefined) return;
    if (ack.protocol_version !== PROTOCOL_VERSION) {
      this.log(
        `the host speaks version ${ack.protocol_version} of the protocol, this extension ${PROTOCOL_VERSION}`,
      );
      this.#end(1);
      return;
    }
    this.#host = {
      version: ack.zot_version,
      provider: ack.provider,
      model: ack.model,
      cwd: ack.cwd,
      extensionDir: ack.extension_dir ?? undefined,
      dataDir: ack.data_dir ?? ack.extension_dir ?? undefined,
      capabilities: new Set(ack.capabilities ?? []),
    };
    const { commands, tools } = this.#offer;
    for (const [name, { description }] of commands)
      this.send({ type: "register_command", name, description });
    for (const tool of tools.values()) this.registerTool(tool);
    this.#subscribe();
    this.send({ type: "ready" });
    for (const tool of tools.values()) void this.#checkOf(tool);
  }

  #subscribe(): void {
    if (!this.#subscribes) return;
    const { events, intercepts, onFailure } = this.#offer;
    const honoured = this.#host?.capabilities.has("on_failure") === true;
    if (onFailure === "block" && !honoured)
      this.log("the host does not offer on_failure: where this extension fails, the host goes on");
    this.send({
      type: "subscribe",
      events: Object.keys(events) as never[],
      intercept: Object.keys(intercepts) as never[],
      ...(onFailure !== undefined && honoured ? { on_failure: onFailure } : {}),
    });
  }

  /** Without a promise where none is needed: most tools answer at once. */
  #toolCall({ id, name, args }: HostToolCall): void {
    const call = new OpenCall(id, this);
    this.#calls.set(id, call);
    try {
      const answer = this.#callTool(call, name, args);
      if (answer instanceof Promise)
        answer.then(
          (value) => this.#result(call, resultOf(value)),
          (error: unknown) => this.#toolFailed(call, name, error),
        );
      else this.#result(call, resultOf(answer));
    } catch (error) {
      this.#toolFailed(call, name, error);
    }
  }

  #result({ id }: OpenCall, result: ReturnType<typeof resultOf>): void {
    this.#calls.delete(id);
    this.send({ type: "tool_result", id, ...result });
  }

  #toolFailed(call: OpenCall, name: string, error: unknown): void {
    if (!call.aborted) this.#report(`the tool ${name} failed`, error);
    this.#result(call, { ...resultOf(messageOf(error)), is_error: true });
  }

  #callTool(call: OpenCall, name: string, args: JsonObject): ToolAnswer | Promise<ToolAnswer> {
    const tool = this.#offer.tools.get(name);
    if (tool === undefined) throw new Error(`no handler for tool ${JSON.stringify(name)}`);
    const work = (check: ArgumentCheck): ToolAnswer | Promise<ToolAnswer> => {
      const problem = check(args);
      if (problem !== undefined) throw new Error(problem);
      return tool.handler(args as never, call);
    };
    if (!this.#offer.validate) return tool.handler(args as never, call);
    const check = this.#ready.get(tool);
    return check === undefined ? this.#checkOf(tool).then(work) : work(check);
  }

  /** @internal Sends the progress of a call that is still open, where the host shows it. */
  progress(id: string, text: string): void {
    if (this.#calls.has(id) && this.#host?.capabilities.has("tool_progress") === true)
      this.send({ type: "tool_progress", id, text });
  }

  #checkOf(tool: ToolEntry): Promise<ArgumentCheck> {
    const known = this.#checks.get(tool);
    if (known !== undefined) return known;
    const made = argumentCheck(tool.schema);
    this.#checks.set(tool, made);
    made.then(
      (check) => this.#ready.set(tool, check),
      (error) => this.#report(`the schema of the tool ${tool.name} cannot be used`, error),
    );
    return made;
  }

  async #command({ id, name, args }: HostCommandInvoked): Promise<void> {
    let response: ExtensionCommandResponse;
    try {
      response = await this.#runCommand(id, name, args ?? "");
    } catch (error) {
      this.#report(`the command /${name} failed`, error);
      response = { type: "command_response", id, action: "noop", error: messageOf(error) };
    }
    this.send(response);
  }

  async #runCommand(id: string, name: string, args: string): Promise<ExtensionCommandResponse> {
    const type = "command_response";
    const command = this.#offer.commands.get(name);
    if (command === undefined) return { type, id, action: "noop", error: `no handler for /${name}` };
    const answer = await command.handler(args, {
      host: this.known,
      log: (...values) => this.log(...values),
    });
    if (answer === undefined) return { type, id, action: "noop" };
    if (isFailure(answer)) return { type, id, action: "noop", error: answer.message };
    if (answer.action !== "open_panel") return { type, id, ...answer };
    answer.panel.opened();
    return { type, id, action: "open_panel", open_panel: { id: answer.panel.id, ...answer.content } };
  }

  async #intercept(frame: HostEventIntercept): Promise<void> {
    const type = "event_intercept_response";
    try {
      const decision = await this.#decide(frame);
      this.send({ type, id: frame.id, ...decisionFields(decision ?? undefined) });
    } catch (error) {
      this.#report(`the interceptor of ${frame.event} failed`, error);
      this.send({ type, id: frame.id, block: true, reason: `interceptor failed: ${messageOf(error)}` });
    }
  }

  #decide(frame: HostEventIntercept) {
    const { intercepts } = this.#offer;
    switch (frame.event) {
      case "tool_call":
        return intercepts.tool_call?.({ id: frame.tool_id, tool: frame.tool_name, args: frame.tool_args });
      case "turn_start":
        return intercepts.turn_start?.({ step: frame.step });
      case "assistant_message":
        return intercepts.assistant_message?.({ text: frame.text });
    }
  }

  #event(event: HostEvent): void {
    const handler = this.#offer.events[event.event];
    if (handler !== undefined) this.#events.add(() => handler(event as never));
  }

  #panelKey(id: string, key: string, text: string | undefined): void {
    const panel = this.#offer.panels.get(id);
    if (panel?.open === true) this.#keys.add(() => panel.handlers.onKey?.(key, panel, text));
  }

  #panelClosed(id: string): void {
    const panel = this.#offer.panels.get(id);
    if (panel?.open !== true) return;
    panel.closed();
    this.#keys.add(() => panel.handlers.onClose?.(panel));
  }

  #shutdown(): void {
    this.#transport.write(encodeExtensionFrame({ type: "shutdown_ack" }), () => this.#transport.exit(0));
    this.#close();
  }

  #end(code: number): void {
    if (this.#over) return;
    this.#close();
    this.#transport.exit(code);
  }

  /** Handlers that are still at work are told, and not waited for. */
  #close(): void {
    this.#over = true;
    for (const call of this.#calls.values()) call.abort("the host ends the extension");
  }

  #invalid(message: string, value: JsonObject | undefined): void {
    this.log(`skipped a line of the host: ${message}`);
    const type = value?.type;
    if (typeof type !== "string" || !Object.hasOwn(answeredBy, type)) return;
    const id = value?.id;
    if (typeof id === "string" && id !== "")
      this.send(failedAnswer(answeredBy[type as keyof typeof answeredBy], id, message));
  }

  #answerAnyway(type: Answer, { id }: JsonObject): void {
    if (type === "event_intercept_response" && typeof id === "string" && id !== "")
      this.send({ type, id, block: false });
  }

  /** @internal What the host said of itself; it has greeted before it asks for anything. */
  get known(): HostInfo {
    if (this.#host === undefined) throw new Error("the host has not greeted yet");
    return this.#host;
  }

  #report(what: string, error: unknown): void {
    this.log(`${what}: ${error instanceof Error ? (error.stack ?? error.message) : inspect(error)}`);
  }
}

function fits(line: string): boolean {
  // A character is at most three bytes in UTF-8, so most lines need no counting.
  if (line.length * 3 < EXTPROTO_LINE_LIMIT_BYTES) return true;
  return Buffer.byteLength(line) + 1 <= EXTPROTO_LINE_LIMIT_BYTES;
}

function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message === "" ? "failed without a message" : message;
}
