// Uses every feature of the SDK; the conformance kit checks it.
import { setTimeout as wait } from "node:timers/promises";
import {
  allow,
  block,
  display,
  extension,
  failure,
  image,
  insert,
  openPanel,
  prompt,
  replace,
  rewrite,
  Type,
  text,
} from "@extproto/sdk";

const dot =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const sink = extension("kitchen-sink", "1.0.0");
const seen = [];

const panel = sink.panel("sink", {
  onKey: (key, panel, text) =>
    key === "esc" ? panel.close() : panel.render({ title: "Sink", lines: [`${key} ${text ?? ""}`] }),
  onClose: () => sink.log("the panel is closed"),
});

sink
  .tool("echo", "Says what it was told.", Type.Object({ text: Type.String() }), (args) => args.text)
  .tool("draw", "Draws a dot.", Type.Object({}), () => [text("a dot:"), image("image/png", dot)])
  .tool(
    "count",
    "Counts slowly.",
    Type.Object({ to: Type.Integer({ minimum: 0, maximum: 20 }) }),
    async ({ to }, context) => {
      for (let i = 1; i <= to; i++) {
        context.progress(`${i} of ${to}`);
        await wait(5, undefined, { signal: context.signal });
      }
      return `counted to ${to}`;
    },
  )
  .tool("fail", "Always fails.", Type.Object({}), () => failure("as promised"))
  .tool("throw", "Fails with an exception.", Type.Object({}), () => {
    throw new Error("thrown");
  })
  .tool(
    "print",
    "Prints to standard output, where nothing but frames belongs.",
    Type.Object({}),
    (_, { log }) => {
      console.log("a stray print");
      log("a line of the log");
      return "printed";
    },
  )
  .tool(
    "raw",
    "Takes any JSON Schema.",
    { type: "object", properties: { n: { type: "number" } } },
    ({ n }) => `${n}`,
  )
  .tool("grow", "Registers one more tool, where the host can have it.", Type.Object({}), (_, { host }) => {
    if (!host.capabilities.has("dynamic_tools")) return failure("the host does not offer dynamic_tools");
    sink.tool("grown", "Came later.", Type.Object({}), () => "grown");
    sink.removeTool("grown");
    return "grew and shrank";
  })
  .command("ask", "submits a prompt", (args) => prompt(args || "What is next?"))
  .command("put", "puts a text where you type", (args) => insert(args || "text"))
  .command("show", "shows a text", () => display(`seen: ${seen.join(", ")}`))
  .command("open", "opens a panel", () =>
    openPanel(panel, { title: "Sink", lines: ["press a key"], footer: "esc" }),
  )
  .command("nothing", "does nothing", () => {})
  .command("wrong", "fails", () => failure("as promised"))
  .command("note", "shows a note", () => sink.notify("info", `running in ${sink.host.cwd}`))
  .on("session_start", ({ event }) => seen.push(event))
  .on("turn_start", ({ step }) => seen.push(`turn ${step}`))
  .on("turn_end", ({ stop }) => seen.push(stop))
  .on("tool_call", ({ tool_name }) => seen.push(tool_name))
  .on("assistant_message", ({ text: said }) => seen.push(said?.length ?? 0))
  .intercept("tool_call", ({ tool, args }) => {
    if (args.forbidden === true) return block("it is forbidden");
    if (tool === "echo" && args.text === "rewrite me") return rewrite({ ...args, text: "rewritten" });
    return allow();
  })
  .intercept("turn_start", ({ step }) => (step > 1000 ? "enough" : undefined))
  .intercept("assistant_message", ({ text: said }) =>
    said.includes("secret") ? replace("(removed)") : undefined,
  )
  .run();
