/** What one extension has announced. Who owns a contested name is the manager's to say. */
import {
  eventNames,
  interceptNames,
  type RegisterCommand,
  type RegisterTool,
  type Subscribe,
} from "@extproto/schemas";
import type { NameChange, OfferedCommand, OfferedTool } from "./contract.js";
import { deepestNesting, nestedTooDeep } from "./nesting.js";

const commandName = /^[A-Za-z0-9_-]+$/;
const toolName = /^[A-Za-z0-9_-]{1,64}$/;
const knownEvents: ReadonlySet<string> = new Set(eventNames);
const knownIntercepts: ReadonlySet<string> = new Set(interceptNames);

/** The registrations of one extension. Each method returns the change it made, or why a frame has no effect. */
export class Registrations {
  readonly #tools = new Map<string, OfferedTool>();
  readonly #commands = new Map<string, OfferedCommand>();
  readonly subscriptions = {
    events: new Set<string>(),
    intercept: new Set<string>(),
    failClosed: new Set<string>(),
  };

  get tools(): readonly OfferedTool[] {
    return [...this.#tools.values()];
  }

  get commands(): readonly OfferedCommand[] {
    return [...this.#commands.values()];
  }

  /** A tool that is registered again is replaced: the host announces dynamic_tools. */
  registerTool(frame: RegisterTool): NameChange | string {
    const { name, description, schema } = frame;
    if (!toolName.test(name)) return `tool name ${JSON.stringify(name)} does not match ${toolName.source}`;
    if (nestedTooDeep(schema)) {
      return `the schema of tool ${JSON.stringify(name)} is nested deeper than ${deepestNesting} levels`;
    }
    this.#tools.set(name, { name, description, schema });
    return { kind: "tool", name, registered: true };
  }

  unregisterTool(name: string): NameChange | string {
    if (!this.#tools.delete(name)) return `tool ${JSON.stringify(name)} is not one of its own`;
    return { kind: "tool", name, registered: false };
  }

  registerCommand(frame: RegisterCommand): NameChange | string {
    const { name, description } = frame;
    if (!commandName.test(name))
      return `command name ${JSON.stringify(name)} does not match ${commandName.source}`;
    if (this.#commands.has(name))
      return `command ${JSON.stringify(name)} is registered already; the first one stays`;
    this.#commands.set(name, { name, description });
    return { kind: "command", name, registered: true };
  }

  /** Returns what of it is not known. */
  subscribe(frame: Subscribe): string | undefined {
    const unknown: string[] = [];
    for (const name of frame.events ?? []) {
      if (knownEvents.has(name)) this.subscriptions.events.add(name);
      else unknown.push(name);
    }
    for (const name of frame.intercept ?? []) {
      if (!knownIntercepts.has(name)) {
        unknown.push(name);
        continue;
      }
      this.subscriptions.intercept.add(name);
      if (frame.on_failure === "block") this.subscriptions.failClosed.add(name);
    }
    return unknown.length === 0
      ? undefined
      : `unknown names in subscribe: ${unknown.map((name) => JSON.stringify(name)).join(", ")}`;
  }
}
