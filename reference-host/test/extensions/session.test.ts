/** Handshake, registration, ready, events, tools: what passes between the host and well-behaved extensions. */
import { realpathSync } from "node:fs";
import type { JsonObject } from "@extproto/schemas";
import { expect, test } from "vitest";
import {
  type InlineExtension,
  patient,
  type RunningManager,
  startWith,
  textResult,
} from "./running-manager.js";

/** Registers what it is given, sends every frame of the host back as a note, and answers tool calls. */
function mirror(name: string, ...registrations: JsonObject[]): InlineExtension {
  return {
    name,
    code: `begin(${[name, ...registrations].map((frame) => JSON.stringify(frame)).join(", ")});
onFrame((frame) => {
  send({ type: "notify", level: "info", message: JSON.stringify(frame) });
  if (leave(frame)) return;
  if (frame.type === "tool_call") send(result(frame, ${JSON.stringify(name)}));
});`,
  };
}

function tool(name: string, description = `The tool ${name}.`): JsonObject {
  return { type: "register_tool", name, description, schema: { type: "object" } };
}

/** The frames that a mirror has received. */
function received({ events }: RunningManager, extension: string): JsonObject[] {
  return events.flatMap((event) =>
    event.type === "notify" && event.extension === extension ? [JSON.parse(event.message) as JsonObject] : [],
  );
}

test("hello_ack comes first and has every field", async () => {
  const running = await startWith([mirror("mirror")]);
  await running.told("notify");
  const dir = running.manager.list()[0]?.dir;
  expect(received(running, "mirror")[0]).toEqual({
    type: "hello_ack",
    protocol_version: 1,
    zot_version: "0.1.0",
    provider: "scripted",
    model: "scripted",
    cwd: running.cwd,
    extension_dir: dir,
    data_dir: dir,
    capabilities: [
      "commands",
      "tools",
      "events",
      "panels",
      "tool_cancel",
      "tool_progress",
      "on_failure",
      "dynamic_tools",
    ],
  });
});

test("the process runs in the directory of its extension, with the arguments of the manifest", async () => {
  const running = await startWith([
    {
      name: "where",
      manifest: { args: ["main.mjs", "a b", "$HOME", "*"] },
      code: `begin("where"); send({ type: "notify", level: "info", message: JSON.stringify([process.cwd(), process.argv.slice(2)]) }); onFrame(leave);`,
    },
  ]);
  const { message } = await running.told("notify");
  const dir = realpathSync(running.manager.list()[0]?.dir ?? "");
  expect(JSON.parse(message)).toEqual([dir, ["a b", "$HOME", "*"]]);
});

test("secrets are withheld unless the manifest asks for them by name", async () => {
  const code = (name: string) =>
    `begin("${name}"); const { ANTHROPIC_API_KEY, MY_KEY, PLAIN } = process.env;
send({ type: "notify", level: "info", message: JSON.stringify({ ANTHROPIC_API_KEY, MY_KEY, PLAIN }) }); onFrame(leave);`;
  const running = await startWith(
    [
      { name: "plain", code: code("plain") },
      { name: "asks", code: code("asks"), manifest: { env: ["ANTHROPIC_API_KEY"] } },
    ],
    {
      secrets: ["MY_KEY"],
      env: { PATH: process.env.PATH, ANTHROPIC_API_KEY: "sk-a", MY_KEY: "sk-b", PLAIN: "yes" },
    },
  );
  const plain = await running.told("notify", (event) => event.extension === "plain");
  const asks = await running.told("notify", (event) => event.extension === "asks");
  expect(JSON.parse(plain.message)).toEqual({ PLAIN: "yes" });
  expect(JSON.parse(asks.message)).toEqual({ PLAIN: "yes", ANTHROPIC_API_KEY: "sk-a" });
});

test("a contested tool goes to the first in load order, and the other's log says so", async () => {
  const slow = mirror("first", tool("shared", "of the first"));
  const running = await startWith([
    { ...slow, code: `await new Promise((resolve) => setTimeout(resolve, 300));\n${slow.code}` },
    mirror("second", tool("shared", "of the second"), tool("own")),
  ]);
  expect(
    running.manager.tools().map(({ name, description, extension }) => ({ name, description, extension })),
  ).toEqual([
    { name: "shared", description: "of the first", extension: "first" },
    { name: "own", description: "The tool own.", extension: "second" },
  ]);
  expect(await running.manager.callTool("shared", {}, patient)).toEqual(textResult("first", "first"));
  expect(running.log("second")).toContain("its tool shared is shadowed by that of first");
});

