import { describe, expect, it } from "vitest";
import type { Block, ModelRequest, Provider, ProviderEvent } from "../agent/contract.js";
import { loadCatalogue, unlistedModel } from "./catalogue.js";
import { parseScript } from "./script-file.js";
import { createScriptedProvider } from "./scripted.js";

const model = loadCatalogue().find("scripted", "scripted") ?? unlistedModel("scripted", "scripted");
const time = "2026-01-01T00:00:00Z";
const never = new AbortController().signal;

const requestOf = (messages: ModelRequest["messages"]): ModelRequest => ({
  model,
  system: "",
  messages,
  tools: [],
  maxOutput: 100,
  reasoning: undefined,
});
const user = (text: string) => ({ role: "user" as const, content: [{ type: "text" as const, text }], time });

/** All events of one call. */
async function call(
  provider: Provider,
  messages: ModelRequest["messages"],
  signal = never,
): Promise<ProviderEvent[]> {
  const events: ProviderEvent[] = [];
  for await (const event of provider.stream(requestOf(messages), signal)) events.push(event);
  return events;
}

/** Plays a prompt as an agent would, with tools that answer `<name> ran`; returns what each answer contains. */
async function converse(provider: Provider, prompt: string): Promise<(readonly Block[])[]> {
  const messages: ModelRequest["messages"][number][] = [user(prompt)];
  const answers: (readonly Block[])[] = [];
  while (true) {
    const end = (await call(provider, messages)).at(-1);
    if (end?.type !== "end") throw new Error("the answer has no end");
    answers.push(end.content);
    if (end.stop !== "tool_use") return answers;
    const results = end.content.flatMap((block): Block[] =>
      block.type === "tool_call"
        ? [
            {
              type: "tool_result",
              callId: block.id,
              isError: false,
              content: [{ type: "text", text: `${block.name} ran` }],
            },
          ]
        : [],
    );
    messages.push(
      { role: "assistant", content: end.content, time },
      { role: "tool", content: results, time },
    );
  }
}

const scripted = async (yaml: string, idleTimeoutMs?: number) =>
  createScriptedProvider({ script: await parseScript(yaml, "demo.yaml"), idleTimeoutMs });

describe("without a script", () => {
  const provider = createScriptedProvider();

  it("echoes a prompt politely, and the first time says what else it can do", async () => {
    const [first] = await converse(provider, "hello");
    expect(first).toEqual([
      { type: "text", text: expect.stringMatching(/^You said: hello\n\nI am the scripted model/) },
    ]);
    const later = await call(provider, [
      user("hello"),
      { role: "assistant", content: [], time },
      user("again"),
    ]);
    expect(later.at(-1)).toMatchObject({ content: [{ type: "text", text: "You said: again" }] });
  });

  it("mentions images that it was shown", async () => {
    const image = { type: "image" as const, mimeType: "image/png", data: "" };
    const events = await call(provider, [
      user("x"),
      { role: "user", time, content: [{ type: "text", text: "look" }, image] },
    ]);
    expect(events.at(-1)).toMatchObject({ content: [{ text: "You said: look (with 1 image)" }] });
  });

  it("streams text word by word", async () => {
    const events = await call(provider, [user("say one two three")]);
    expect(events.map((event) => (event.type === "text" ? event.delta : event.type))).toEqual([
      "start",
      "one ",
      "two ",
      "three",
      "end",
    ]);
  });

  it("calls the tool that the prompt names and tells what it returned", async () => {
    expect(await converse(provider, 'call weather {"city":"Berlin"}')).toEqual([
      [
        {
          type: "tool_call",
          id: "call_1",
          name: "weather",
          args: { city: "Berlin" },
          raw: '{"city":"Berlin"}',
        },
      ],
      [{ type: "text", text: "weather returned: weather ran" }],
    ]);
  });

  it("plays the lines of a prompt as answers, one after the other", async () => {
    const answers = await converse(provider, "say Looking.\ncall a {}\nand call b {}\ncall c {}\nsay Done.");
    const short = (block: Block) =>
      block.type === "text" ? block.text : block.type === "tool_call" ? `${block.id} ${block.name}` : "?";
    expect(answers.map((content) => content.map(short))).toEqual([
      ["Looking.", "call_1 a", "call_2 b"],
      ["call_3 c"],
      ["Done."],
    ]);
  });

  it("garbles the arguments that the prompt garbles", async () => {
    const events = await call(provider, [user('call weather {"city":')]);
    expect(events.at(-1)).toMatchObject({
      stop: "tool_use",
      content: [{ args: undefined, raw: '{"city":' }],
    });
  });

  it("fails every attempt, with a status that says whether to try again", async () => {
    for (const attempt of [1, 2, 3]) {
      await expect(call(provider, [user("fail 529")]), `attempt ${attempt}`).rejects.toMatchObject({
        status: 529,
        retryable: true,
      });
    }
    await expect(call(provider, [user("fail 400 no such thing")])).rejects.toMatchObject({
      status: 400,
      retryable: false,
      message: "scripted: HTTP 400: no such thing",
    });
    await expect(call(provider, [user("fail network")])).rejects.toMatchObject({
      status: undefined,
      retryable: true,
    });
  });

  it("fails as many attempts as it is told, and then goes on", async () => {
    const messages = [user("fail 503 times 2\nsay back")];
    await expect(call(provider, messages)).rejects.toMatchObject({ status: 503 });
    await expect(call(provider, messages)).rejects.toMatchObject({ status: 503 });
    expect((await call(provider, messages)).at(-1)).toMatchObject({ content: [{ text: "back" }] });
  });

  it("summarises a record of a conversation instead of obeying it", async () => {
    const events = await call(provider, [
      user("<conversation>\nsay hi\n\ncall bash {}\n</conversation>\n\nSummarise."),
    ]);
    expect(events.at(-1)).toMatchObject({
      stop: "end_turn",
      content: [{ type: "text", text: "The record had 2 lines. It began with: say hi / call bash {}" }],
    });
  });

  it("goes on counting call ids where the transcript ends", async () => {
    const old: Block = { type: "tool_call", id: "call_7", name: "a", args: {}, raw: "{}" };
    const events = await call(provider, [
      user("x"),
      { role: "assistant", content: [old], time },
      user("call b {}"),
    ]);
    expect(events[1]).toEqual({ type: "tool_start", id: "call_8", name: "b" });
  });

  it("counts tokens the same way every time, unless told", async () => {
    const usage = async (prompt: string) => {
      const end = (await call(provider, [user(prompt)])).at(-1);
      return end?.type === "end" ? end.usage : undefined;
    };
    expect(await usage("say twelve chars")).toEqual(await usage("say twelve chars"));
    expect((await usage("say twelve chars"))?.output).toBe(3);
    expect(await usage("say hi\nusage 10 20 30 40")).toEqual({
      input: 10,
      output: 20,
      cacheRead: 30,
      cacheWrite: 40,
    });
  });
});

