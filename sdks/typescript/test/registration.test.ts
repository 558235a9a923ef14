/** Mistakes of a program without a compiler: thrown at the call, and by the test host where they reach the wire. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Extension, extension, Type } from "../src/index.js";
import { commandNamePattern, toolNamePattern } from "../src/registration.js";
import { forbidden } from "../src/testing/forbidden.js";
import { testHost } from "../src/testing/index.js";

/** An extension as JavaScript sees it. */
type Untyped = Readonly<
  Record<"tool" | "command" | "on" | "intercept" | "notify" | "panel", (...given: unknown[]) => unknown>
>;
const named = () => extension("probe", "1.0.0");
const untyped = (ext: Extension) => ext as unknown as Untyped;
const object = Type.Object({});
const nothing = () => {};

describe("a call throws for", () => {
  it.each<[string, (ext: Untyped) => unknown, string]>([
    [
      "a failure policy that there is not",
      (ext) => ext.intercept("tool_call", nothing, { onFailure: "refuse" }),
      'onFailure takes "allow" or "block", not "refuse"',
    ],
    [
      "an option that there is not",
      (ext) => ext.intercept("tool_call", nothing, { on_failure: "block" }),
      'intercept() has the option onFailure, and no "on_failure"',
    ],
    [
      "options that are none",
      (ext) => ext.intercept("tool_call", nothing, "block"),
      'the options of intercept() are an object, not "block"',
    ],
    [
      "an event that there is not",
      (ext) => ext.on("turn_begin", nothing),
      'on() takes "session_start", "turn_start", "turn_end", "tool_call" or "assistant_message", not "turn_begin"',
    ],
    [
      "an event that cannot be intercepted",
      (ext) => ext.intercept("turn_end", nothing),
      'intercept() takes "tool_call", "turn_start" or "assistant_message", not "turn_end"',
    ],
    [
      "a guard without a handler",
      (ext) => ext.intercept("tool_call"),
      "the interception of tool_call needs a handler",
    ],
    [
      "a name of a tool",
      (ext) => ext.tool("a b", "", object, nothing),
      "the name of a tool is 1 to 64 letters",
    ],
    [
      "a long name of a tool",
      (ext) => ext.tool("a".repeat(65), "", object, nothing),
      "the name of a tool is 1 to 64",
    ],
    [
      "a tool without a description",
      (ext) => ext.tool("a", object, nothing),
      "the description of the tool a is a string",
    ],
    [
      "a schema that is no object's",
      (ext) => ext.tool("a", "", { type: "array" }, nothing),
      'the schema of the tool a is a JSON Schema whose type is "object"; the type of this one is "array"',
    ],
    ["a schema without a type", (ext) => ext.tool("a", "", {}, nothing), "the type of this one is undefined"],
    [
      "a tool without a handler",
      (ext) => ext.tool("a", "", object),
      "the tool a needs a handler, not undefined",
    ],
    [
      "a name of a command",
      (ext) => ext.command("/c", "", nothing),
      'the name of a command is letters, digits, "_" or "-", without a slash (^[A-Za-z0-9_-]+$), not "/c"',
    ],
    [
      "a level that there is not",
      (ext) => ext.notify("warning", "x"),
      'notify() takes "info", "success", "warn" or "error", not "warning"',
    ],
    [
      "a note without a message",
      (ext) => ext.notify("info"),
      "the message of notify() is a string, not undefined",
    ],
    ["a panel without an id", (ext) => ext.panel(""), 'panel() takes an id that is not empty, not ""'],
  ])("%s", (_, act, words) => {
    expect(() => act(untyped(named()))).toThrow(words);
  });

  it("a name or a version that is none", () => {
    const make = extension as (...given: unknown[]) => unknown;
    expect(() => make("", "1")).toThrow("extension() takes the name of the manifest");
    expect(() => make("a")).toThrow("the version of an extension is a string");
  });

  it("and nothing of it is registered", async () => {
    const own = named();
    const ext = untyped(own);
    expect(() => ext.intercept("tool_call", nothing, { onFailure: "refuse" })).toThrow();
    expect(() => ext.tool("a b", "", object, nothing)).toThrow();
    const host = await testHost(own);
    expect(host.frames.map(({ type }) => type)).toEqual(["hello", "ready"]);
  });
});

it("names are judged as the schemas of the protocol judge them", () => {
  const patternOf = (frame: string) => {
    const path = new URL(`../../../schemas/json/extproto/extension/${frame}.emit.json`, import.meta.url);
    return JSON.parse(readFileSync(path, "utf8")).properties.name.pattern;
  };
  expect(toolNamePattern.source).toBe(patternOf("register_tool"));
  expect(commandNamePattern.source).toBe(patternOf("register_command"));
});

describe("the test host fails on what an extension may not write:", () => {
  it.each([
    [
      '{"type":"notify","level":"warning","message":"x"}',
      '/level is "warning": expected one of "info", "success"',
    ],
    [
      '{"type":"subscribe","on_failure":"refuse"}',
      '/on_failure is "refuse": expected one of "allow", "block"',
    ],
    [
      '{"type":"subscribe","events":["turn_begin"]}',
      '/events/0 is "turn_begin": expected one of "session_start"',
    ],
    [
      '{"type":"subscribe","intercept":["turn_end"]}',
      '/intercept/0 is "turn_end": expected one of "tool_call"',
    ],
    [
      '{"type":"register_tool","name":"a","description":"","schema":{"type":"array"}}',
      '/schema/type is "array": expected "object"',
    ],
    [
      '{"type":"register_tool","name":"a b","description":"","schema":{"type":"object"}}',
      '/name is "a b": expected',
    ],
    [
      '{"type":"register_command","name":"/c"}',
      '/name is "/c": expected a string that matches ^[A-Za-z0-9_-]+$',
    ],
    ['{"type":"panel_render","panel_id":"p","title":null}', "/title is null: expected a string"],
    ['{"type":"tool_result","id":"1"}', "/content is missing: expected an array"],
    ['{"type":"later"}', '/type is "later": expected one of "hello"'],
  ])("%s", (line, words) => {
    expect(forbidden(line)).toContain(words);
  });

  it("whoever waits for something is told", async () => {
    const ext = named();
    const panel = ext.panel("p");
    ext.command("open", "", () => ({ action: "open_panel", panel, content: {} }));
    const host = await testHost(ext);
    await host.invokeCommand("open");
    panel.render({ title: null } as never);
    await expect(host.next("panel_render")).rejects.toThrow(
      "what the protocol forbids: extproto.extension.panel_render: /title",
    );
  });
});
