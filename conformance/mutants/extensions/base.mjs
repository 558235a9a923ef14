/**
 * A conforming extension that uses every part of the protocol. Each mutant replaces one of its methods.
 *
 * A mutant is a file that ends with `run(class extends Extension { ... })`.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";

const object = (properties, required = []) => ({ type: "object", properties, required });

/** Tools: what they take and what they answer. `later` answers after a moment, so that calls can overlap. */
export const tools = {
  echo: {
    description: "Gives back a text.",
    schema: object({ text: { type: "string" }, times: { type: "integer", minimum: 1, maximum: 3 } }, [
      "text",
    ]),
    run: ({ text, times = 1 }) => {
      if (typeof text !== "string") throw new Error("text has to be a string");
      if (!Number.isInteger(times) || times < 1 || times > 3) throw new Error("times has to be 1, 2 or 3");
      return text.repeat(times);
    },
  },
  later: {
    description: "Answers after a moment.",
    schema: object({ ms: { type: "integer", minimum: 0, maximum: 100, default: 80 } }),
    run: async ({ ms = 80 }) => {
      if (!Number.isInteger(ms) || ms < 0 || ms > 100) throw new Error("ms has to be from 0 to 100");
      await new Promise((resolve) => setTimeout(resolve, ms));
      return "now";
    },
  },
};

export class Extension {
  /** What it registers and subscribes to; a mutant may offer less, so that only some cases apply to it. */
  offers = ["tools", "commands", "events", "intercepts"];
  /** The bytes of a line that is not complete. */
  rest = Buffer.alloc(0);
  panel = false;
  dataDir = ".";
  hostCapabilities = [];
  working = new Set();

  // ---- what it writes

  writeBytes(bytes) {
    process.stdout.write(bytes);
  }

  writeLine(text) {
    this.writeBytes(`${text}\n`);
  }

  write(frame) {
    this.writeLine(JSON.stringify(frame));
  }

  start() {
    this.hello();
    this.register();
    this.subscribe();
    this.ready();
  }

  hello() {
    const capabilities = ["commands", "tools", "events", "panels", "tool_cancel"];
    this.write({ type: "hello", name: "mutant", version: "1.0.0", capabilities });
  }

  register() {
    if (this.offers.includes("tools")) this.registerTools();
    if (this.offers.includes("commands")) this.registerCommands();
  }

  registerTools() {
    for (const [name, { description, schema }] of Object.entries(tools)) {
      this.write({ type: "register_tool", name, description, schema });
    }
  }

  registerCommands() {
    this.write({ type: "register_command", name: "say", description: "says what it is given" });
    this.write({ type: "register_command", name: "list", description: "opens a panel" });
  }

  subscribe() {
    const events = ["session_start", "turn_start", "turn_end", "tool_call", "assistant_message"];
    const intercept = ["tool_call", "turn_start", "assistant_message"];
    const lists = {
      ...(this.offers.includes("events") ? { events } : {}),
      ...(this.offers.includes("intercepts") ? { intercept } : {}),
    };
    if (Object.keys(lists).length > 0) this.write({ type: "subscribe", ...lists });
  }

  ready() {
    this.write({ type: "ready" });
  }

  // ---- what it reads

  data(chunk) {
    const bytes = Buffer.concat([this.rest, chunk]);
    let from = 0;
    for (;;) {
      const at = bytes.indexOf(0x0a, from);
      if (at === -1) break;
      this.line(bytes.toString("utf8", from, at));
      from = at + 1;
    }
    this.rest = bytes.subarray(from);
  }

  line(text) {
    let frame;
    try {
      frame = JSON.parse(text);
    } catch (error) {
      this.badLine(text, error);
      return;
    }
    if (typeof frame !== "object" || frame === null || Array.isArray(frame)) this.badLine(text);
    else this.frame(frame);
  }

