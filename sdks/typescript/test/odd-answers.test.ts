/** Handlers that give what they should not: each request still has exactly one answer, and the extension lives. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { block, display, extension, failure, openPanel, replace, rewrite, Type } from "../src/index.js";
import { type TestHost, testHost } from "../src/testing/index.js";

const circular = (): unknown => {
  const block: Record<string, unknown> = { type: "text", text: "a" };
  block.self = block;
  return block;
};

/** Throws whenever somebody wants to know what it says. */
class Secretive extends Error {
  override get message(): string {
    throw new Error("no message");
  }
  override get stack(): string {
    throw new Error("no stack");
  }
}

const toolWords = "a tool returns a string, content blocks or nothing; this one returned";
const blockWords = "the content blocks of a tool are text() and image(); this one returned";

const refused: readonly (readonly [name: string, value: () => unknown, words: string])[] = [
  ["a number", () => 5, `${toolWords} number`],
  ["true", () => true, `${toolWords} boolean`],
  ["an object", () => ({ foo: 1 }), `${toolWords} object`],
  ["a list of strings", () => ["a"], `${blockWords} string`],
  ["a list with null", () => [null], `${blockWords} null`],
  ["a text that is none", () => ({ type: "text", text: 5 }), "needs a string as its text, not number"],
  ["a picture of nothing", () => [{ type: "image", mime_type: "a/b" }], "as its data, not undefined"],
  ["a picture of no type", () => ({ type: "image", mime_type: "", data: "" }), "needs a MIME type"],
  ["a circle", circular, "the tool_result has no form in JSON: Converting circular"],
  ["a big integer", () => [{ type: "text", text: "a", n: 5n }], "has no form in JSON: Do not know how to"],
  ["a failure of a number", () => failure(5 as never), "failure() needs a string, not number"],
];

const thrown: readonly (readonly [name: string, value: unknown, words: string])[] = [
  ["null", null, "null"],
  ["a symbol", Symbol("x"), "Symbol(x)"],
  ["an object without prototype", Object.create(null), "no form as text"],
  ["an error that cannot be read", new Secretive(), "no form as text"],
  ["an error with a number for a message", Object.assign(new Error(), { message: 7 }), "7"],
  ["an empty error", new Error(""), "without a message"],
];

const rejections: unknown[] = [];
const note = (reason: unknown) => rejections.push(reason);
beforeEach(() => {
  rejections.length = 0;
  process.on("unhandledRejection", note);
});
afterEach(() => {
  process.off("unhandledRejection", note);
  expect(rejections).toEqual([]);
});

/** An extension whose tool, command and interceptor do the same, now or later. */
async function doing(act: () => unknown, when: string): Promise<TestHost> {
  const handler = (when === "later" ? async () => act() : act) as () => never;
  const ext = extension("odd", "1.0.0")
    .tool("odd", "", Type.Object({}), handler)
    .tool("fine", "", Type.Object({}), () => "fine")
    .command("odd", "", handler)
    .intercept("tool_call", handler);
  return testHost(ext);
}

const question = { event: "tool_call", tool_name: "t", tool_args: {} } as const;

/** How often the request with this id was answered, once what is due has run. */
async function answers(host: TestHost): Promise<number> {
  expect(await host.callTool("fine")).toMatchObject({ content: [{ text: "fine" }] });
  return host.frames.filter((frame) => "id" in frame && frame.id === "1").length;
}

