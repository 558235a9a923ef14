/** Discovery and reload with real processes. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fixture, newManager, patient, temporaryDirectory, writeExtension } from "./running-manager.js";

const echo = (
  name: string,
) => `begin("${name}", tool("${name}"), { type: "subscribe", events: ["session_start"] });
onFrame((frame) => {
  if (leave(frame)) return;
  if (frame.type === "tool_call") send(result(frame, "${name}"));
  if (frame.type === "event") send({ type: "notify", level: "info", message: frame.event });
});`;

function places(home: string, cwd: string) {
  return { global: join(home, "extensions"), project: join(cwd, ".zot", "extensions") };
}

test("explicit, project and global extensions load in this order, and the first of a name wins", async () => {
  const running = newManager({ explicit: [fixture("well-behaved")] });
  const { global, project } = places(running.home, running.cwd);
  writeExtension(global, { name: "b-global", code: echo("b-global") });
  writeExtension(global, { name: "a-global", code: echo("a-global") });
  writeExtension(global, { name: "shared", code: echo("shared") });
  writeExtension(project, { name: "shared", code: echo("shared") });
  const report = await running.manager.start();
  expect(report).toEqual({ stopped: 0, loaded: 4, ready: 4, errors: [] });
  expect(running.manager.list().map(({ name, scope, state }) => `${name} ${scope} ${state}`)).toEqual([
    "well-behaved explicit ready",
    "shared project ready",
    "a-global global ready",
    "b-global global ready",
  ]);
  expect(running.log("shared")).toContain("has the same name and comes first");
});

test("broken, missing and disabled extensions are listed, and hold up nobody", async () => {
  const running = newManager();
  const { global } = places(running.home, running.cwd);
  mkdirSync(join(global, "empty"), { recursive: true });
  writeExtension(global, {
    name: "off",
    code: "",
    manifest: { enabled: false, version: "2.0.0", description: "asleep" },
  });
  writeExtension(global, { name: "no-program", code: "", manifest: { exec: "./missing" } });
  writeExtension(global, { name: "works", code: echo("works") });
  const report = await running.manager.start();
  expect(report.loaded).toBe(1);
  expect(report.errors.map(({ extension, message }) => `${extension}: ${message.split(";")[0]}`)).toEqual([
    `empty: ${join(global, "empty", "extension.json")}: there is no manifest`,
    `no-program: exec not found: ${join(global, "no-program", "missing")}`,
  ]);
  expect(running.manager.list()).toMatchObject([
    { name: "empty", state: "failed" },
    { name: "no-program", state: "failed" },
    { name: "off", state: "disabled", version: "2.0.0", description: "asleep" },
    { name: "works", state: "ready", tools: ["works"] },
  ]);
  expect(running.events.filter((event) => event.type === "problem")).toHaveLength(2);
});

test("a disabled extension named on the command line is not started, and the user hears why", async () => {
  const folder = temporaryDirectory();
  const dir = writeExtension(folder, { name: "off", code: echo("off"), manifest: { enabled: false } });
  const running = newManager({ explicit: [dir], discover: false });
  expect(await running.manager.start()).toEqual({ stopped: 0, loaded: 0, ready: 0, errors: [] });
  expect((await running.told("problem")).message).toContain("off was not started");
});

test("a reload stops all, reads the manifests again and starts what it finds", async () => {
  const running = newManager({ explicit: [fixture("well-behaved")] });
  const { global } = places(running.home, running.cwd);
  writeExtension(global, { name: "goes", code: echo("goes") });
  writeExtension(global, { name: "stays", code: echo("stays") });
  await running.manager.start();
  await running.told("notify", (event) => event.extension === "stays");
  rmSync(join(global, "goes"), { recursive: true });
  writeExtension(global, { name: "comes", code: echo("comes") });
  mkdirSync(join(global, "broken"));
  writeFileSync(join(global, "broken", "extension.json"), "{");
  running.events.length = 0;
  const report = await running.manager.reload();
  expect(report).toMatchObject({ stopped: 3, loaded: 3, ready: 3, errors: [{ extension: "broken" }] });
  expect(running.manager.tools().map(({ name }) => name)).toEqual(["echo", "comes", "stays"]);
  expect(await running.manager.callTool("comes", {}, patient)).toMatchObject({ isError: false });
  expect(await running.told("notify", (event) => event.extension === "stays")).toMatchObject({
    message: "session_start",
  });
});

test("hello_ack after a reload tells the model in use by then", async () => {
  let model = "first";
  const folder = temporaryDirectory();
  const code = `send({ type: "hello", name: "asks" });
onFrame((frame) => { if (leave(frame)) return; if (frame.type === "hello_ack") { send({ type: "notify", level: "info", message: frame.model }); send({ type: "ready" }); } });`;
  const dir = writeExtension(folder, { name: "asks", code });
  const running = newManager({
    explicit: [dir],
    facts: () => ({ version: "1", provider: "scripted", model, cwd: folder }),
  });
  await running.manager.start();
  model = "second";
  await running.manager.reload();
  expect(running.events.map((event) => (event.type === "notify" ? event.message : event.type))).toEqual([
    "first",
    "second",
  ]);
});

const guard = `begin("guard", { type: "subscribe", intercept: ["tool_call"], on_failure: "block" });
onFrame((frame) => { if (leave(frame)) return;
  if (frame.type === "event_intercept") send({ type: "event_intercept_response", id: frame.id }); });`;

test("a strict guard that a reload cannot bring back goes on refusing until it is mended or removed", async () => {
  const running = newManager();
  const { global } = places(running.home, running.cwd);
  const ask = () =>
    running.manager.interceptToolCall({ toolId: "1", toolName: "bash", toolArgs: {} }, patient.signal);
  writeExtension(global, { name: "guard", code: guard });
  await running.manager.start();
  expect(await ask()).toMatchObject({ allow: true });
  writeExtension(global, { name: "guard", code: "process.exit(1);" });
  await running.manager.reload();
  expect(await ask()).toMatchObject({ allow: false, extension: "guard" });
  writeFileSync(join(global, "guard", "extension.json"), "no manifest");
  await running.manager.reload();
  expect(await ask()).toMatchObject({ allow: false, extension: "guard" });
  writeExtension(global, { name: "guard", code: guard });
  await running.manager.reload();
  expect(await ask()).toMatchObject({ allow: true });
  writeExtension(global, { name: "guard", code: "process.exit(1);" });
  await running.manager.reload();
  rmSync(join(global, "guard"), { recursive: true });
  await running.manager.reload();
  expect(await ask()).toMatchObject({ allow: true });
});
