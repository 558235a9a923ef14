import type { ServerEvent } from "@extproto/schemas";
import { describe, expect, it } from "vitest";
import type { Agent, ToolContext } from "../../src/agent/contract.js";
import { answer, type Harness, harness, streamed, time, tool, types } from "./harness.js";
import { calls, type ScriptedProvider, type Step, says, scriptedProvider } from "./scripted-provider.js";

const never = () => new Promise<never>(() => undefined);
const twoCalls = calls([
  { id: "c1", name: "slow", raw: "{}" },
  { id: "c2", name: "slow", raw: "{}" },
]);
const aborted = { type: "text", text: "The call was aborted by the user." };

function untilAbort({ signal }: ToolContext): Promise<void> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}

/** Each tool call in the transcript has its result. */
function dangling(agent: Agent): string[] {
  const blocks = agent.messages().flatMap(({ content }) => content);
  const answered = blocks.flatMap((block) => (block.type === "tool_result" ? [block.callId] : []));
  return blocks.flatMap((block) =>
    block.type === "tool_call" && !answered.includes(block.id) ? [block.id] : [],
  );
}

/** The next prompt runs on the transcript that the abort left, and the provider is asked with a clean one. */
async function goesOn({ agent, run }: Harness, provider: ScriptedProvider): Promise<void> {
  expect(dangling(agent)).toEqual([]);
  expect(types(await run("go on")).at(-1)).toBe("done");
  const latest = provider.requests.map(({ messages }) => messages.at(-1)?.content);
  expect(latest).toContainEqual([{ type: "text", text: "go on" }]);
}

