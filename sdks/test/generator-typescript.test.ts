/** The printed TypeScript against the vectors, the formatter and the type checker. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, expectTypeOf, it } from "vitest";
import { loadLines, loadVectors, promise } from "../../schemas/test/vectors.js";
import {
  type ContentBlock,
  type Decoded,
  decodeClientFrame,
  decodeExtensionFrame,
  decodeHostFrame,
  decodeServerFrame,
  encodeClientFrame,
  encodeExtensionFrame,
  encodeHostFrame,
  encodeServerFrame,
  type ServerResponseData,
  type UnknownFrame,
} from "../typescript/src/protocol/index.js";
import {
  judgeClientFrame,
  judgeExtensionFrame,
  judgeHostFrame,
  judgeServerFrame,
} from "../typescript/src/protocol/sender.js";

const root = fileURLToPath(new URL("../../", import.meta.url));

function codec<F>(decode: (line: string) => Decoded<F>, encode: (frame: F | UnknownFrame) => string) {
  return (line: string) => {
    const decoded = decode(line);
    switch (decoded.kind) {
      case "frame":
        return { kind: decoded.kind, line: encode(decoded.frame) };
      case "unknown":
        return { kind: decoded.kind, line: encode(decoded) };
      case "invalid":
        return { kind: decoded.kind, error: decoded.error };
    }
  };
}

const codecs = {
  "extproto.extension": codec(decodeExtensionFrame, encodeExtensionFrame),
  "extproto.host": codec(decodeHostFrame, encodeHostFrame),
  "rpc.client": codec(decodeClientFrame, encodeClientFrame),
  "rpc.server": codec(decodeServerFrame, encodeServerFrame),
};

const judges = {
  "extproto.extension": judgeExtensionFrame,
  "extproto.host": judgeHostFrame,
  "rpc.client": judgeClientFrame,
  "rpc.server": judgeServerFrame,
};

function sideOf(frame: string): keyof typeof codecs {
  return frame.split(".").slice(0, 2).join(".") as keyof typeof codecs;
}

const files = loadVectors().filter(({ frame }) => Object.hasOwn(codecs, sideOf(frame)));

describe("every vector", () => {
  it.each(files.map((file) => [file.frame, file] as const))(
    "of %s decodes and encodes, or fails at its path",
    (frame, file) => {
      const run = codecs[sideOf(frame)];
      for (const vector of file.vectors) {
        const { pass, path } = promise(vector, "accept");
        const result = run(JSON.stringify(vector.value));
        if (!pass) {
          expect(result, vector.name).toMatchObject({ kind: "invalid", error: { frame } });
          expect(
            result.error?.problems.map((problem) => problem.path),
            vector.name,
          ).toContain(path);
          continue;
        }
        expect(result.error?.message, vector.name).toBeUndefined();
        const again = JSON.parse(result.line ?? "");
        if (vector.verdict === "invalid") expect(run(result.line ?? "").line, vector.name).toBe(result.line);
        else expect(again, vector.name).toEqual(vector.value);
      }
    },
  );

  it.each(files.map((file) => [file.frame, file] as const))(
    "of %s is what a sender may write, or is refused at its path",
    (frame, file) => {
      for (const vector of file.vectors) {
        const { pass, path } = promise(vector, "emit");
        const error = judges[sideOf(frame)](JSON.stringify(vector.value));
        if (pass) expect(error?.message, vector.name).toBeUndefined();
        else
          expect(
            error?.problems.map((problem) => problem.path),
            vector.name,
          ).toContain(path);
      }
    },
  );

  it("is there: the protocols have vectors for each of their frames", () => {
    expect(files.length).toBeGreaterThanOrEqual(70);
  });
});

it.each(loadLines().map((line) => [line.name, line] as const))("judges the line: %s", (_name, vector) => {
  const result = codecs["extproto.extension"](vector.line);
  expect(result.kind).toBe({ valid: "frame", unknown: "unknown", invalid: "invalid" }[vector.verdict]);
  if (vector.verdict === "invalid") {
    expect(result.error?.code).toBe(vector.code);
    expect(result.error?.problems[0]?.path).toBe(vector.path);
  }
});

describe("decoding", () => {
  it("keeps the text of a frame from the future", () => {
    const line = '{"type":"x_future","big":12345678901234567890}';
    expect(codecs["extproto.host"](line)).toEqual({ kind: "unknown", line });
  });

  it("keeps the text of a variant from the future, and names the variant", () => {
    const line = '{"type":"event","event":"x_future","n":1.0}';
    expect(decodeHostFrame(line)).toMatchObject({
      kind: "unknown",
      type: "event",
      variant: "x_future",
      raw: line,
    });
  });

  it("reads null as absent, fills in defaults, and takes a missing action as noop", () => {
    expect(codecs["extproto.extension"]('{"type":"hello","name":"a","capabilities":null}').line).toBe(
      '{"type":"hello","name":"a","version":""}',
    );
    expect(codecs["extproto.extension"]('{"type":"command_response","id":"1","action":""}').line).toBe(
      '{"type":"command_response","id":"1","action":"noop"}',
    );
  });

  it("names the frame, the path and what was expected", () => {
    const { error } = codecs["extproto.host"]('{"type":"tool_call","id":"1","name":"t"}');
    expect(error?.message).toBe("extproto.host.tool_call: /args is missing: expected an object");
  });
});

describe("types", () => {
  it("narrow a union by its tag although it is open", () => {
    const textOf = (block: ContentBlock) => (block.type === "text" ? block.text : undefined);
    expectTypeOf(textOf).returns.toEqualTypeOf<string | undefined>();
    expect(textOf({ type: "text", text: "hi" })).toBe("hi");
  });

  it("map a command to the data of its response", () => {
    expectTypeOf<ServerResponseData["ping"]>().toEqualTypeOf<{ readonly pong: true }>();
    expectTypeOf<ServerResponseData["abort"]>().toEqualTypeOf<undefined>();
  });
});

it("is printed as the formatter prints it, without a lint", () => {
  const biome = fileURLToPath(new URL("../../node_modules/@biomejs/biome/bin/biome", import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [biome, "check", "sdks/typescript/src/protocol"], {
    cwd: root,
    encoding: "utf8",
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});