describe("with a script", () => {
  it("answers each call with the next step, whatever is asked", async () => {
    const provider = await scripted("- call: { tool: a }\n- say: done");
    expect(await converse(provider, "say something else")).toMatchObject([
      [{ name: "a" }],
      [{ text: "done" }],
    ]);
  });

  it("fails clearly after the last step, starts again, or obeys the prompt, as it says", async () => {
    const once = await scripted("- say: one");
    await call(once, [user("x")]);
    await expect(call(once, [user("x")])).rejects.toMatchObject({
      retryable: false,
      message: expect.stringContaining("1 steps and all are played"),
    });
    const loop = await scripted("{ steps: [ { say: one }, { say: two } ], after: loop }");
    const said = [];
    for (let n = 0; n < 3; n++) said.push((await converse(loop, "x"))[0]);
    expect(said).toMatchObject([[{ text: "one" }], [{ text: "two" }], [{ text: "one" }]]);
    const after = await scripted("{ steps: [ { say: one } ], after: directives }");
    await call(after, [user("x")]);
    expect(await converse(after, "say mine")).toMatchObject([[{ text: "mine" }]]);
  });

  it("uses up a step that fails, so that the next attempt gets the next one", async () => {
    const provider = await scripted("- fail: 529\n- say: back");
    await expect(call(provider, [user("x")])).rejects.toMatchObject({ status: 529, retryable: true });
    expect(await converse(provider, "x")).toMatchObject([[{ text: "back" }]]);
  });

  it("keeps the order of what it does, and text that a wait divides is one block", async () => {
    const provider = await scripted(
      "- do: [ { say: 'one ' }, { wait: 1 }, { say: two }, { call: { tool: a } }, { say: three } ]",
    );
    expect((await call(provider, [user("x")])).at(-1)).toMatchObject({
      content: [{ text: "one two" }, { type: "tool_call" }, { text: "three" }],
    });
  });

  it("breaks off, with the usage so far", async () => {
    const provider = await scripted("- { say: half an, cut: true, usage: { input: 3 } }");
    await expect(call(provider, [user("x")])).rejects.toMatchObject({
      retryable: false,
      usage: { input: 3, output: 2 },
    });
  });

  it("can run into the limit", async () => {
    expect((await call(await scripted("- { say: and, stop: length }"), [user("x")])).at(-1)).toMatchObject({
      stop: "length",
    });
  });

  it("stalls until the idle deadline, in the middle or before it begins", async () => {
    const middle = await scripted("- { say: so, stall: true }", 1);
    await expect(call(middle, [user("x")])).rejects.toMatchObject({
      retryable: false,
      message: expect.stringContaining("fell silent for 1 ms"),
    });
    const before = await scripted("- { stall: true }", 1);
    await expect(call(before, [user("x")])).rejects.toMatchObject({ retryable: true });
  });
});

describe("an abort", () => {
  it.each([
    "- { stall: true }",
    "- { say: so, stall: true }",
    "- { delay: 3600000, say: late }",
    "- do: [ { wait: 3600000 } ]",
  ])("ends %s at once", async (yaml) => {
    const abort = new AbortController();
    const pending = call(await scripted(yaml), [user("x")], abort.signal);
    setImmediate(() => abort.abort());
    await expect(pending).rejects.toMatchObject({
      name: "ProviderError",
      message: "scripted: aborted",
      retryable: false,
    });
  });

  it("ends a text between two words", async () => {
    const abort = new AbortController();
    const events = createScriptedProvider().stream(requestOf([user("say one two three")]), abort.signal);
    const seen: string[] = [];
    const reading = (async () => {
      for await (const event of events) {
        if (event.type === "text") seen.push(event.delta);
        if (event.type === "text") abort.abort();
      }
    })();
    await expect(reading).rejects.toMatchObject({ message: "scripted: aborted", usage: { output: 1 } });
    expect(seen).toEqual(["one "]);
  });
});
