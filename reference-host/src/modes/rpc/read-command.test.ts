import { describe, expect, it } from "vitest";
import { readCommand } from "./read-command.js";

function answer(line: string | undefined) {
  const read = readCommand(line);
  if (read.kind !== "refused") throw new Error("expected a refusal");
  return read.response;
}

describe("a line of the client", () => {
  it("is a command, with fields from the future or without an id", () => {
    expect(readCommand('{"type":"ping","id":null,"later":1}')).toMatchObject({
      kind: "command",
      command: { type: "ping" },
    });
  });

  it.each([
    ["not json", "not json{"],
    ["an array", "[]"],
    ["a string", '"ping"'],
    ["without a type", '{"id":"1"}'],
    ["with a type that is no string", '{"type":7,"id":"1"}'],
    ["with an id that is a number", '{"type":"ping","id":1}'],
    ["with an unknown type and an id that is an object", '{"type":"zzz","id":{}}'],
    ["not UTF-8", undefined],
  ])("%s is answered without command and id", (_, line) => {
    expect(answer(line)).toEqual({
      type: "response",
      command: "",
      success: false,
      error: expect.stringMatching(/^malformed line: ./),
    });
  });

  it("that names an unknown command is refused with a guess", () => {
    expect(answer('{"type":"promt","id":"9"}')).toEqual({
      type: "response",
      id: "9",
      command: "promt",
      success: false,
      error: 'unknown command "promt"; did you mean "prompt"?',
    });
  });

  it("that lacks a field is refused by the field's name", () => {
    expect(answer('{"type":"set_model","id":"9"}')).toEqual({
      type: "response",
      id: "9",
      command: "set_model",
      success: false,
      error: expect.stringContaining("/model is missing"),
    });
  });
});
