import { describe, expect, it } from "vitest";
import { parseScript } from "./script-file.js";

const parse = (text: string) => parseScript(text, "demo.yaml");
const plain = { delayMs: 0, ending: "complete" };

describe("a script", () => {
  it("is a list of answers", async () => {
    const script = await parse(`
- think: hm
  say: I will look.
  call: { tool: weather, args: { city: Berlin } }
  usage: { input: 120, output: 8, cache_read: 1000, cache_write: 5 }
- call:
    - { tool: a, id: mine }
    - { tool: b, raw: '{"city":' }
- { delay: 200, say: late, stop: length }
- { say: half, cut: true }
- { stall: true }
- do: [ { say: "one " }, { wait: 100 }, { call: { tool: a } }, { think: hm } ]
`);
    expect(script).toEqual({
      after: "fail",
      steps: [
        {
          ...plain,
          parts: [
            { type: "think", text: "hm" },
            { type: "say", text: "I will look." },
            { type: "call", tool: "weather", raw: '{"city":"Berlin"}' },
          ],
          usage: { input: 120, output: 8, cacheRead: 1000, cacheWrite: 5 },
        },
        {
          ...plain,
          parts: [
            { type: "call", tool: "a", raw: "{}", id: "mine" },
            { type: "call", tool: "b", raw: '{"city":' },
          ],
        },
        { delayMs: 200, ending: "length", parts: [{ type: "say", text: "late" }] },
        { ...plain, ending: "cut", parts: [{ type: "say", text: "half" }] },
        { ...plain, ending: "stall", parts: [] },
        {
          ...plain,
          parts: [
            { type: "say", text: "one " },
            { type: "wait", ms: 100 },
            { type: "call", tool: "a", raw: "{}" },
            { type: "think", text: "hm" },
          ],
        },
      ],
    });
  });

  it("may fail in several ways", async () => {
    const script = await parse(
      "[ { fail: 529 }, { fail: network }, { fail: { status: 429, message: slow down } } ]",
    );
    expect(script.steps.map((step) => step.failure)).toEqual([
      { status: 529 },
      { status: "network" },
      { status: 429, message: "slow down" },
    ]);
  });

  it("may say what happens after its end", async () => {
    expect(await parse("{ steps: [ { say: hi } ], after: loop }")).toMatchObject({ after: "loop" });
  });

  it.each([
    ["", "is not a mapping"],
    ["[]", "it has no steps"],
    ["steps: [", "at line 1"],
    ["- say: [1]", "step 1: say is not a text"],
    ["- say: hi\n- sya: hi", 'step 2: unknown key "sya"'],
    ["- call: weather", "step 1: call is not a mapping"],
    ["- call: { args: {} }", "step 1: call: tool is not a text"],
    ["- call: { tool: a, args: {}, raw: x }", "step 1: call: either args or raw"],
    ["- fail: 200", "step 1: fail is not a status"],
    ["- { fail: 529, say: hi }", "step 1: a step that fails says nothing else"],
    ["- { cut: true, stall: true }", "step 1: only one of cut, stall and stop"],
    ["- { cut: 3 }", "step 1: cut is not true"],
    ["- { stop: never }", "step 1: stop can only be length"],
    ["- { delay: -1 }", "step 1: delay is not a whole number"],
    ["- { do: [], say: hi }", "step 1: do stands alone"],
    ["{ steps: [ { say: hi } ], after: dance }", "after: is not one of fail, loop, directives"],
  ])("is refused with the place of the mistake: %j", async (text, reason) => {
    await expect(parse(text)).rejects.toMatchObject({
      code: "SCRIPT_INVALID",
      message: expect.stringContaining(reason),
      hint: expect.stringContaining("scripted-provider.md"),
    });
  });
});
