/** Slash commands with all their answers, and the one open panel. */
import { expect, test } from "vitest";
import { type InlineExtension, patient, type RunningManager, startWith } from "./running-manager.js";

/** Answers `/name` with the JSON it is given as arguments, and sends panel frames back as notes. */
function commander(name: string): InlineExtension {
  return {
    name,
    code: `begin("${name}", { type: "register_command", name: "${name}", description: "Does as told" }, tool("${name}-send"));
onFrame((frame) => {
  if (leave(frame)) return;
  if (frame.type === "command_invoked") send({ type: "command_response", id: frame.id, ...JSON.parse(frame.args ?? "{}") });
  if (frame.type === "tool_call") { for (const each of frame.args.frames) send(each); send(result(frame, "sent")); }
  if (frame.type.startsWith("panel_")) send({ type: "notify", level: "loud", message: JSON.stringify(frame) });
});`,
  };
}

function run({ manager }: RunningManager, name: string, response: object) {
  return manager.invokeCommand(name, ` ${JSON.stringify(response)} `, patient);
}

test("each action is announced as an event and returned to the caller", async () => {
  const running = await startWith([commander("todo")]);
  expect(await run(running, "todo", { action: "prompt", prompt: "do it" })).toEqual({
    action: "prompt",
    prompt: "do it",
  });
  expect(await run(running, "todo", { action: "insert", insert: "text" })).toEqual({
    action: "insert",
    text: "text",
  });
  expect(await run(running, "todo", { action: "display", display: "shown" })).toEqual({
    action: "display",
    text: "shown",
  });
  expect(await run(running, "todo", { action: "noop" })).toEqual({ action: "noop" });
  expect(await run(running, "todo", {})).toEqual({ action: "noop" });
  expect(running.events).toEqual([
    { type: "submit", extension: "todo", text: "do it" },
    { type: "insert", extension: "todo", text: "text" },
    { type: "display", extension: "todo", text: "shown" },
  ]);
});

test("an error is returned in place of the action", async () => {
  const running = await startWith([commander("todo")]);
  const outcome = await run(running, "todo", { action: "display", display: "shown", error: "no such city" });
  expect(outcome).toEqual({ action: "error", message: "no such city" });
  expect(running.events).toEqual([]);
});

test.each([
  ["an unknown action", { action: "explode" }],
  ["a missing payload", { action: "display" }],
  ["a panel without its field", { action: "open_panel" }],
  ["a field of the wrong type", { action: "insert", insert: 7 }],
])("%s fails the command at once", async (_, response) => {
  const running = await startWith([commander("todo")]);
  expect(await run(running, "todo", response)).toMatchObject({ action: "error" });
  expect(running.events.filter((event) => event.type !== "problem")).toEqual([]);
});

test("an unknown command is nobody's", async () => {
  const running = await startWith([commander("todo")]);
  expect(await running.manager.invokeCommand("other", "", patient)).toBeUndefined();
  expect(running.manager.commands()).toEqual([
    { name: "todo", description: "Does as told", extension: "todo" },
  ]);
});

test("a command that is not answered fails at its deadline", async () => {
  const silent = `begin("silent", { type: "register_command", name: "silent" }); onFrame(leave);`;
  const running = await startWith([{ name: "silent", code: silent }], { deadlines: { command: 400 } });
  expect(await running.manager.invokeCommand("silent", "", patient)).toEqual({
    action: "error",
    message: "silent did not answer within 400 ms",
  });
});

const panel = { id: "main", title: "Todos", lines: ["one"], footer: "esc" };

test("a panel opens, is redrawn by its owner alone, and takes keys", async () => {
  const running = await startWith([commander("todo"), commander("other")]);
  const { manager } = running;
  await run(running, "todo", { action: "open_panel", open_panel: panel });
  expect(manager.openPanel()).toEqual({ extension: "todo", panel });
  const render = { type: "panel_render", panel_id: "main", lines: ["two"] };
  await manager.callTool(
    "other-send",
    { frames: [render, { type: "panel_close", panel_id: "main" }] },
    patient,
  );
  expect(manager.openPanel()).toEqual({ extension: "todo", panel });
  await manager.callTool("todo-send", { frames: [{ ...render, panel_id: "second" }, render] }, patient);
  expect(manager.openPanel()).toEqual({
    extension: "todo",
    panel: { id: "main", title: "Todos", lines: ["two"] },
  });
  expect(await running.told("panel_render")).toEqual({
    type: "panel_render",
    extension: "todo",
    panel: { id: "main", title: "Todos", lines: ["two"] },
  });
  expect(manager.panelKey("main", "rune", "x")).toBe(true);
  expect(manager.panelKey("elsewhere", "up", undefined)).toBe(false);
  expect(await running.told("notify")).toEqual({
    type: "notify",
    extension: "todo",
    level: "info",
    message: '{"type":"panel_key","panel_id":"main","key":"rune","text":"x"}',
  });
});

test("a second panel takes the place of the first, whose owner is told", async () => {
  const running = await startWith([commander("first"), commander("second")]);
  await run(running, "first", { action: "open_panel", open_panel: panel });
  await run(running, "second", { action: "open_panel", open_panel: { id: "main" } });
  expect(running.manager.openPanel()).toEqual({ extension: "second", panel: { id: "main" } });
  const note = await running.told("notify");
  expect(note).toMatchObject({ extension: "first", message: '{"type":"panel_close","panel_id":"main"}' });
  expect(running.events.flatMap((event) => (event.type.startsWith("panel_") ? [event.type] : []))).toEqual([
    "panel_open",
    "panel_close",
    "panel_open",
  ]);
});

test("the user's close is passed on, the owner's own is not echoed", async () => {
  const running = await startWith([commander("todo")]);
  const { manager } = running;
  await run(running, "todo", { action: "open_panel", open_panel: panel });
  await manager.callTool("todo-send", { frames: [{ type: "panel_close", panel_id: "main" }] }, patient);
  expect(manager.openPanel()).toBeUndefined();
  await run(running, "todo", { action: "open_panel", open_panel: panel });
  expect(manager.closePanel("main")).toBe(true);
  expect(manager.closePanel("main")).toBe(false);
  await manager.callTool("todo-send", { frames: [] }, patient);
  const notes = running.events.filter((event) => event.type === "notify");
  expect(notes.map((note) => note.message)).toEqual(['{"type":"panel_close","panel_id":"main"}']);
});

test("the panel of an extension that dies is closed", async () => {
  const code = `begin("fragile", { type: "register_command", name: "open" }, { type: "register_command", name: "die" });
onFrame((frame) => { if (leave(frame) || frame.type !== "command_invoked") return;
  if (frame.name === "die") process.exit(1);
  send({ type: "command_response", id: frame.id, action: "open_panel", open_panel: { id: "p" } }); });`;
  const running = await startWith([{ name: "fragile", code }]);
  await running.manager.invokeCommand("open", "", patient);
  await running.manager.invokeCommand("die", "", patient);
  expect(await running.told("panel_close")).toEqual({
    type: "panel_close",
    extension: "fragile",
    panelId: "p",
  });
  expect(running.manager.openPanel()).toBeUndefined();
});
