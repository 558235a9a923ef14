import { describe, expect, it } from "vitest";
import type { TraceEvent } from "../judge/contract.js";
import { excerptOf, labelOf } from "./moments.js";

const limits = { most: 6, longest: 40 };
const received = (index: number): TraceEvent => ({
  t: index,
  actor: "host",
  kind: "received",
  line: JSON.stringify({ type: "notify", text: `${index}` }),
  bytes: 0,
});

describe("the moments of a trace", () => {
  it("leave out the kit's own bookkeeping and keep the index of each event", () => {
    const events: TraceEvent[] = [
      { t: 0, actor: "run", kind: "noise", ms: 1 },
      { t: 1.26, actor: "host", kind: "sent", line: '{"type":"shutdown"}' },
      { t: 2, actor: "run", kind: "tick" },
      { t: 3, actor: "host", kind: "exit", code: null, signal: "SIGKILL" },
      { t: 4, actor: "run", kind: "end" },
    ];
    expect(excerptOf(events, [], limits)).toEqual({
      moments: [
        { event: 1, t: 1.3, actor: "host", direction: "out", label: "shutdown", text: '{"type":"shutdown"}' },
        { event: 3, t: 3, actor: "host", direction: "note", label: "exit", text: "by SIGKILL" },
      ],
      omitted: { before: 0, after: 0 },
    });
  });

  it("are those around the divergence where there are too many", () => {
    const events = Array.from({ length: 40 }, (_, index) => received(index));
    const finding = { event: 20 } as Parameters<typeof excerptOf>[1][number];
    const { moments, omitted } = excerptOf(events, [finding], limits);
    expect(moments.map((moment) => moment.event)).toEqual([16, 17, 18, 19, 20, 21]);
    expect(omitted).toEqual({ before: 16, after: 18 });
  });

  it("reach from the first divergence to the last, as far as there is room", () => {
    const events = Array.from({ length: 200 }, (_, index) => received(index));
    const findings = [50, 80].map((event) => ({ event }) as Parameters<typeof excerptOf>[1][number]);
    const { moments } = excerptOf(events, findings, { most: 60, longest: 40 });
    expect([moments[0]?.event, moments.at(-1)?.event]).toEqual([25, 84]);
  });

  it("are cut without splitting a character in two", () => {
    const line = `${"x".repeat(39)}😀`;
    const [moment] = excerptOf([{ ...received(0), line } as TraceEvent], [], limits).moments;
    expect(moment?.text).toBe(`${"x".repeat(39)}…`);
  });
});

describe("the label of a line", () => {
  it.each([
    ['{"type":"event","event":"turn_start"}', "event turn_start"],
    ['{"type":"response","command":"prompt"}', "response prompt"],
    ['{"jsonrpc":"2.0","method":"initialize"}', "initialize"],
    ["starting up...", "not a frame"],
    ["[1]", "no type"],
  ])("of %s is %s", (line, label) => {
    expect(labelOf(line)).toBe(label);
  });
});