test("a tool registered after ready does not displace another's first one, though not all have started", async () => {
  const late = `await new Promise((resolve) => setTimeout(resolve, 300));
const frames = [{ type: "hello", name: "first", version: "1.0.0" }, { type: "ready" }, tool("shared"), tool("own")];
process.stdout.write(frames.map((frame) => JSON.stringify(frame) + "\\n").join(""));
onFrame(leave);`;
  const running = await startWith([
    { name: "first", code: late },
    mirror("second", tool("shared", "of the second")),
  ]);
  expect(running.manager.tools().map(({ name, extension }) => `${name} of ${extension}`)).toEqual([
    "own of first",
    "shared of second",
  ]);
  expect(running.log("first")).toContain("its tool shared is shadowed by that of second");
});

test("built-in names cannot be taken", async () => {
  const running = await startWith([
    mirror("greedy", tool("bash"), { type: "register_command", name: "help" }, tool("mine")),
  ]);
  expect(running.manager.tools().map(({ name }) => name)).toEqual(["mine"]);
  expect(running.manager.commands()).toEqual([]);
  expect(running.log("greedy")).toContain("its tool bash is shadowed by the built-in one");
});

test("names outside the allowed pattern are ignored, and a tool without a schema gets one", async () => {
  const running = await startWith([
    mirror(
      "odd",
      tool("two words"),
      tool("x".repeat(65)),
      { type: "register_command", name: "/slash" },
      { type: "register_tool", name: "bare" },
    ),
  ]);
  expect(running.manager.tools()).toEqual([
    { name: "bare", description: "", schema: { type: "object" }, extension: "odd" },
  ]);
  expect(running.manager.commands()).toEqual([]);
});

test("a tool registered late is offered, one registered again is replaced, one unregistered is gone", async () => {
  const running = await startWith([
    {
      name: "dynamic",
      code: `begin("dynamic", tool("step"));
const steps = [tool("late"), { ...tool("late"), description: "new" }, { type: "unregister_tool", name: "late" }];
onFrame((frame) => { if (leave(frame) || frame.type !== "tool_call") return; send(steps.shift()); send(result(frame, "done")); });`,
    },
  ]);
  const listed = async () => {
    await running.manager.callTool("step", {}, patient);
    return running.manager.tools().map(({ name, description }) => `${name}: ${description}`);
  };
  expect(await listed()).toEqual(["step: The tool step.", "late: The tool late."]);
  expect(await listed()).toEqual(["step: The tool step.", "late: new"]);
  expect(await listed()).toEqual(["step: The tool step."]);
});

test("an extension without ready is served after a silence of the idle time", async () => {
  const running = await startWith(
    [
      {
        name: "silent",
        code: `send({ type: "hello", name: "silent" }); send(tool("quiet")); onFrame((frame) => { if (!leave(frame) && frame.type === "tool_call") send(result(frame, "ok")); });`,
      },
    ],
    { deadlines: { readyIdle: 300, readyGrace: 60_000 } },
  );
  expect(running.log("silent")).toContain("ready, without saying so (idle)");
  expect(await running.manager.callTool("quiet", {}, patient)).toEqual(textResult("ok", "silent"));
});

test("an extension that keeps talking without ready is waited for no longer than the grace", async () => {
  const running = await startWith(
    [
      {
        name: "chatty",
        code: `send({ type: "hello", name: "chatty" }); setInterval(() => send({ type: "notify", level: "info", message: "still busy" }), 20); onFrame(leave);`,
      },
    ],
    { deadlines: { readyIdle: 5_000, readyGrace: 600 } },
  );
  expect(running.log("chatty")).toContain("ready, without saying so (grace)");
});

test("events arrive in the order they were emitted, after session_start, and only where subscribed", async () => {
  const running = await startWith([
    mirror(
      "all",
      {
        type: "subscribe",
        events: ["session_start", "turn_start", "tool_call", "assistant_message", "turn_end"],
      },
      tool("fence"),
    ),
    mirror("few", { type: "subscribe", events: ["turn_end"] }, tool("fence-few")),
  ]);
  const { manager } = running;
  manager.emit({ type: "event", event: "turn_start", step: 1 });
  manager.emit({ type: "event", event: "assistant_message", text: "hi" });
  manager.emit({
    type: "event",
    event: "tool_call",
    tool_id: "1",
    tool_name: "read",
    tool_args: { path: "a" },
  });
  manager.emit({ type: "event", event: "turn_end", stop: "tool_use" });
  await manager.callTool("fence", {}, patient);
  await manager.callTool("fence-few", {}, patient);
  const events = (name: string) =>
    received(running, name).flatMap((frame) => (frame.type === "event" ? [frame.event] : []));
  expect(events("all")).toEqual([
    "session_start",
    "turn_start",
    "assistant_message",
    "tool_call",
    "turn_end",
  ]);
  expect(events("few")).toEqual(["turn_end"]);
});

