import { describe, expect, it } from "vitest";
import { ProviderError } from "../../src/agent/contract.js";
import { harness, time, tool } from "./harness.js";
import { calls, says, scriptedProvider } from "./scripted-provider.js";

const weather = calls([{ id: "c1", name: "weather", raw: '{"city":"Berlin"}' }], { text: "Let me look." });

describe("a compaction", () => {
  it("puts the summary in the place of the transcript, and the next prompt runs on it", async () => {
    const provider = scriptedProvider(weather, says("Fog."), says("Berlin was foggy."), says("Still foggy."));
    const { run, compact, agent, entries } = harness(provider, { tools: () => [tool("weather")] });
    await run("weather?");
    expect(await compact()).toEqual([
      { type: "compact_done", summary: "Berlin was foggy." },
      { type: "done" },
    ]);
    expect(agent.messages()).toEqual([
      { role: "user", content: [{ type: "text", text: expect.stringContaining("Berlin was foggy.") }], time },
    ]);
    expect(entries.at(-1)).toEqual({ type: "compaction", messages: agent.messages() });
    const summarised = agent.messages()[0];
    await run("and now?");
    expect(provider.requests[3]?.messages).toEqual([
      summarised,
      { role: "user", content: [{ type: "text", text: "and now?" }], time },
    ]);
  });

  it("asks for a summary of all that was said, without tools, and counts what it costs", async () => {
    const provider = scriptedProvider(weather, says("Fog."), says("summary"));
    const { run, compact, agent } = harness(provider, { tools: () => [tool("weather")] });
    await run("weather?");
    await compact();
    const request = provider.requests[2];
    expect(request).toMatchObject({ tools: [], maxOutput: 4096, reasoning: undefined });
    expect(request?.system).not.toBe("be brief");
    const text = JSON.stringify(request?.messages);
    for (const part of ["weather?", "Let me look.", "call of weather", "Berlin", "Fog."])
      expect(text).toContain(part);
    expect(agent.usage()).toMatchObject({ input: 300, output: 30 });
  });

  it("keeps the latest messages as they were where that was asked for, no result without its call", async () => {
    const provider = scriptedProvider(weather, says("Fog."), says("summary"), says("ok"));
    const { run, compact, agent } = harness(provider, { tools: () => [tool("weather")], keepRecent: 2 });
    await run("weather?");
    const before = agent.messages();
    expect(before.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "assistant"]);
    await compact();
    expect(agent.messages().slice(1)).toEqual(before.slice(3));
  });

  it("summarises everything where the latest messages are all there is", async () => {
    const { run, compact, agent } = harness(scriptedProvider(says("hello"), says("summary")), {
      keepRecent: 4,
    });
    await run("hi");
    await compact();
    expect(agent.messages()).toHaveLength(1);
  });

  it("fails on an empty transcript without a model call", async () => {
    const provider = scriptedProvider();
    const events = await harness(provider).compact();
    expect(events).toEqual([
      { type: "error", message: expect.stringContaining("nothing to compact") },
      { type: "done" },
    ]);
    expect(provider.requests).toEqual([]);
  });

  it.each([
    [
      "the model fails",
      [{ type: "throw", error: new ProviderError("http 500", { retryable: false }) }] as const,
    ],
    ["the summary is empty", says(" ")],
  ])("leaves the transcript as it was when %s", async (_, steps) => {
    const { run, compact, agent } = harness(scriptedProvider(says("hello"), steps, says("ok")));
    await run("hi");
    const before = agent.messages();
    expect(await compact()).toEqual([{ type: "error", message: expect.any(String) }, { type: "done" }]);
    expect(agent.messages()).toEqual(before);
    expect((await run("again")).at(-1)).toEqual({ type: "done" });
  });

  it("does not take half a summary for the whole", async () => {
    const cut = says("Berlin was", { stop: "length" });
    const { run, compact, agent } = harness(scriptedProvider(says("hello"), cut));
    await run("hi");
    const before = agent.messages();
    expect(await compact()).toEqual([
      { type: "error", message: expect.stringContaining("the summary was cut off at 4096 tokens") },
      { type: "done" },
    ]);
    expect(agent.messages()).toEqual(before);
    expect(agent.usage()).toMatchObject({ input: 200 });
  });

  it("is retried like any other model call", async () => {
    const overloaded = { type: "throw", error: new ProviderError("http 503", { retryable: true }) } as const;
    const { run, compact } = harness(scriptedProvider(says("hello"), [overloaded], says("summary")));
    await run("hi");
    expect(await compact()).toContainEqual({ type: "compact_done", summary: "summary" });
  });

  it("leaves out the middle of what is too long for the model", async () => {
    const provider = scriptedProvider(says("x".repeat(500_000)), says("summary"));
    const { run, compact } = harness(provider);
    await run("hi");
    await compact();
    expect(JSON.stringify(provider.requests[1]?.messages).length).toBeLessThan(300_000);
    expect(JSON.stringify(provider.requests[1]?.messages)).toContain("characters left out");
  });
});
