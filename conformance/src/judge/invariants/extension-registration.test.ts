import { expect, it } from "vitest";
import type { Case } from "../../case/format.js";
import type { JsonObject } from "../../case/json.js";
import type { JudgeConfig, TraceEvent } from "../contract.js";
import { extensionRegistration } from "./extension-registration.js";

/** The requirements that are seen broken. */
function broken(events: readonly TraceEvent[]): readonly string[] {
  return extensionRegistration.flatMap((invariant) => {
    let state = invariant.start({} as JudgeConfig, {} as Case);
    return events.flatMap((event, index) => {
      const result = invariant.step(state, event, index);
      state = result.state;
      return (result.broken ?? []).map(({ requirement }) => requirement);
    });
  });
}

const got = (t: number, frame: JsonObject): TraceEvent => {
  const line = JSON.stringify(frame);
  return { t, actor: "host", kind: "received", line, bytes: line.length, frame };
};
const wrote = (t: number, frame: JsonObject): TraceEvent => ({
  ...{ t, actor: "host", kind: "sent", line: JSON.stringify(frame) },
});
const opening = [got(0, { type: "hello" }), wrote(10, { type: "hello_ack" })];
const command = (t: number) => got(t, { type: "register_command", name: "c" });
const result = (t: number) => got(t, { type: "tool_result", id: "t-1", content: [] });
const call = (t: number) => wrote(t, { type: "tool_call", id: "t-1", name: "t", args: {} });

it.each<[string, readonly TraceEvent[], boolean]>([
  ["registers late", [command(2_000)], true],
  ["registers late, and is ready then", [command(2_000), got(2_010, { type: "ready" })], true],
  ["is ready late", [command(20), got(2_000, { type: "ready" })], true],
  ["is ready only when it is called", [command(20), call(3_000), got(3_010, { type: "ready" })], true],
  ["is never ready, and answers a call", [command(20), call(3_000), result(3_010)], false],
  [
    "is never ready, and acknowledges its shutdown",
    [command(20), wrote(3_000, { type: "shutdown" }), got(3_010, { type: "shutdown_ack" })],
    false,
  ],
  ["is never ready, and registers more when it is called", [call(3_000), command(3_010)], false],
  ["is never ready, and says something later", [command(20), got(2_000, { type: "notify" })], false],
])("an extension that %s", (_, events, pauses) => {
  expect(broken([...opening, ...events]).includes("ext.ready.no-pause")).toBe(pauses);
});
