import { describe, expect, it } from "vitest";
import type { Case } from "../../case/format.js";
import type { JsonObject } from "../../case/json.js";
import type { Broken, JudgeConfig, TraceEvent } from "../contract.js";
import { extensionShutdown } from "./extension-shutdown.js";

const config: JudgeConfig = {
  target: "extension",
  awaits: [],
  bindings: {},
  args: {},
  deadlines: {},
  patience: 0,
  facts: {},
};

/** What the invariant says of these events in a case that proves this. */
function broken(events: readonly TraceEvent[], proves = "ext.tool.one-result"): readonly Broken[] {
  return extensionShutdown.flatMap((invariant) => {
    let state = invariant.start(config, { proves: [proves] } as unknown as Case);
    const found: Broken[] = [];
    for (const [index, event] of [...events, { t: 9_000, actor: "run", kind: "end" } as const].entries()) {
      const result = invariant.step(state, event, index);
      state = result.state;
      found.push(...(result.broken ?? []));
    }
    return found;
  });
}

const sent = (frame: JsonObject, send?: number): TraceEvent => ({
  ...{ t: 900, actor: "host", kind: "sent", line: JSON.stringify(frame) },
  ...(send === undefined ? {} : { send }),
});
const raw = (text: string): TraceEvent => ({ t: 900, actor: "host", kind: "raw", text, send: 1 });
const got = (frame: JsonObject): TraceEvent => {
  const line = JSON.stringify(frame);
  return { t: 1_000, actor: "host", kind: "received", line, bytes: line.length, frame };
};
const exit = (t: number, signal: string | null = null): TraceEvent => ({
  ...{ t, actor: "host", kind: "exit", signal },
  code: signal === null ? 1 : null,
});

const shutdown: TraceEvent = { t: 1_000, actor: "host", kind: "sent", line: '{"type":"shutdown"}' };
const acknowledged = got({ type: "shutdown_ack" });
const call = sent({ type: "tool_call", id: "t-1", name: "t", args: {} }, 0);
const result = got({ type: "tool_result", id: "t-1", content: [] });
const fence = sent({ type: "tool_call", id: "fence-1", name: "t", args: {} }, 2);
const fenced = got({ type: "tool_result", id: "fence-1", content: [] });
const cancel = sent({ type: "tool_cancel", id: "t-1" }, 3);

describe("a shutdown that is not acknowledged", () => {
  it.each<[string, readonly TraceEvent[]]>([
    ["when nothing was sent before", []],
    ["when what was sent before was the handshake of the kit", [sent({ type: "hello_ack" })]],
    ["when the call before was answered", [call, result]],
    ["when a call after the bad line was answered", [raw("no JSON\n"), fence, fenced]],
    ["when a call after what has no answer was answered", [call, result, cancel, fence, fenced]],
  ])("is blamed on it %s", (_, before) => {
    expect(broken([...before, shutdown, exit(1_100)])).toMatchObject([{ difference: "missing" }]);
  });

  it.each<[string, readonly TraceEvent[]]>([
    ["a bad line", [raw("no JSON\n")]],
    ["a bad line after an answer", [call, result, raw("no JSON\n")]],
    ["what has no answer", [call, result, cancel]],
    ["a call", [call]],
    ["a call that is open while another is answered", [call, fence, fenced]],
    ["a hello_ack of the case", [sent({ type: "hello_ack", protocol_version: 999 }, 0)]],
  ])("is not blamed on it where %s may have ended the process", (_, before) => {
    expect(broken([...before, shutdown, exit(1_100)])).toEqual([]);
    expect(broken([...before, shutdown, exit(7_500, "SIGKILL")])).toEqual([]);
    expect(broken([...before, shutdown, acknowledged, exit(7_500)])).toHaveLength(1);
    expect(broken([...before, shutdown, exit(1_100)], "ext.shutdown.prompt-exit")).toHaveLength(1);
  });

  it.each([
    ["has a field from the future", sent({ type: "shutdown", x: 1 }, 0)],
    ["comes in raw bytes", raw('{"type":"x"}\n{"type":"shutdown"}\n')],
  ])("is for the case to judge where it %s", (_, special) => {
    expect(broken([special, exit(1_100)])).toEqual([]);
  });
});

it("an end that is late is told as it was", () => {
  expect(broken([shutdown, acknowledged, exit(7_250)])).toMatchObject([
    { actual: "it sent shutdown_ack and ended with code 1, 6.25 s after shutdown" },
  ]);
  expect(broken([shutdown, exit(7_250, "SIGKILL")])).toMatchObject([
    { actual: "it sent no shutdown_ack and ended only by SIGKILL, 6.25 s after shutdown" },
  ]);
  expect(broken([shutdown, acknowledged])).toMatchObject([
    { actual: "it sent shutdown_ack and was still running" },
  ]);
});
