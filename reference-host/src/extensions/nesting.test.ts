import type { JsonObject } from "@extproto/schemas";
import { expect, it } from "vitest";
import { interceptAnswer } from "./answers.js";
import { deepestNesting, nestedTooDeep } from "./nesting.js";
import { Registrations } from "./registrations.js";

function nested(levels: number): JsonObject {
  let value: JsonObject = {};
  for (let level = 0; level < levels; level++) value = { a: value };
  return value;
}

it("JSON that is nested as deep as may be passes, one level more does not", () => {
  expect(nestedTooDeep(nested(deepestNesting - 1))).toBe(false);
  expect(nestedTooDeep(nested(deepestNesting + 1))).toBe(true);
  expect(nestedTooDeep(nested(100_000))).toBe(true);
});

it("a tool whose schema would overflow a provider's stack is not registered", () => {
  const registrations = new Registrations();
  const frame = { type: "register_tool", name: "deep", description: "", schema: nested(20_000) } as const;
  expect(registrations.registerTool(frame)).toBe(
    'the schema of tool "deep" is nested deeper than 128 levels',
  );
  expect(registrations.tools).toEqual([]);
});

it("rewritten arguments that are nested too deep count as malformed", () => {
  const request = { event: "tool_call", toolId: "t", toolName: "bash", toolArgs: {} } as const;
  const value = { type: "event_intercept_response", id: "1", modified_args: nested(20_000) };
  expect(interceptAnswer(request, { value, problem: undefined })).toMatchObject({
    modifiedArgs: undefined,
    malformed: "its modified_args is nested deeper than 128 levels",
  });
});
