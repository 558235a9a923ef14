import { describe, expect, it } from "vitest";
import { parseDirectives } from "./directives.js";

const plain = { delayMs: 0, ending: "complete" };

describe("a prompt with directives", () => {
  it("is one answer where it only says something", () => {
    expect(parseDirectives("say one\nsay two\nthree")).toEqual([
      { ...plain, parts: [{ type: "say", text: "one\ntwo\nthree" }] },
    ]);
  });

  it("begins a new answer after each call", () => {
    expect(parseDirectives('say Looking.\ncall weather {"city":"Berlin"}\ncall clock\nsay Done.')).toEqual([
      {
        ...plain,
        parts: [
          { type: "say", text: "Looking." },
          { type: "call", tool: "weather", raw: '{"city":"Berlin"}' },
        ],
      },
      { ...plain, parts: [{ type: "call", tool: "clock", raw: "" }] },
      { ...plain, parts: [{ type: "say", text: "Done." }] },
    ]);
  });

  it("puts a line with `and` into the answer above", () => {
    const steps = parseDirectives("call a {}\nand call b {}\nand call c {}\nsay Done.");
    expect(steps?.map((step) => step.parts.length)).toEqual([3, 1]);
  });

  it("passes arguments on as they are written, valid or not", () => {
    expect(parseDirectives('call weather {"city":')?.[0]?.parts).toEqual([
      { type: "call", tool: "weather", raw: '{"city":' },
    ]);
  });

  it("counts usage for the answer above, even behind a call", () => {
    const steps = parseDirectives("call a {}\nusage 100 20 3000 4\nsay ok\nusage 5 6");
    expect(steps?.map((step) => step.usage)).toEqual([
      { input: 100, output: 20, cacheRead: 3000, cacheWrite: 4 },
      { input: 5, output: 6, cacheRead: 0, cacheWrite: 0 },
    ]);
  });

  it("waits before the answer or in its middle", () => {
    expect(parseDirectives("wait 50\nsay a\nwait 20\nsay b")).toEqual([
      {
        ...plain,
        delayMs: 50,
        parts: [
          { type: "say", text: "a" },
          { type: "wait", ms: 20 },
          { type: "say", text: "b" },
        ],
      },
    ]);
  });

  it("fails, for ever or for some attempts", () => {
    expect(parseDirectives("fail 529")).toEqual([{ ...plain, parts: [], failure: { status: 529 } }]);
    expect(parseDirectives("fail network times 2 cable out\nsay back")).toEqual([
      {
        ...plain,
        parts: [{ type: "say", text: "back" }],
        failure: { status: "network", message: "cable out" },
        failTimes: 2,
      },
    ]);
  });

  it("breaks off or falls silent after what was said", () => {
    expect(parseDirectives("say half an\ncut")).toEqual([
      { ...plain, ending: "cut", parts: [{ type: "say", text: "half an" }] },
    ]);
    expect(parseDirectives("call a {}\nstall")?.[1]).toEqual({ ...plain, ending: "stall", parts: [] });
  });

  it("may have line breaks inside a text", () => {
    expect(parseDirectives("say one\\ntwo")?.[0]?.parts).toEqual([{ type: "say", text: "one\ntwo" }]);
  });
});

describe("a prompt without directives", () => {
  it.each([
    "hello",
    "",
    "Please:\nsay hi",
    "say",
    "call me if you can",
    "fail gracefully",
    "fail 20",
    "wait a minute",
    "usage notes",
    "stall for time",
    "sayings",
  ])("is an ordinary one: %j", (prompt) => {
    expect(parseDirectives(prompt)).toBeUndefined();
  });
});