describe.each(["now", "later"])("a handler that, %s,", (when) => {
  it.each(refused)("gives %s for a tool's result has an error as its result", async (_, value, words) => {
    const host = await doing(value, when);
    const { is_error, content } = await host.callTool("odd");
    expect(is_error).toBe(true);
    expect(content).toEqual([{ type: "text", text: expect.stringContaining(words) }]);
    expect(await answers(host)).toBe(1);
  });

  it("gives null for a tool's result has given nothing", async () => {
    const host = await doing(() => null, when);
    expect(await host.callTool("odd")).toEqual({ type: "tool_result", id: "1", content: [] });
  });

  it.each(thrown)("throws %s fails the tool, fails the command and blocks", async (_, value, words) => {
    const act = () => {
      throw value;
    };
    const text = expect.stringContaining(words);
    const tool = await doing(act, when);
    expect(await tool.callTool("odd")).toMatchObject({ is_error: true, content: [{ text }] });
    expect(await answers(tool)).toBe(1);
    const command = await doing(act, when);
    expect(await command.invokeCommand("odd")).toMatchObject({ action: "noop", error: text });
    expect(await answers(command)).toBe(1);
    const interceptor = await doing(act, when);
    expect(await interceptor.intercept(question)).toMatchObject({ block: true, reason: text });
    expect(await answers(interceptor)).toBe(1);
  });

  it.each([
    ["a string", "hello", "failure() or nothing; this one returned string"],
    ["a number", 5, "this one returned number"],
    ["an action that there is not", { action: "zzz" }, 'cannot do "zzz"'],
    ["a display of a number", display(5 as never), "display() needs a string, not number"],
    ["a panel that is none", openPanel({ id: "p" } as never, {}), "needs a panel"],
    ["a failure of nothing", failure(undefined as never), "failure() needs a string, not undefined"],
  ])("gives %s for a command's answer has an error as its response", async (_, value, words) => {
    const host = await doing(() => value, when);
    expect(await host.invokeCommand("odd")).toEqual({
      type: "command_response",
      id: "1",
      action: "noop",
      error: expect.stringContaining(words),
    });
    expect(await answers(host)).toBe(1);
  });

  it.each([null, undefined])("gives %s for a command's answer has nothing more to do", async (value) => {
    const host = await doing(() => value, when);
    expect(await host.invokeCommand("odd")).toEqual({ type: "command_response", id: "1", action: "noop" });
  });

  it.each([
    ["false", false, "rewrite() or replace(); this one returned boolean"],
    ["true", true, "this one returned boolean"],
    ["a list", ["no"], "this one returned array"],
    ["an empty object", {}, "this one returned object"],
    ["a block for no reason", block(undefined as never), "block() needs a string, not undefined"],
    ["a block that is neither", { block: "no" }, "this one returned object"],
    ["a rewrite to a string", rewrite("s" as never), "rewrite() needs an object, not string"],
    ["a rewrite to nothing", rewrite(undefined as never), "rewrite() needs an object, not undefined"],
    ["a rewrite to a list", rewrite([] as never), "rewrite() needs an object, not array"],
    [
      "a rewrite to a date",
      rewrite(new Date(0) as never),
      "rewrite() needs an object, not one with toJSON()",
    ],
    ["a rewrite to a big integer", rewrite({ n: 5n }), "has no form in JSON"],
    ["a replacement by a number", replace(5 as never), "replace() needs a string, not number"],
  ])("gives %s for a decision blocks, and says why", async (_, value, words) => {
    const host = await doing(() => value, when);
    expect(await host.intercept(question)).toEqual({
      type: "event_intercept_response",
      id: "1",
      block: true,
      reason: expect.stringContaining(words),
    });
    expect(await answers(host)).toBe(1);
  });

  it.each([null, { block: false }, { block: false, reason: "fine" }])(
    "gives %j for a decision allows",
    async (value) => {
      const host = await doing(() => value, when);
      expect(await host.intercept(question)).toEqual({
        type: "event_intercept_response",
        id: "1",
        block: false,
      });
    },
  );
});

it("a block of a type that is not known yet is sent as it is, and a promise of any library is awaited", async () => {
  const later = { type: "audio", data: "AAAA" };
  // biome-ignore lint/suspicious/noThenProperty: this is a promise of another library
  const host = await doing(() => ({ then: (resolve: (value: unknown) => void) => resolve(later) }), "now");
  await expect(host.callTool("odd")).rejects.toThrow(
    '/content/0/type is "audio": expected one of "text", "image"',
  );
  expect(host.frames.at(-1)).toMatchObject({ type: "tool_result", content: [later] });
});

it("a panel whose opening is refused stays closed", async () => {
  const ext = extension("odd", "1.0.0");
  const panel = ext.panel("p");
  ext.command("open", "", () => openPanel(panel, { lines: [7 as never] }));
  const host = await testHost(ext);
  expect(await host.invokeCommand("open")).toMatchObject({
    action: "noop",
    error: expect.stringContaining("lines of a panel"),
  });
  expect(panel.open).toBe(false);
});

it("the text of the arguments has the digits that JavaScript rounds, for tools and interceptors", async () => {
  const ext = extension("raw", "1.0.0")
    .tool("raw", "", Type.Object({}), (_, { rawArgs }) => rawArgs)
    .intercept("tool_call", ({ rawArgs }) => rawArgs);
  const host = await testHost(ext);
  const args = '{ "n":12345678901234567890,"s":"}\\",{\\\\","list":[{"args":1},1.50] }';
  host.sendLine(
    `{"args" : 0,"x":{"args":[2]},"type":"tool_call","id":"a","name":"raw", "\\u0061rgs" : ${args} ,"y":"}"}`,
  );
  const result = await host.next("tool_result", ({ id }) => id === "a");
  expect(result.content).toEqual([{ type: "text", text: args }]);
  host.sendLine(
    `{"type":"event_intercept","id":"b","event":"tool_call","tool_id":"1","tool_name":"t","tool_args":${args}}`,
  );
  expect(await host.next("event_intercept_response")).toMatchObject({ block: true, reason: args });
});
