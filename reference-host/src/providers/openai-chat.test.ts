import type OpenAI from "openai";
import { expect, it } from "vitest";
import type { ProviderEvent } from "../agent/contract.js";
import { ChatAnswer } from "./openai-chat.js";

type CallDelta = { index?: number; id?: string; function?: { name?: string; arguments?: string } };

const chunk = (choice: object, more: object = {}) =>
  ({
    id: "1",
    object: "chat.completion.chunk",
    created: 1,
    model: "m",
    choices: [choice],
    ...more,
  }) as unknown as OpenAI.ChatCompletionChunk;
const calls = (...tool_calls: CallDelta[]) => chunk({ index: 0, delta: { tool_calls }, finish_reason: null });
const finish = (finish_reason: string) => chunk({ index: 0, delta: {}, finish_reason });

function read(...chunks: OpenAI.ChatCompletionChunk[]): ProviderEvent[] {
  const answer = new ChatAnswer("openai");
  return [...chunks.flatMap((one) => [...answer.take(one)]), ...answer.end()];
}

const callsOf = (events: readonly ProviderEvent[]) =>
  events
    .flatMap((event) => (event.type === "end" ? event.content : []))
    .filter((block) => block.type === "tool_call");

it("runs the calls of a server that says it stopped for another reason", () => {
  const events = read(calls({ index: 0, id: "a", function: { name: "x", arguments: "{}" } }), finish("stop"));
  expect(events.at(-1)).toMatchObject({ type: "end", stop: "tool_use" });
});

it("does not expect calls from a server that announces some and makes none", () => {
  expect(read(finish("tool_calls")).at(-1)).toMatchObject({ type: "end", stop: "end_turn", content: [] });
});

it("keeps calls apart that all have the index 0", () => {
  const events = read(
    calls({ index: 0, id: "a", function: { name: "x", arguments: '{"n":1}' } }),
    calls({ index: 0, id: "b", function: { name: "x", arguments: '{"n":2}' } }),
    finish("tool_calls"),
  );
  expect(callsOf(events)).toMatchObject([
    { id: "a", args: { n: 1 } },
    { id: "b", args: { n: 2 } },
  ]);
  expect(events.filter((event) => event.type === "tool_end")).toHaveLength(2);
});

it("gives a call an id where the server gives none", () => {
  const [first, second] = callsOf(
    read(
      calls(
        { id: "", function: { name: "x", arguments: "{}" } },
        { id: "", function: { name: "y", arguments: "{}" } },
      ),
      finish("tool_calls"),
    ),
  );
  expect([first?.id, second?.id]).toEqual([expect.stringMatching(/^call_/), expect.stringMatching(/^call_/)]);
  expect(first?.id).not.toBe(second?.id);
});

it("takes a call without arguments for one with an empty object", () => {
  const events = read(calls({ index: 0, id: "a", function: { name: "x" } }), finish("tool_calls"));
  expect(callsOf(events)).toEqual([{ type: "tool_call", id: "a", name: "x", args: {}, raw: "" }]);
});

it("does not take a call that the limit cut off before its arguments for a complete one", () => {
  const events = read(calls({ index: 0, id: "a", function: { name: "x" } }), finish("length"));
  expect(events.at(-1)).toMatchObject({ stop: "length", content: [{ args: undefined, raw: "" }] });
});

it("finds cached tokens that a server counts one level higher", () => {
  const usage = { prompt_tokens: 100, completion_tokens: 5, total_tokens: 105, cached_tokens: 40 };
  const events = read(chunk({ index: 0, delta: { content: "ok" }, finish_reason: "stop" }, { usage }));
  expect(events.at(-1)).toMatchObject({ usage: { input: 60, output: 5, cacheRead: 40, cacheWrite: 0 } });
});

it("has no end for an answer without a finish", () => {
  expect(
    read(calls({ index: 0, id: "a", function: { name: "x" } })).some((event) => event.type === "end"),
  ).toBe(false);
});

it("keeps two calls apart that have the same id, and gives the second one of its own", () => {
  const events = read(
    calls({ index: 0, id: "same", function: { name: "x", arguments: '{"n":' } }),
    calls({ index: 1, id: "same", function: { name: "y", arguments: '{"n":' } }),
    calls({ index: 0, id: "same", function: { arguments: "1}" } }),
    // Some servers repeat id and name in every piece.
    calls({ index: 1, id: "same", function: { name: "y", arguments: "2}" } }),
    finish("tool_calls"),
  );
  const [first, second] = callsOf(events);
  expect([first, second]).toMatchObject([
    { id: "same", name: "x", args: { n: 1 } },
    { id: expect.stringMatching(/^call_[0-9a-f]{32}$/), name: "y", args: { n: 2 } },
  ]);
  const ids = [first?.id, second?.id];
  for (const type of ["tool_start", "tool_end"] as const) {
    expect(events.flatMap((event) => (event.type === type ? [event.id] : []))).toEqual(ids);
  }
});
