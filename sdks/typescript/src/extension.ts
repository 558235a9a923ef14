/** An extension as its author writes it: what it offers, then `run`. */
import type {
  ArgsOf,
  CommandHandler,
  EventHandlers,
  HostInfo,
  InterceptHandlers,
  InterceptOptions,
  PanelHandlers,
  ToolHandler,
  ToolSchema,
} from "./handlers.js";
import { Panel } from "./panel.js";
import type { InterceptName, NoteLevel } from "./protocol/index.js";
import {
  requireCommand,
  requireEvent,
  requireIdentity,
  requireInterception,
  requireNote,
  requirePanel,
  requireTool,
} from "./registration.js";
import { Session } from "./session.js";
import { holdStandardOutput, releaseStandardOutput } from "./standard-output.js";
import { standardStreams, type Transport } from "./transport.js";

/** Settings of an extension that few need. */
export interface ExtensionOptions {
  /** Checks arguments against a tool's schema before its handler is called; true unless given. */
  readonly validate?: boolean;
}

/** @internal What a tool is made of. */
export interface ToolEntry {
  readonly name: string;
  readonly description: string;
  readonly schema: ToolSchema;
  readonly handler: ToolHandler<never>;
}

/** @internal Everything that an extension offers. */
export interface Offer {
  readonly name: string;
  readonly version: string;
  readonly validate: boolean;
  readonly tools: Map<string, ToolEntry>;
  readonly commands: Map<string, { readonly description: string; readonly handler: CommandHandler }>;
  readonly events: Partial<Record<keyof EventHandlers, (event: never) => unknown>>;
  readonly intercepts: Partial<InterceptHandlers>;
  readonly panels: Map<string, Panel>;
  onFailure: "allow" | "block" | undefined;
}

/**
 * Begins an extension. The name has to be that of the manifest.
 *
 * From here on `console.log` and `process.stdout` are held back: `run()` sends them to standard error, since standard
 * output belongs to the protocol. A program that tests the extension in memory gets its output as it was.
 *
 * @example
 * ```ts
 * extension("guard", "1.0.0")
 *   .intercept("tool_call", ({ tool, args }) =>
 *     tool === "bash" && String(args.command).includes("rm -rf") ? "not on my watch" : undefined,
 *   )
 *   .run();
 * ```
 */
export function extension(name: string, version: string, options: ExtensionOptions = {}): Extension {
  return new Extension(name, version, options);
}

/** An extension. Made by {@link extension}. */
export class Extension {
  readonly #offer: Offer;
  #session: Session | undefined;

  /** @internal */
  constructor(name: string, version: string, { validate = true }: ExtensionOptions) {
    requireIdentity(name, version);
    holdStandardOutput();
    this.#offer = {
      name,
      version,
      validate,
      tools: new Map(),
      commands: new Map(),
      events: {},
      intercepts: {},
      panels: new Map(),
      onFailure: undefined,
    };
  }

  /**
   * Offers a tool to the model. Once the extension runs, this registers or replaces a tool, in a host that
   * offers `dynamic_tools`.
   */
  tool<Schema extends ToolSchema>(
    name: string,
    description: string,
    schema: Schema,
    handler: ToolHandler<ArgsOf<Schema>>,
  ): this {
    requireTool(name, description, schema, handler);
    const entry: ToolEntry = { name, description, schema, handler };
    this.#session?.requireCapability("dynamic_tools", `register the tool ${name} now`);
    this.#offer.tools.set(name, entry);
    this.#session?.registerTool(entry);
    return this;
  }

  /** Withdraws a tool, in a host that offers `dynamic_tools`. Before the start it is simply forgotten. */
  removeTool(name: string): this {
    this.#session?.requireCapability("dynamic_tools", `withdraw the tool ${name}`);
    if (this.#offer.tools.delete(name)) this.#session?.unregisterTool(name);
    return this;
  }

  /** Offers a slash command to the user. The name has no slash and no upper-case letters. */
  command(name: string, description: string, handler: CommandHandler): this {
    this.#beforeStart("a command");
    requireCommand(name, description, handler);
    this.#offer.commands.set(name, { description, handler });
    return this;
  }

  /** Handles an event. Events are handled one at a time, in order. */
  on<Name extends keyof EventHandlers>(event: Name, handler: EventHandlers[Name]): this {
    this.#beforeStart("an event");
    requireEvent(event, handler);
    this.#offer.events[event] = handler as (event: never) => unknown;
    return this;
  }

  /** Is asked before something happens: allows it, blocks it or changes it. An exception blocks. */
  intercept<Name extends InterceptName>(
    event: Name,
    handler: InterceptHandlers[Name],
    options: InterceptOptions = {},
  ): this {
    this.#beforeStart("an interception");
    requireInterception(event, handler, options);
    const { onFailure } = options;
    Object.assign(this.#offer.intercepts, { [event]: handler });
    if (onFailure !== undefined) this.#offer.onFailure = onFailure;
    return this;
  }

  /** Makes a panel; a command opens it with `openPanel(panel, content)`. */
  panel(id: string, handlers: PanelHandlers = {}): Panel {
    requirePanel(id);
    const panel = new Panel(id, handlers, {
      render: (panel_id, content) => this.#session?.send({ type: "panel_render", panel_id, ...content }),
      close: (panel_id) => this.#session?.send({ type: "panel_close", panel_id }),
    });
    this.#offer.panels.set(id, panel);
    return panel;
  }

  /** Shows a note to the user. */
  notify(level: NoteLevel, message: string): void {
    requireNote(level, message);
    this.#running("notify").send({ type: "notify", level, message });
  }

  /** Writes to standard error, which the host keeps in the extension's log. */
  log(...values: readonly unknown[]): void {
    if (this.#session === undefined) console.error(...values);
    else this.#session.log(...values);
  }

  /** What the host said of itself; undefined until it has greeted. */
  get host(): HostInfo | undefined {
    return this.#session?.host;
  }

  /**
   * Runs until the host ends the extension with `shutdown`, the end of input or SIGTERM; the process ends with it, and
   * handlers that await something are not waited for. A handler that never yields, a loop without `await` for one, holds
   * all of that up, and every other request too: Node runs nothing else meanwhile. A host kills such a process in the
   * end. What computes for long belongs in a worker thread.
   */
  run(transport?: Transport): void {
    if (this.#session !== undefined) throw new Error(`the extension ${this.#offer.name} is running already`);
    if (transport !== undefined) releaseStandardOutput();
    this.#session = new Session(this.#offer, transport ?? standardStreams());
    this.#session.start();
  }

  #beforeStart(what: string): void {
    if (this.#session !== undefined) throw new Error(`${what} cannot be added once the extension runs`);
  }

  #running(what: string): Session {
    if (this.#session === undefined) throw new Error(`${what} needs a running extension: call run() first`);
    return this.#session;
  }
}
