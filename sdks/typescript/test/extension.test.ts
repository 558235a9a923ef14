import { describe, expect, it } from "vitest";
import {
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
} from "../src/index.js";
import type { JsonObject } from "../src/protocol/index.js";
import { testHost } from "../src/testing/index.js";

const named = () => extension("probe", "1.2.3");

/** Resolves when the microtasks that are due have run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("the handshake", () => {
  it("registers what was offered, in order, and is ready", async () => {
    const ext = named()
      .command("b", "second letter", () => {})
      .tool("a", "first letter", Type.Object({}), () => "a")
      .on("turn_start", () => {})
      .intercept("tool_call", () => {}, { onFailure: "block" });
    const host = await testHost(ext);
    expect(host.frames).toEqual([
      expect.objectContaining({ type: "hello", name: "probe", version: "1.2.3" }),
      { type: "register_command", name: "b", description: "second letter" },
      { type: "register_tool", name: "a", description: "first letter", schema: Type.Object({}) },
      { type: "subscribe", events: ["turn_start"], intercept: ["tool_call"], on_failure: "block" },
      { type: "ready" },
    ]);
    expect(ext.host).toMatchObject({ cwd: "/project", dataDir: "/extension/data" });
  });

  it("sends nothing of an addition to a host that does not offer it", async () => {
    const ext = named()
      .tool("slow", "", Type.Object({}), (_, { progress }) => {
        progress("half way");
        return "done";
      })
      .intercept("tool_call", () => {}, { onFailure: "block" });
    const host = await testHost(ext, { capabilities: [] });
    await host.callTool("slow");
    expect(host.frames.find(({ type }) => type === "subscribe")).not.toHaveProperty("on_failure");
    expect(host.frames.map(({ type }) => type)).not.toContain("tool_progress");
    expect(() => ext.tool("later", "", Type.Object({}), () => "")).toThrow("dynamic_tools");
    expect(host.logs.join()).toContain("on_failure");
  });

  it("ends with a status of its own where the host speaks another version", async () => {
    const host = await testHost(named(), { ack: { protocol_version: 99 } });
    expect(host.exitCode).toBe(1);
    expect(host.logs.join()).toContain("99");
  });
});

describe("a tool", () => {
  const schema = Type.Object({ count: Type.Integer({ minimum: 1 }), name: Type.Optional(Type.String()) });
  const tools = () =>
    named()
      .tool("typed", "", schema, ({ count, name = "x" }) => name.repeat(count))
      .tool("plain", "", { type: "object", required: ["n"] }, ({ n }) => [
        text(`${n}`),
        image("image/png", "AAAA"),
      ])
      .tool("throws", "", Type.Object({}), () => {
        throw new Error("no luck");
      })
      .tool("fails", "", Type.Object({}), async () => failure("not today"))
      .tool("huge", "", Type.Object({}), () => "x".repeat(5 << 20));

  it("gets arguments that its schema allows, and no others", async () => {
    const host = await testHost(tools());
    expect(await host.callTool("typed", { count: 2, name: "ab" })).toMatchObject({ content: [text("abab")] });
    for (const args of [{}, { count: 0 }, { count: "2" }]) {
      const { is_error, content } = await host.callTool("typed", args);
      expect(is_error).toBe(true);
      expect(content[0]).toMatchObject({ text: expect.stringMatching(/invalid arguments: .*count/) });
    }
    expect(await host.callTool("plain", { n: 1 })).toMatchObject({
      content: [text("1"), { type: "image", mime_type: "image/png", data: "AAAA" }],
    });
    expect(await host.callTool("plain", {})).toMatchObject({ is_error: true });
  });

  it("that throws, fails, is unknown or says too much has an error as its result", async () => {
    const host = await testHost(tools());
    expect(await host.callTool("throws")).toMatchObject({ is_error: true, content: [text("no luck")] });
    expect(await host.callTool("fails")).toMatchObject({ is_error: true, content: [text("not today")] });
    expect(await host.callTool("nobody")).toMatchObject({ is_error: true });
    const { is_error, content } = await host.callTool("huge");
    expect(is_error).toBe(true);
    expect(content[0]).toMatchObject({ text: expect.stringContaining("4194304") });
  });

  it("runs beside others, and answers in its own time", async () => {
    const open = new Map<string, () => void>();
    const ext = named().tool(
      "wait",
      "",
      Type.Object({ key: Type.String() }),
      ({ key }) => new Promise<string>((resolve) => open.set(key, () => resolve(key))),
    );
    const host = await testHost(ext);
    const first = host.callTool("wait", { key: "first" });
    const second = host.callTool("wait", { key: "second" });
    await expect.poll(() => open.size).toBe(2);
    open.get("second")?.();
    expect(await second).toMatchObject({ content: [text("second")] });
    open.get("first")?.();
    expect(await first).toMatchObject({ content: [text("first")] });
  });

  it("is told of its cancellation, and may report progress until its end", async () => {
    const ext = named().tool("long", "", Type.Object({}), async (_, { signal, progress }) => {
      progress("begun");
      await new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    });
    const host = await testHost(ext);
    const result = host.callTool("long");
    expect(await host.next("tool_progress")).toMatchObject({ id: "1", text: "begun" });
    host.cancelTool();
    expect(await result).toMatchObject({ is_error: true, content: [text("cancelled")] });
    host.send({ type: "tool_cancel", id: "nobody" });
    expect(await host.callTool("nobody")).toMatchObject({ is_error: true });
  });

  it("is cancelled by its id, or as the last call, whatever else was asked since", async () => {
    const ext = named()
      .tool("long", "", Type.Object({}), async (_, { signal, progress }) => {
        progress("begun");
        await new Promise((_resolve, reject) =>
          signal.addEventListener("abort", () => reject(signal.reason)),
        );
      })
      .command("c", "", () => {});
    const host = await testHost(ext);
    expect(() => host.cancelTool()).toThrow("there is no tool call to cancel");
    const calls = [host.callTool("long"), host.callTool("long")];
    await host.next("tool_progress", ({ id }) => id === "2");
    await host.invokeCommand("c");
    host.cancelTool();
    expect(await calls[1]).toMatchObject({ id: "2", is_error: true });
    host.cancelTool("1");
    expect(await calls[0]).toMatchObject({ id: "1", is_error: true });
  });

  it("says which values it takes where its schema lists some", async () => {
    const listing = Type.Object({
      mode: Type.Union([Type.Literal("fast"), Type.Literal("slow")]),
      level: Type.Optional(Type.Literal(1)),
      ends: Type.Optional({ enum: ["a", "b"] } as never),
    });
    const host = await testHost(named().tool("t", "", listing, () => "fine"));
    const told = async (args: JsonObject) => (await host.callTool("t", args)).content[0];
    expect(await told({ mode: "quick", level: 2, ends: "c" })).toEqual(
      text(
        'invalid arguments: /mode must be one of "fast", "slow"; /level must be 1; /ends must be one of "a", "b"',
      ),
    );
    expect(await told({ mode: "slow" })).toEqual(text("fine"));
  });

  it("can come and go while the extension runs", async () => {
    const ext = named();
    const host = await testHost(ext);
    ext.tool("late", "", Type.Object({}), () => "here");
    expect(await host.next("register_tool")).toMatchObject({ name: "late" });
    expect(await host.callTool("late")).toMatchObject({ content: [text("here")] });
    ext.removeTool("late");
    expect(await host.next("unregister_tool")).toMatchObject({ name: "late" });
    expect(await host.callTool("late")).toMatchObject({ is_error: true });
  });
});

describe("a command", () => {
  it("answers with each action, and with an error", async () => {
    const ext = named();
    const panel = ext.panel("p");
    ext
      .command("ask", "", (args) => prompt(args))
      .command("put", "", () => insert("here"))
      .command("show", "", async () => display("there"))
      .command("open", "", () => openPanel(panel, { title: "T", lines: ["l"], footer: "f" }))
      .command("nothing", "", () => {})
      .command("fails", "", () => failure("no"))
      .command("throws", "", () => {
        throw new Error("thrown");
      });
    const host = await testHost(ext);
    expect(await host.invokeCommand("ask", "what?")).toMatchObject({ action: "prompt", prompt: "what?" });
    expect(await host.invokeCommand("put")).toMatchObject({ action: "insert", insert: "here" });
    expect(await host.invokeCommand("show")).toMatchObject({ action: "display", display: "there" });
    expect(await host.invokeCommand("open")).toMatchObject({
      action: "open_panel",
      open_panel: { id: "p", title: "T", lines: ["l"], footer: "f" },
    });
    expect(await host.invokeCommand("nothing")).toMatchObject({ action: "noop" });
    expect(await host.invokeCommand("fails")).toMatchObject({ action: "noop", error: "no" });
    expect(await host.invokeCommand("throws")).toMatchObject({ error: "thrown" });
    expect(await host.invokeCommand("nobody")).toMatchObject({ error: "no handler for /nobody" });
  });
});

describe("an interceptor", () => {
  it("allows, blocks, rewrites and replaces, in short and in full", async () => {
    const ext = named()
      .intercept("tool_call", ({ tool, args }) => {
        if (tool === "bash") return "not bash";
        if (tool === "write") return block("not write");
        if (tool === "edit") return rewrite({ ...args, safe: true });
      })
      .intercept("turn_start", ({ step }) => (step > 2 ? "enough" : undefined))
      .intercept("assistant_message", async ({ text: said }) => (said === "a" ? replace("b") : undefined));
    const host = await testHost(ext);
    const call = (tool_name: string) =>
      host.intercept({ event: "tool_call", tool_name, tool_args: { a: 1 } });
    expect(await call("read")).toMatchObject({ block: false });
    expect(await call("bash")).toMatchObject({ block: true, reason: "not bash" });
    expect(await call("write")).toMatchObject({ block: true, reason: "not write" });
    expect(await call("edit")).toMatchObject({ block: false, modified_args: { a: 1, safe: true } });
    expect(await host.intercept({ event: "turn_start", step: 1 })).toMatchObject({ block: false });
    expect(await host.intercept({ event: "turn_start", step: 3 })).toMatchObject({ reason: "enough" });
    expect(await host.intercept({ event: "assistant_message", text: "a" })).toMatchObject({
      replace_text: "b",
    });
  });

  it("that throws blocks", async () => {
    const ext = named().intercept("tool_call", () => {
      throw new Error("confused");
    });
    const host = await testHost(ext);
    const question = { event: "tool_call", tool_name: "bash", tool_args: {} } as const;
    expect(await host.intercept(question)).toMatchObject({
      block: true,
      reason: "interceptor failed: confused",
    });
  });

  it("is not asked about what it does not know, and the question is answered all the same", async () => {
    const host = await testHost(named().intercept("turn_start", () => "never"));
    host.sendLine('{"type":"event_intercept","id":"x1","event":"later"}');
    expect(await host.next("event_intercept_response")).toMatchObject({ id: "x1", block: false });
  });
});

describe("events and keys", () => {
  it("are handled one after the other, also where a handler takes its time or fails", async () => {
    const seen: string[] = [];
    const ext = named()
      .on("turn_start", async ({ step }) => {
        await settled();
        seen.push(`turn ${step}`);
        if (step === 1) throw new Error("first");
      })
      .on("assistant_message", ({ text: said }) => seen.push(said ?? ""));
    const host = await testHost(ext);
    host.emit({ event: "turn_start", step: 1 });
    host.emit({ event: "turn_start", step: 2 });
    host.emit({ event: "assistant_message", text: "hi" });
    await expect.poll(() => seen).toEqual(["turn 1", "turn 2", "hi"]);
    expect(host.logs.join()).toContain("first");
  });

  it("of a panel reach it while it is open, and nothing is drawn after its end", async () => {
    const seen: string[] = [];
    const ext = named();
    const panel = ext.panel("p", {
      onKey: async (key, own, letter) => {
        await settled();
        seen.push(letter ?? key);
        own.render({ lines: [letter ?? key] });
      },
      onClose: () => seen.push("closed"),
    });
    ext.command("open", "", () => openPanel(panel, {}));
    const host = await testHost(ext);
    host.pressKey("p", "up");
    await host.invokeCommand("open");
    host.pressKey("p", "down");
    host.pressKey("p", "rune", "x");
    await expect.poll(() => seen).toEqual(["down", "x"]);
    host.closePanel("p");
    await expect.poll(() => seen).toEqual(["down", "x", "closed"]);
    panel.render({ lines: ["late"] });
    expect(host.frames.filter(({ type }) => type === "panel_render")).toHaveLength(2);
  });
});

describe("the end", () => {
  it("comes with shutdown, with the end of input, and tells calls that are open", async () => {
    let told = "";
    const ext = named().tool("long", "", Type.Object({}), (_, { signal }) => {
      signal.addEventListener("abort", () => {
        told = String(signal.reason);
      });
      return new Promise<string>(() => {});
    });
    const host = await testHost(ext);
    void host.callTool("long").catch(() => {});
    await settled();
    expect(await host.shutdown()).toBe(0);
    expect(told).toContain("ends");
    const other = await testHost(named());
    other.endInput();
    expect(other.exitCode).toBe(0);
  });

  it("does not come with lines that are no frames", async () => {
    const host = await testHost(named().tool("t", "", Type.Object({}), () => "fine"));
    for (const line of ["", "  ", "nonsense", "[1]", '{"no":"type"}', '{"type":"later"}'])
      host.sendLine(line);
    expect(await host.callTool("t")).toMatchObject({ content: [text("fine")] });
    host.sendLine('{"type":"tool_call","id":"bad","name":7,"args":{}}');
    expect(await host.next("tool_result", ({ id }) => id === "bad")).toMatchObject({ is_error: true });
  });
});
