/** What an extension has announced since its hello. */
import { isObject, type Json, type JsonObject } from "../../case/json.js";

/** A tool as it was registered. */
export interface RegisteredTool {
  readonly name: string;
  readonly description?: string;
  readonly schema?: JsonObject;
}

/** A command as it was registered. */
export interface RegisteredCommand {
  readonly name: string;
  readonly description?: string;
}

/** Everything that an extension announced; first registrations win, as in a host. */
export class Registrations {
  readonly tools = new Map<string, RegisteredTool>();
  readonly commands = new Map<string, RegisteredCommand>();
  readonly events = new Set<string>();
  readonly intercepts = new Set<string>();
  hello: JsonObject | undefined;
  ready = false;

  /** Takes a frame of the extension; those that announce nothing are let pass. */
  take(frame: JsonObject): void {
    const { name, description, schema } = frame;
    switch (frame.type) {
      case "hello":
        this.hello ??= frame;
        return;
      case "ready":
        this.ready = true;
        return;
      case "register_tool":
        if (typeof name !== "string" || this.tools.has(name)) return;
        this.tools.set(name, { name, ...text(description), ...(isObject(schema) ? { schema } : {}) });
        return;
      case "register_command":
        if (typeof name !== "string" || this.commands.has(name)) return;
        this.commands.set(name, { name, ...text(description) });
        return;
      case "subscribe":
        for (const event of names(frame.events)) this.events.add(event);
        for (const event of names(frame.intercept)) this.intercepts.add(event);
    }
  }

  /** True when everything that the other holds is here too. */
  covers(other: Expected): boolean {
    return (
      other.tools.every((name) => this.tools.has(name)) &&
      other.commands.every((name) => this.commands.has(name)) &&
      other.intercepts.every((name) => this.intercepts.has(name))
    );
  }
}

/** What is known from before to be announced. */
export interface Expected {
  readonly tools: readonly string[];
  readonly commands: readonly string[];
  readonly intercepts: readonly string[];
  /** Whether the extension says when it is ready. */
  readonly ready: boolean;
}

function text(description: Json | undefined): { description?: string } {
  return typeof description === "string" ? { description } : {};
}

function names(list: Json | undefined): readonly string[] {
  return Array.isArray(list) ? list.filter((name): name is string => typeof name === "string") : [];
}
