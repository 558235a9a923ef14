/** A running extension: frames in, handlers, frames out. */
import { commandFields, decisionFields, panelToOpen, resultOf } from "./answer-fields.js";
import { type Answer, failedAnswer } from "./answer-frames.js";
import { described, messageOf } from "./error-message.js";
import type { Offer, ToolEntry } from "./extension.js";
import type { HostInfo } from "./handlers.js";
import { InOrder } from "./in-order.js";
import { OpenCall } from "./open-call.js";
import { Output } from "./output.js";
import {
  decodeHostFrame,
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
import { rawField } from "./raw-field.js";
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
  readonly #output: Output;
  readonly #events = new InOrder((error) => this.#report("an event handler failed", error));
  readonly #keys = new InOrder((error) => this.#report("a panel handler failed", error));
  readonly #calls = new Map<string, OpenCall>();
  readonly #checks = new Map<ToolEntry, Promise<ArgumentCheck>>();
  readonly #ready = new Map<ToolEntry, ArgumentCheck>();
  #host: HostInfo | undefined;

  constructor(offer: Offer, transport: Transport) {
    this.#offer = offer;
    this.#transport = transport;
    this.#output = new Output(offer.name, transport);
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

  send(frame: ExtensionFrame): void {
    this.#output.send(frame);
  }

  log(...values: readonly unknown[]): void {
    this.#output.log(...values);
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
    if (this.#output.closed || (line.charCodeAt(0) !== brace && line.trim() === "")) return;
    const decoded = decodeHostFrame(line);
    switch (decoded.kind) {
      case "frame":
        this.#frame(decoded.frame, line);
        return;
      case "unknown":
        // A question about something from the future still gets its one answer.
        if (decoded.type === "event_intercept") this.#answerAnyway("event_intercept_response", decoded.value);
        return;
      case "invalid":
        this.#invalid(decoded.error.message, decoded.value);
    }
  }

  #frame(frame: HostFrame, line: string): void {
    switch (frame.type) {
      case "tool_call":
        this.#toolCall(frame, line);
        break;
      case "command_invoked":
        this.#command(frame);
        break;
      case "event_intercept":
        this.#intercept(frame, line);
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

  #toolCall({ id, name, args }: HostToolCall, line: string): void {
    const type = "tool_result";
    const call = new OpenCall(id, line, this);
    this.#calls.set(id, call);
    this.#output.answer({
      work: () => this.#callTool(call, name, args),
      answer: (value) => {
        this.#calls.delete(id);
        return { type, id, ...resultOf(value) };
      },
      failed: (error) => {
        this.#calls.delete(id);
        if (!call.aborted) this.#report(`the tool ${name} failed`, error);
        return failedAnswer(type, id, messageOf(error));
      },
    });
  }

  #callTool(call: OpenCall, name: string, args: JsonObject): unknown {
    const tool = this.#offer.tools.get(name);
    if (tool === undefined) throw new Error(`no handler for tool ${JSON.stringify(name)}`);
    const work = (check: ArgumentCheck): unknown => {
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

  #command({ id, name, args }: HostCommandInvoked): void {
    const type = "command_response";
    const command = this.#offer.commands.get(name);
    if (command === undefined) {
      this.send(failedAnswer(type, id, `no handler for /${name}`));
      return;
    }
    this.#output.answer({
      work: () => command.handler(args ?? "", { host: this.known, log: (...values) => this.log(...values) }),
      answer: (value) => ({ type, id, ...commandFields(value) }),
      failed: (error) => {
        this.#report(`the command /${name} failed`, error);
        return failedAnswer(type, id, messageOf(error));
      },
      sent: (value) => panelToOpen(value)?.opened(),
    });
  }

  #intercept(frame: HostEventIntercept, line: string): void {
    const type = "event_intercept_response";
    const { id, event } = frame;
    this.#output.answer({
      work: () => this.#decide(frame, line),
      answer: (value) => ({ type, id, ...decisionFields(value) }),
      failed: (error) => {
        this.#report(`the interceptor of ${event} failed`, error);
        return failedAnswer(type, id, `interceptor failed: ${messageOf(error)}`);
      },
    });
  }

  #decide(frame: HostEventIntercept, line: string) {
    const { intercepts } = this.#offer;
    switch (frame.event) {
      case "tool_call":
        return intercepts.tool_call?.({
          id: frame.tool_id,
          tool: frame.tool_name,
          args: frame.tool_args,
          get rawArgs() {
            return rawField(line, "tool_args") ?? "{}";
          },
        });
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
    if (this.#output.closed) return;
    this.#close();
    this.#transport.exit(code);
  }

  /** Handlers that are still at work are told, and not waited for. */
  #close(): void {
    this.#output.close();
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
    this.log(`${what}: ${described(error)}`);
  }
}
