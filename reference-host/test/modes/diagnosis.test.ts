/** The flags by which a user finds out what goes on, and tries out what takes long, with the real program. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { startAnthropicServer } from "../servers/index.js";
import { RpcHost, readTrace, StartedHost } from "./started-host.js";

/** Keeps every line that it reads and writes in files of its own folder. */
const recorder = `
import { appendFileSync } from "node:fs";
import { dirname, join } from "node:path";
const file = (name) => join(dirname(process.argv[1]), name);
const write = process.stdout.write.bind(process.stdout);
const emit = (text) => { appendFileSync(file("wrote"), text); write(text); };
process.stdout.write = emit;
appendFileSync(file("wrote"), JSON.stringify({ type: "hello", name: "recorder", version: "1.2.3", capabilities: ["tool_cancel"] }) + "\\n");
process.stdin.prependListener("data", (text) => appendFileSync(file("read"), text));
send({ type: "register_tool", name: "city", description: "d", schema: { type: "object" } });
send({ type: "subscribe", events: ["turn_start", "turn_end"], intercept: ["tool_call"] });
send({ type: "ready" });
function receive(frame) {
  if (frame.type === "event_intercept") send({ type: "event_intercept_response", id: frame.id });
  if (frame.type === "tool_call") {
    write("no frame at all\\n"); appendFileSync(file("wrote"), "no frame at all\\n");
    send({ type: "tool_result", id: frame.id, content: [{ type: "text", text: "Köln" }] });
  }
}`;

function linesOf(text: string): string[] {
  return text.split("\n").slice(0, -1);
}

describe("--trace", () => {
  it("has every line of every pipe, both ways, in order and in time", async () => {
    const host = new RpcHost({ extensions: { recorder }, args: ["--trace", "trace.ndjson"] });
    const sent = [
      JSON.stringify({ type: "prompt", id: "p", message: "call city {}" }),
      "not json",
      JSON.stringify({ type: "get_state", id: "s" }),
    ];
    for (const line of sent) host.send(line);
    await host.next({ type: "done" });
    expect((await host.finish()).code).toBe(0);
    const trace = readTrace(join(host.work, "trace.ndjson"));
    const seen = (pipe: string, direction: string) =>
      trace.filter((entry) => entry.pipe === pipe && entry.direction === direction).map(({ line }) => line);
    const folder = join(host.folder, "extensions", "recorder");
    expect(seen("rpc", "in")).toEqual(sent);
    expect(seen("rpc", "out")).toEqual(linesOf(host.stdout));
    expect(seen("ext:recorder", "in")).toEqual(linesOf(readFileSync(join(folder, "wrote"), "utf8")));
    expect(seen("ext:recorder", "out")).toEqual(linesOf(readFileSync(join(folder, "read"), "utf8")));
    expect(seen("ext:recorder", "in")).toContain("no frame at all");
    expect(new Set(trace.map(({ pipe }) => pipe))).toEqual(new Set(["rpc", "ext:recorder"]));
    const times = trace.map(({ at }) => at);
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });

  it("has the events of json mode", async () => {
    const host = new StartedHost({ mode: ["--json", "say hi", "--trace", "trace.ndjson"] });
    expect((await host.finish()).code).toBe(0);
    const trace = readTrace(join(host.work, "trace.ndjson"));
    expect(trace.map(({ pipe, line }) => `${pipe} ${line}`)).toEqual(
      linesOf(host.stdout).map((line) => `json ${line}`),
    );
  });

  it.each([
    [".", "--trace cannot write to .: it is a folder; name a file in it"],
    ["nowhere/trace", "--trace cannot write to nowhere/trace: its folder does not exist"],
  ])("says what is wrong with %s", async (path, message) => {
    const host = new StartedHost({ mode: ["-p", "say hi", "--trace", path] });
    expect((await host.finish()).code).toBe(1);
    expect(host.stderr).toBe(`extproto-host: ${message}\n`);
  });
});

describe("deadlines", () => {
  /** Registers its tool at once, and never says that it is ready. */
  const quiet = `send({ type: "register_tool", name: "late", description: "d", schema: { type: "object" } });
    function receive() {}`;
  /** Says something again and again, and never that it is ready. */
  const chatty = `${quiet} setInterval(() => send({ type: "notify", level: "info", message: "." }), 20);`;
  const log = (host: StartedHost) => readFileSync(join(host.home, "logs", "ext-slow.log"), "utf8");

  it("--deadline-ready-idle ends the wait for one that has fallen silent", async () => {
    const args = ["--deadline-ready-idle", "300", "--deadline-ready-grace", "60000"];
    const host = new StartedHost({ mode: ["-p", "say hi"], extensions: { slow: quiet }, args });
    expect((await host.finish()).code).toBe(0);
    expect(log(host)).toContain("ready, without saying so (idle)");
  });

  it("--deadline-ready-grace ends the wait for one that goes on", async () => {
    const args = ["--deadline-ready-idle", "60000", "--deadline-ready-grace", "300"];
    const host = new StartedHost({ mode: ["-p", "say hi"], extensions: { slow: chatty }, args });
    expect((await host.finish()).code).toBe(0);
    expect(log(host)).toContain("ready, without saying so (grace)");
  });

  it("--deadline-model-idle ends the wait for a server that has fallen silent", async () => {
    const server = await startAnthropicServer([{ say: "half an", ending: "stall" }]);
    onTestFinished(() => server.close());
    const host = new StartedHost({
      mode: ["-p", "hi", "--provider", "anthropic", "--base-url", server.url, "--api-key", "k"],
      args: ["--deadline-model-idle", "2000"],
    });
    expect((await host.finish()).code).toBe(1);
    expect(host.stderr).toContain("the server fell silent for 2000 ms in the middle of the answer");
  });
});

describe("what libraries have to say", () => {
  it("about a model that is no longer sold does not reach stderr", async () => {
    const server = await startAnthropicServer([{ say: "Hello." }]);
    onTestFinished(() => server.close());
    const host = new StartedHost({
      mode: ["-p", "hi", "--provider", "anthropic", "--base-url", server.url, "--api-key", "k"],
      args: ["--model", "claude-3-opus-20240229"],
    });
    expect(await host.finish()).toEqual({ code: 0, signal: null });
    expect({ stdout: host.stdout, stderr: host.stderr }).toEqual({ stdout: "Hello.\n", stderr: "" });
  });
});

describe("the bash tool", () => {
  it("has the user's environment without the host's keys and token", async () => {
    const secrets = {
      ANTHROPIC_API_KEY: "a",
      OPENAI_API_KEY: "b",
      KIMI_API_KEY: "c",
      MOONSHOT_API_KEY: "d",
      ZOTCORE_RPC_TOKEN: "e",
    };
    const host = new StartedHost({
      mode: ["-p", 'call bash {"command":"env"}', "--provider", "scripted"],
      env: { ...secrets, MINE: "kept" },
    });
    expect((await host.finish()).code).toBe(0);
    expect(host.stdout).toContain("MINE=kept");
    for (const name of Object.keys(secrets)) expect(host.stdout).not.toContain(name);
  });
});