describe("an abort", () => {
  it("before the prompt began ends it without a model call", async () => {
    const provider = scriptedProvider();
    const events = await harness(provider).run("hi", { signal: AbortSignal.abort() });
    expect(events.slice(1)).toEqual([
      { type: "turn_start", step: 1 },
      { type: "turn_end", stop: "aborted" },
      { type: "done" },
    ]);
    expect(provider.requests).toEqual([]);
  });

  it("while an interceptor is asked about the turn does not wait for it", async () => {
    const provider = scriptedProvider(says("ok"));
    const controller = new AbortController();
    let first = true;
    const h = harness(provider, {
      hooks: {
        beforeTurn: () => {
          if (!first) return Promise.resolve({ allow: true });
          first = false;
          controller.abort();
          return never();
        },
      },
    });
    expect((await h.run("hi", { signal: controller.signal })).slice(-2)).toEqual([
      { type: "turn_end", stop: "aborted" },
      { type: "done" },
    ]);
    await goesOn(h, provider);
  });

  it.each<[string, Step]>([
    ["a provider that heeds it", { type: "hang" }],
    ["a provider that is deaf to it", { type: "deaf" }],
  ])("before the first byte ends the call, with %s", async (_, step) => {
    const provider = scriptedProvider([step], says("ok"));
    const h = harness(provider);
    const controller = new AbortController();
    const events: ServerEvent[] = [];
    const reading = (async () => {
      for await (const event of h.agent.prompt({ text: "hi" }, controller.signal)) events.push(event);
    })();
    while (provider.requests.length === 0) await new Promise(setImmediate);
    controller.abort();
    await reading;
    expect(types(events)).toEqual(["user_message", "turn_start", "turn_end", "done"]);
    expect(events[2]).toEqual({ type: "turn_end", stop: "aborted" });
    await goesOn(h, provider);
  });

  it("while text streams keeps the text, charges what was counted and tells nothing but turn_end and done", async () => {
    const usage = { input: 1000, output: 0, cacheRead: 0, cacheWrite: 0 };
    const provider = scriptedProvider(
      [{ type: "start" }, { type: "text", delta: "Once upon" }, { type: "hang", usage }],
      says("ok"),
    );
    const h = harness(provider);
    const events = await h.run("a story", { abortAt: "text_delta" });
    expect(events.slice(3)).toEqual([
      { type: "text_delta", delta: "Once upon" },
      expect.objectContaining({ type: "usage", input: 1000, cost_usd: 0.003 }),
      { type: "turn_end", stop: "aborted" },
      { type: "done" },
    ]);
    expect(h.agent.messages().at(-1)).toEqual({
      role: "assistant",
      content: [{ type: "text", text: "Once upon" }],
      time,
    });
    await goesOn(h, provider);
  });

  it("while the model writes a tool call leaves no call behind", async () => {
    const provider = scriptedProvider(
      [{ type: "start" }, { type: "tool_start", id: "c1", name: "bash" }, { type: "deaf" }],
      says("ok"),
    );
    const h = harness(provider);
    const events = await h.run("go", { abortAt: "tool_use_start" });
    expect(types(events).slice(-4)).toEqual(["tool_use_start", "usage", "turn_end", "done"]);
    expect(h.agent.messages()).toHaveLength(1);
    await goesOn(h, provider);
  });

  it("while an interceptor is asked about the message shows no text and runs no tool", async () => {
    const provider = scriptedProvider(
      calls([{ id: "c1", name: "slow", raw: "{}" }], { text: "secret" }),
      says("ok"),
    );
    const controller = new AbortController();
    const slow = tool("slow");
    const h = harness(provider, {
      tools: () => [slow],
      hooks: {
        holdsText: () => true,
        beforeMessage: (text) => {
          if (text !== "secret") return Promise.resolve({ allow: true, text });
          controller.abort();
          return never();
        },
      },
    });
    const events = await h.run("go", { signal: controller.signal });
    expect(types(events).slice(-3)).toEqual(["usage", "turn_end", "done"]);
    expect(events.at(-2)).toEqual({ type: "turn_end", stop: "aborted" });
    expect(JSON.stringify(events)).not.toContain("secret");
    expect(slow.ran).toEqual([]);
    await goesOn(h, provider);
  });

  it("while an interceptor is asked about a tool ends each call with an error", async () => {
    const provider = scriptedProvider(twoCalls, says("ok"));
    const controller = new AbortController();
    const slow = tool("slow");
    const h = harness(provider, {
      tools: () => [slow],
      hooks: {
        beforeTool: () => {
          controller.abort();
          return never();
        },
      },
    });
    const events = await h.run("go", { signal: controller.signal });
    expect(events.slice(-3)).toEqual([
      { type: "tool_result", id: "c1", is_error: true, content: [aborted] },
      { type: "tool_result", id: "c2", is_error: true, content: [aborted] },
      { type: "done" },
    ]);
    expect(slow.ran).toEqual([]);
    await goesOn(h, provider);
  });

  it("while the user is asked for approval ends each call with an error", async () => {
    const provider = scriptedProvider(twoCalls, says("ok"));
    const controller = new AbortController();
    const h = harness(provider, {
      tools: () => [tool("slow")],
      approve: () => {
        controller.abort();
        return never();
      },
    });
    const events = await h.run("go", { signal: controller.signal });
    expect(types(events).slice(-3)).toEqual(["tool_result", "tool_result", "done"]);
    await goesOn(h, provider);
  });

  it("while a tool runs reports what the tool had and starts no further one", async () => {
    const provider = scriptedProvider(twoCalls, says("ok"));
    const slow = tool("slow", async (_, context) => {
      context.onProgress("working");
      await untilAbort(context);
      return answer("half of it");
    });
    const h = harness(provider, { tools: () => [slow] });
    const events = await h.run("go", { abortAt: "tool_progress" });
    expect(events.slice(-4)).toEqual([
      { type: "tool_progress", id: "c1", text: "working" },
      { type: "tool_result", id: "c1", is_error: true, content: [{ type: "text", text: "half of it" }] },
      { type: "tool_result", id: "c2", is_error: true, content: [aborted] },
      { type: "done" },
    ]);
    expect(slow.ran).toHaveLength(1);
    await goesOn(h, provider);
  });

  it("leaves a tool behind that does not heed it", async () => {
    const provider = scriptedProvider(twoCalls, says("ok"));
    const slow = tool("slow", async (_, { onProgress }) => {
      onProgress("deaf");
      return never();
    });
    const h = harness(provider, { tools: () => [slow] });
    const events = await h.run("go", { abortAt: "tool_progress" });
    expect(types(events).slice(-3)).toEqual(["tool_result", "tool_result", "done"]);
    await goesOn(h, provider);
  });

  it("after the answer is complete ends the turn as the model ended it, and the calls with errors", async () => {
    const provider = scriptedProvider(twoCalls, says("ok"));
    const slow = tool("slow");
    const h = harness(provider, { tools: () => [slow] });
    const events = await h.run("go", { abortAt: "tool_call" });
    expect(types(events).slice(-5)).toEqual(["tool_call", "turn_end", "tool_result", "tool_result", "done"]);
    expect(slow.ran).toEqual([]);
    await goesOn(h, provider);
  });

  it("during a compaction leaves the transcript as it was", async () => {
    const provider = scriptedProvider(says("hello"), [{ type: "start" }, { type: "deaf" }], says("ok"));
    const h = harness(provider);
    await h.run("hi");
    const before = h.agent.messages();
    const controller = new AbortController();
    const compacting = h.compact(controller.signal);
    while (provider.requests.length < 2) await new Promise(setImmediate);
    controller.abort();
    expect(await compacting).toEqual([{ type: "done" }]);
    expect(h.agent.messages()).toEqual(before);
    await goesOn(h, provider);
  });

  it.each<ServerEvent["type"]>([
    "user_message",
    "turn_start",
    "assistant_start",
    "text_delta",
    "tool_use_args",
    "usage",
    "assistant_message",
    "tool_call",
    "turn_end",
    "tool_progress",
    "tool_result",
  ])("at the event %s leaves a transcript that the next prompt runs on", async (type) => {
    const provider = scriptedProvider(
      calls(
        [
          { id: "c1", name: "slow", raw: "{}" },
          { id: "c2", name: "slow", raw: "{}" },
        ],
        { text: "I will." },
      ),
      says("ok"),
      says("ok"),
    );
    const slow = tool("slow", async (_, { onProgress }) => {
      onProgress("x");
      return answer("y");
    });
    const h = harness(provider, { tools: () => [slow] });
    const events = await h.run("go", { abortAt: type });
    expect(types(events).filter((each) => each === "done")).toHaveLength(1);
    expect(types(events).filter((each) => each === "turn_end")).toHaveLength(1);
    expect(types(events)).not.toContain("error");
    expect("I will.").toContain(streamed(events));
    await goesOn(h, provider);
  });

  it.each<ServerEvent["type"]>(["text_delta", "assistant_message", "tool_call", "turn_end", "tool_progress"])(
    "by a consumer that leaves at %s frees the agent and stops what runs",
    async (type) => {
      const provider = scriptedProvider(
        calls([{ id: "c1", name: "slow", raw: "{}" }], { text: "I will." }),
        says("ok"),
      );
      let stopped = false;
      const slow = tool("slow", async (_, context) => {
        context.onProgress("x");
        await untilAbort(context);
        stopped = true;
        return answer("late");
      });
      const h = harness(provider, { tools: () => [slow] });
      for await (const event of h.agent.prompt({ text: "go" }, new AbortController().signal)) {
        if (event.type === type) break;
      }
      expect(h.agent.busy).toBe(false);
      expect(provider.closed()).toBe(provider.requests.length);
      expect(stopped).toBe(slow.ran.length > 0);
      await goesOn(h, provider);
    },
  );
});