test("64 calls in flight each get their own answer", async () => {
  const running = await startWith(["well-behaved"]);
  const numbers = Array.from({ length: 64 }, (_, n) => n);
  const answers = await Promise.all(numbers.map((n) => running.manager.callTool("echo", { n }, patient)));
  expect(answers).toEqual(numbers.map((n) => textResult(JSON.stringify({ n }), "well-behaved")));
});

test("images pass, unknown blocks are left out, and nothing at all becomes a text", async () => {
  const image = { type: "image", mime_type: "image/png", data: "iVBORw0KGgo=" };
  const running = await startWith([
    {
      name: "blocks",
      code: `begin("blocks", tool("show"));
onFrame((frame) => { if (!leave(frame) && frame.type === "tool_call") send({ type: "tool_result", id: frame.id, ...frame.args }); });`,
    },
  ]);
  const show = async (args: JsonObject) => {
    const { content, isError } = await running.manager.callTool("show", args, patient);
    return { content, isError };
  };
  expect(await show({ content: [image, { type: "hologram", data: "?" }] })).toEqual({
    content: [image],
    isError: false,
  });
  expect(await show({ content: [] })).toEqual({
    content: [{ type: "text", text: "(the tool returned nothing)" }],
    isError: false,
  });
  expect(await show({})).toMatchObject({ isError: false });
  expect(await show({ content: [], is_error: true })).toMatchObject({ isError: true });
  expect(await show({ content: [{ ...image, data: "not base64!" }] })).toMatchObject({ isError: true });
  expect(await show({ content: "text" })).toMatchObject({ isError: true });
});

test("a call whose frame would exceed the line limit fails at once and is not written", async () => {
  const running = await startWith(["well-behaved"]);
  const called = await running.manager.callTool("echo", { text: "x".repeat(4 * 1024 * 1024) }, patient);
  expect(called.isError).toBe(true);
  expect(await running.manager.callTool("echo", {}, patient)).toEqual(textResult("{}", "well-behaved"));
});

test("progress reaches the caller while the call is open", async () => {
  const running = await startWith([
    {
      name: "slow",
      code: `begin("slow", tool("work"));
onFrame((frame) => { if (leave(frame) || frame.type !== "tool_call") return;
  send({ type: "tool_progress", id: frame.id, text: "half" }); send(result(frame, "done")); send({ type: "tool_progress", id: frame.id, text: "after" }); });`,
    },
  ]);
  const progress: string[] = [];
  await running.manager.callTool("work", {}, { ...patient, onProgress: (text) => progress.push(text) });
  await running.manager.callTool("work", {}, patient);
  expect(progress).toEqual(["half"]);
});

test("an aborted call ends at once, and only an extension that announced tool_cancel is told", async () => {
  const code = (name: string, capabilities: string[]) => `
send({ type: "hello", name: "${name}", version: "1", capabilities: ${JSON.stringify(capabilities)} });
send(tool("${name}-wait")); send(tool("${name}-seen")); send({ type: "ready" });
const seen = [];
onFrame((frame) => { seen.push(frame.type + ":" + frame.id); if (leave(frame)) return;
  if (frame.type !== "tool_call") return;
  if (frame.name === "${name}-wait") send({ type: "tool_progress", id: frame.id, text: "begun" });
  else send(result(frame, seen.slice(1).join(" "))); });`;
  const running = await startWith([
    { name: "cancels", code: code("cancels", ["tool_cancel"]) },
    { name: "plain", code: code("plain", []) },
  ]);
  for (const name of ["cancels", "plain"]) {
    const abort = new AbortController();
    const called = running.manager.callTool(
      `${name}-wait`,
      {},
      { signal: abort.signal, onProgress: () => abort.abort() },
    );
    expect((await called).isError).toBe(true);
  }
  expect(await running.manager.callTool("cancels-seen", {}, patient)).toEqual(
    textResult("tool_call:t1 tool_cancel:t1 tool_call:t2", "cancels"),
  );
  expect(await running.manager.callTool("plain-seen", {}, patient)).toEqual(
    textResult("tool_call:t1 tool_call:t2", "plain"),
  );
});

test("what an extension wrote before it exited counts", async () => {
  const running = await startWith([
    {
      name: "last-words",
      code: `import { writeSync } from "node:fs";
begin("last-words", tool("go"));
onFrame((frame) => { if (frame.type !== "tool_call") return; writeSync(1, JSON.stringify(result(frame, "x".repeat(30_000))) + "\\n"); process.exit(0); });`,
    },
  ]);
  const called = await running.manager.callTool("go", {}, patient);
  expect(called).toEqual(textResult("x".repeat(30_000), "last-words"));
});
