/** Calls of the library that overlap: none leaves a process, an event or a reader behind. */
import { join } from "node:path";
import type { ServerEvent } from "@extproto/schemas";
import { describe, expect, it } from "vitest";
import type { Provider } from "../../src/index.js";
import { all, makeManager, makeRuntime, types } from "./made-runtime.js";
import { processesOf } from "./started-host.js";

const tool = `send({ type: "register_tool", name: "city", description: "d", schema: { type: "object" } });
  send({ type: "ready" });
  function receive(frame) {
    if (frame.type === "tool_call") send({ type: "tool_result", id: frame.id, content: [{ type: "text", text: "Oslo" }] });
  }`;

describe("reloads of the extensions", () => {
  it("are done one after another, and close ends what the last has started", async () => {
    const { runtime, folder } = await makeRuntime({ sources: { geo: tool } });
    const extensions = join(folder, "extensions");
    await runtime.start();
    const reports = await Promise.all([runtime.reloadExtensions(), runtime.reloadExtensions()]);
    const report = { stopped: 1, loaded: 1, ready: 1, errors: [] };
    expect(reports).toEqual([report, report]);
    expect(processesOf(extensions)).toHaveLength(1);
    await runtime.close();
    expect(processesOf(extensions)).toEqual([]);
  });

  it("are waited for by a prompt and by a command", async () => {
    const { runtime } = await makeRuntime({ sources: { geo: tool } });
    await runtime.start();
    const order: string[] = [];
    const reloading = runtime.reloadExtensions().then(() => order.push("reloaded"));
    const reading = all(runtime.prompt("call city {}"));
    const invoking = runtime.invokeCommand("nope", "").then(() => order.push("invoked"));
    expect(await reading).toContainEqual({
      type: "tool_result",
      id: expect.any(String),
      is_error: false,
      content: [{ type: "text", text: "Oslo" }],
      extension: "geo",
    });
    await Promise.all([reloading, invoking]);
    expect(order).toEqual(["reloaded", "invoked"]);
  });

  it("start nothing once the runtime is being closed", async () => {
    const { runtime, folder } = await makeRuntime({ sources: { geo: tool } });
    await runtime.start();
    const reloading = [runtime.reloadExtensions(), runtime.reloadExtensions()];
    await runtime.close();
    expect(processesOf(join(folder, "extensions"))).toEqual([]);
    expect((await Promise.all(reloading)).map(({ ready }) => ready)).toEqual([0, 0]);
    expect(processesOf(join(folder, "extensions"))).toEqual([]);
    await expect(runtime.reloadExtensions()).rejects.toMatchObject({ code: "RUNTIME_CLOSED" });
  });
});

describe("close in the middle of a prompt", () => {
  it("lets its reader read on to done, with a result for each call", async () => {
    const { runtime } = await makeRuntime();
    const seen: ServerEvent[] = [];
    for await (const event of runtime.prompt(
      'call bash {"command":"sleep 60"}\nand call bash {"command":"true"}',
    )) {
      seen.push(event);
      // The reader itself waits for the end here, and takes nothing meanwhile.
      if (event.type === "turn_end") await runtime.close();
    }
    expect(types(seen).slice(types(seen).indexOf("tool_call"))).toEqual([
      "tool_call",
      "tool_call",
      "turn_end",
      "tool_result",
      "tool_result",
      "done",
    ]);
    expect(seen.filter(({ type }) => type === "tool_result")).toMatchObject([
      { is_error: true },
      { is_error: true },
    ]);
  });

  it("is over when the prompt is, and the transcript has no open call", async () => {
    const { runtime } = await makeRuntime();
    const reading = runtime.prompt('call bash {"command":"sleep 60"}')[Symbol.asyncIterator]();
    while ((await reading.next()).value?.type !== "turn_end");
    await runtime.close();
    expect(runtime.messages().map(({ role }) => role)).toEqual(["user", "assistant", "tool"]);
  });

  it("does not wait for a reader that is far behind, and keeps all for it", async () => {
    let behind = () => {};
    const heldUp = new Promise<void>((resolve) => {
      behind = resolve;
    });
    const provider: Provider = {
      name: "mine",
      async *stream() {
        yield { type: "start" };
        for (let word = 0; word < 1000; word++) {
          // More than this many events do not wait for a reader.
          if (word === 10) setImmediate(behind);
          yield { type: "text", delta: `word${word} ` };
        }
        const usage = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0 };
        yield { type: "end", stop: "end_turn", content: [], usage };
      },
    };
    const price = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
    const size = { contextWindow: 10, maxOutput: 10, reasoning: false };
    const model = { provider: "mine", id: "m", name: "M", price, ...size };
    const { runtime } = await makeRuntime({ custom: { provider, model } });
    const reading = runtime.prompt("go on")[Symbol.asyncIterator]();
    await reading.next();
    await heldUp;
    await runtime.close();
    const rest: ServerEvent[] = [];
    for (let next = await reading.next(); next.done !== true; next = await reading.next())
      rest.push(next.value);
    expect(rest.slice(0, 3)).toMatchObject([
      { type: "turn_start" },
      { type: "assistant_start" },
      { type: "text_delta", delta: "word0 " },
    ]);
    expect(types(rest).slice(-3)).toEqual(["usage", "turn_end", "done"]);
  });

  it("waits for no tool that does not end", async () => {
    const sources = { deaf: tool.replace("frame.type", "frame.nothing") };
    const { runtime } = await makeRuntime({ sources });
    const seen: ServerEvent[] = [];
    let closing: Promise<void> | undefined;
    for await (const event of runtime.prompt("call city {}")) {
      seen.push(event);
      if (event.type === "turn_end") closing = runtime.close();
    }
    await closing;
    expect(types(seen).slice(-2)).toEqual(["tool_result", "done"]);
  });
});

describe("the extension manager by itself", () => {
  function makeGeo() {
    const { manager, extensions } = makeManager("geo", tool);
    return { manager, running: () => processesOf(extensions) };
  }

  it("starts one set of processes, however often it is told to", async () => {
    const { manager, running } = makeGeo();
    const first = manager.start();
    expect(manager.start()).toBe(first);
    await first;
    expect(manager.start()).toBe(first);
    expect(running()).toHaveLength(1);
    await manager.stop();
    expect(running()).toEqual([]);
  });

  it("begins anew after a stop, also where that is still under way", async () => {
    const { manager, running } = makeGeo();
    await manager.start();
    const stopping = manager.stop();
    expect(await manager.start()).toEqual({ stopped: 0, loaded: 1, ready: 1, errors: [] });
    await stopping;
    expect(running()).toHaveLength(1);
    const call = await manager.callTool("city", {}, { signal: new AbortController().signal });
    expect(call.isError).toBe(false);
    await manager.stop();
    await manager.stop();
    expect(running()).toEqual([]);
  });

  it("is stopped in the middle of a start and of a reload", async () => {
    const { manager, running } = makeGeo();
    const starting = manager.start();
    await manager.stop();
    await starting;
    expect(running()).toEqual([]);
    await manager.start();
    const reloading = manager.reload();
    await manager.stop();
    await reloading;
    expect(running()).toEqual([]);
  });
});
