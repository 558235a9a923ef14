import { describe, expect, it } from "vitest";
import { checkDocument, createChecker, decodeExtensionFrame, decodeServerFrame } from "../src/index.js";

function messageOf(decoded: ReturnType<typeof decodeExtensionFrame>): string {
  return decoded.kind === "invalid" ? decoded.error.message : decoded.kind;
}

describe("an error", () => {
  it("names the frame and the two fields that are wrong, not the branches of a union", () => {
    const decoded = decodeExtensionFrame(
      '{"type":"tool_result","id":"","content":[{"type":"image","mime_type":7,"data":"aA=="}]}',
    );
    expect(messageOf(decoded)).toBe(
      'extproto.extension.tool_result: /id is "": expected a non-empty string; /content/0/mime_type is 7: expected a non-empty string',
    );
  });

  it("says what a missing field has to be", () => {
    expect(messageOf(decodeExtensionFrame('{"type":"notify","level":"info"}'))).toBe(
      "extproto.extension.notify: /message is missing: expected a string",
    );
  });

  it("names the variant that the tag selected", () => {
    const decoded = decodeExtensionFrame('{"type":"command_response","id":"1","action":"open_panel"}');
    expect(messageOf(decoded)).toBe(
      "extproto.extension.command_response/open_panel: /open_panel is missing: expected an object",
    );
  });

  it("lists the known values of a tag that is not a string", () => {
    const decoded = decodeExtensionFrame('{"type":"command_response","id":"1","action":7}');
    expect(messageOf(decoded)).toContain(
      '/action is 7: expected one of "prompt", "insert", "display", "open_panel", "noop"',
    );
  });

  it("keeps the parsed object, so that a host can tell which request was to be answered", () => {
    const decoded = decodeExtensionFrame('{"type":"tool_result","id":"c1","content":"text"}');
    expect(decoded).toMatchObject({ kind: "invalid", value: { id: "c1" } });
  });

  it("is short for a long value", () => {
    const decoded = decodeServerFrame(JSON.stringify({ type: "turn_start", step: "x".repeat(500) }));
    expect(decoded.kind === "invalid" && decoded.error.message.length).toBeLessThan(160);
  });

  it("counts the problems beyond the third", () => {
    const content = Array.from({ length: 6 }, () => ({ type: "text" }));
    const decoded = decodeExtensionFrame(JSON.stringify({ type: "tool_result", id: "1", content }));
    expect(messageOf(decoded)).toMatch(/; and 3 more$/);
  });
});

describe("strict mode", () => {
  const strict = createChecker({ protocol: "extproto", from: "extension", strict: true });

  it("reports a misspelt field with what was meant", () => {
    const decoded = strict('{"type":"notify","level":"info","message":"m","mesage":"m"}');
    expect(decoded.kind).toBe("invalid");
    expect(strict('{"type":"hello","name":"a","version":"1","capabilites":[]}')).toMatchObject({
      error: {
        problems: [{ path: "/capabilites", rule: "unknown-field", hint: 'did you mean "capabilities"?' }],
      },
    });
  });

  it("looks into panels and content blocks but not into what is passed through", () => {
    const paths = (line: string) => {
      const decoded = strict(line);
      return decoded.kind === "invalid" ? decoded.error.problems.map((problem) => problem.path) : [];
    };
    expect(paths('{"type":"tool_result","id":"1","content":[{"type":"text","text":"a","txt":1}]}')).toEqual([
      "/content/0/txt",
    ]);
    expect(
      paths(
        '{"type":"command_response","id":"1","action":"open_panel","open_panel":{"id":"p","tittle":"t"}}',
      ),
    ).toEqual(["/open_panel/tittle"]);
    expect(paths('{"type":"event_intercept_response","id":"1","modified_args":{"anything":1}}')).toEqual([]);
  });

  it("suggests a value close to the one that is not known", () => {
    expect(strict('{"type":"notify","level":"infos","message":"m"}')).toMatchObject({
      error: { problems: [{ path: "/level", hint: 'did you mean "info"?' }] },
    });
  });

  it("has no complaint about a valid frame", () => {
    expect(strict('{"type":"ready"}').kind).toBe("frame");
  });
});

describe("a tolerant receiver", () => {
  it("reads null as absent and fills in what senders always write", () => {
    expect(decodeExtensionFrame('{"type":"hello","name":"a","capabilities":null}')).toEqual({
      kind: "frame",
      frame: { type: "hello", name: "a", version: "" },
    });
    expect(decodeExtensionFrame('{"type":"tool_result","id":"1","content":null,"is_error":null}')).toEqual({
      kind: "frame",
      frame: { type: "tool_result", id: "1", content: [] },
    });
  });

  it("takes a command response without an action as noop", () => {
    for (const action of ["", ',"action":""', ',"action":null']) {
      expect(decodeExtensionFrame(`{"type":"command_response","id":"1"${action},"error":"e"}`)).toEqual({
        kind: "frame",
        frame: { type: "command_response", id: "1", action: "noop", error: "e" },
      });
    }
  });

  it("keeps null inside what is passed through", () => {
    const line = '{"type":"event_intercept_response","id":"1","reason":null,"modified_args":{"a":null}}';
    expect(decodeExtensionFrame(line)).toEqual({
      kind: "frame",
      frame: { type: "event_intercept_response", id: "1", modified_args: { a: null } },
    });
  });

  it("does not change a value that it is asked to check", () => {
    const value = Object.freeze({ type: "hello", name: "a" });
    expect(decodeExtensionFrame.check(value)).toMatchObject({ kind: "frame", frame: { version: "" } });
    expect(value).toEqual({ type: "hello", name: "a" });
    const manifest = Object.freeze({ name: "a", exec: "./a", enabled: null });
    expect(checkDocument("manifest.extension", manifest)).toEqual({
      ok: true,
      value: { name: "a", exec: "./a" },
    });
  });
});

it("a checker for a side that the protocol does not have is refused", () => {
  expect(() => createChecker({ protocol: "rpc", from: "host" })).toThrow("the protocol rpc has no side host");
});

it("a frame that is wrong in a hundred thousand places is refused without delay, and a thousand are listed", () => {
  const content = Array.from({ length: 100_000 }, () => ({ type: "text" }));
  const line = JSON.stringify({ type: "tool_result", id: "1", content });
  const decoded = decodeExtensionFrame(line);
  expect(decoded.kind === "invalid" && decoded.error.problems.length).toBe(1000);
});

it("an image of many megabytes is judged, by sender and receiver", () => {
  const data = "A".repeat(12 * 1024 * 1024);
  const prompt = JSON.stringify({ type: "prompt", message: "m", images: [{ mime_type: "image/png", data }] });
  for (const mode of ["emit", "accept"] as const) {
    expect(createChecker({ protocol: "rpc", from: "client", mode })(prompt).kind).toBe("frame");
  }
  const broken = prompt.replace("AAAA", "A A ");
  expect(createChecker({ protocol: "rpc", from: "client" })(broken).kind).toBe("invalid");
});