  badLine(text) {
    console.error(`ignored: ${text.slice(0, 60)}`);
  }

  frame(frame) {
    switch (frame.type) {
      case "hello_ack":
        return this.helloAck(frame);
      case "tool_call":
        return this.toolCall(frame);
      case "tool_cancel":
        return this.toolCancel(frame);
      case "command_invoked":
        return this.command(frame);
      case "event_intercept":
        return this.intercept(frame);
      case "event":
        return this.event(frame);
      case "panel_key":
        return this.panelKey(frame);
      case "panel_close":
        return this.panelClose(frame);
      case "shutdown":
        return this.shutdown(frame);
      default:
        return this.unknown(frame);
    }
  }

  unknown() {}

  helloAck({ protocol_version, data_dir, capabilities }) {
    if (protocol_version !== 1) {
      // Standard error may be full: the end of the process must not overtake what it says.
      process.stderr.write(`protocol_version ${protocol_version} is not supported\n`, () => process.exit(1));
      return;
    }
    this.dataDir = data_dir ?? ".";
    this.hostCapabilities = Array.isArray(capabilities) ? capabilities : [];
  }

  async toolCall({ id, name, args }) {
    this.working.add(id);
    if (this.hostCapabilities.includes("tool_progress")) {
      this.write({ type: "tool_progress", id, text: "working" });
    }
    let text;
    let is_error = false;
    try {
      const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
      if (tool === undefined) throw new Error(`there is no tool ${name}`);
      text = await tool.run(args);
      this.remember(name);
    } catch (error) {
      text = error.message;
      is_error = true;
    }
    this.working.delete(id);
    this.toolResult({
      type: "tool_result",
      id,
      content: [{ type: "text", text }],
      ...(is_error ? { is_error } : {}),
    });
  }

  toolResult(frame) {
    this.write(frame);
  }

  remember(name) {
    writeFileSync(join(this.dataDir, "last.txt"), name);
  }

  toolCancel({ id }) {
    if (this.working.has(id)) console.error(`nobody waits for ${id} any more`);
  }

  command({ id, name, args = "" }) {
    if (name === "say") {
      this.commandResponse({ type: "command_response", id, action: "display", display: `You said: ${args}` });
    } else if (name === "list") {
      this.panel = true;
      const open_panel = { id: "list-main", title: "List", lines: ["one", "two"], footer: "esc close" };
      this.commandResponse({ type: "command_response", id, action: "open_panel", open_panel });
    } else this.unknownCommand({ id, name });
  }

  unknownCommand({ id, name }) {
    this.commandResponse({
      type: "command_response",
      id,
      action: "noop",
      error: `there is no command ${name}`,
    });
  }

  commandResponse(frame) {
    this.write(frame);
  }

  intercept({ id }) {
    this.interceptResponse({ type: "event_intercept_response", id });
  }

  interceptResponse(frame) {
    this.write(frame);
  }

  event() {}

  panelKey({ panel_id, key }) {
    if (!this.panel || panel_id !== "list-main") return;
    if (key === "up" || key === "down") this.render(key);
  }

  render(key) {
    this.write({
      type: "panel_render",
      panel_id: "list-main",
      title: "List",
      lines: ["one", "two", key],
      footer: "",
    });
  }

  panelClose() {
    this.panel = false;
  }

  // ---- how it ends

  shutdown() {
    this.acknowledge();
    this.exit();
  }

  acknowledge() {
    this.write({ type: "shutdown_ack" });
  }

  /** After everything that was written has left the process. */
  exit() {
    process.stdout.write("", () => process.exit(0));
  }

  end() {
    this.exit();
  }
}

/** Starts an extension of the given class. */
export function run(kind) {
  const extension = new kind();
  process.stdin.on("data", (chunk) => extension.data(chunk));
  process.stdin.on("end", () => extension.end());
  process.stdout.on("error", () => process.exit(1));
  extension.start();
  return extension;
}
