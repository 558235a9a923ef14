import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TraceEvent } from "../../src/judge/contract.js";
import { begin, step } from "../../src/judge/reducer.js";
import { judgementOf } from "../../src/judge/verdict.js";
import { caseOf, configOf, got, hostHead, play } from "./cases.js";

const theCase = caseOf(`${hostHead}roles: { lead: [first, second], follow: [first, second] }
steps:
  - client sends: { type: ping, id: p }
  - client receives: { type: response, id: p }
    within: 100
  - lead receives: { type: event_intercept }
    as: ask
  - any order:
      - client receives: { type: a }
      - - client receives: { type: b }
        - client sends: { type: ping, id: q }
      - follow receives: { type: event_intercept, id: { $not: { $ref: ask.id } } }
  - client never receives: { type: z }
  - files have: { path: cwd/x, text: { $matches: y } }
    within: 200
  - client waits at least: 20
  - client receives: { type: done }
    fence: true
`);

const frame = fc.oneof(
  fc.record({
    type: fc.constantFrom("response", "a", "b", "z", "done", "event_intercept", "turn_start"),
    id: fc.constantFrom("p", "q", "1", "2"),
  }),
  fc.record({ type: fc.jsonValue(), id: fc.jsonValue() }),
);

/** Whatever can happen, in any order, whether or not it makes sense. */
const event: fc.Arbitrary<TraceEvent> = fc
  .tuple(
    fc.nat(3000),
    fc.constantFrom("client", "first", "second", "model", "files", "run"),
    fc.oneof(
      { weight: 6, arbitrary: frame.map((value) => got("x", value)) },
      fc.constant({ kind: "received", line: "not json", bytes: 8 }),
      fc.nat(6).map((send) => ({ kind: "performed", send, act: "send" })),
      fc.nat(6).map((send) => ({ kind: "performed", send, act: "send", refused: "gone" })),
      fc.record({
        kind: fc.constant("file"),
        path: fc.constant("cwd/x"),
        text: fc.constantFrom(null, "y", "n"),
        send: fc.nat(6),
      }),
      fc.record({ kind: fc.constant("noise"), ms: fc.nat(50) }),
      fc.constantFrom(
        { kind: "tick" },
        { kind: "ready" },
        { kind: "not-ready", reason: "r" },
        { kind: "started" },
        { kind: "eof", stream: "stdout" },
        { kind: "exit", code: 1, signal: null },
        { kind: "harness-error", message: "m" },
        { kind: "interrupted", message: "m" },
      ),
    ),
  )
  .map(([t, actor, rest]) => {
    const { line } = rest as { line?: string };
    let parsed: unknown;
    try {
      parsed = line === undefined ? undefined : JSON.parse(line);
    } catch {
      parsed = undefined;
    }
    return { ...rest, ...(parsed === undefined ? {} : { frame: parsed }), t, actor } as unknown as TraceEvent;
  });

/** JSON Patch for humans: a deep freeze makes every write to the old state throw. */
function freeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const item of Object.values(value)) freeze(item);
  }
  return value;
}

describe("whatever happens, the reducer", () => {
  it("never throws, never changes the state it was given, and gives the same again", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), (events) => {
        let { state } = begin(theCase, configOf(theCase));
        for (const each of events) {
          freeze(state);
          const once = step(state, each);
          expect(JSON.stringify(step(state, each))).toBe(JSON.stringify(once));
          state = once.state;
        }
      }),
      { numRuns: 200 },
    );
  });

  it("is finished at most once, sends nothing afterwards, and numbers its sends without a gap", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), (events) => {
        let { state } = begin(theCase, configOf(theCase));
        let finished = 0;
        const sends: number[] = [];
        for (const each of events) {
          const before = finished;
          const result = step(state, each);
          state = result.state;
          if (result.finished) finished++;
          if (before > 0) expect(result.sends).toEqual([]);
          sends.push(...result.sends.map(({ send }) => send));
          for (const finding of result.findings) expect(state.findings).toContainEqual(finding);
        }
        expect(finished).toBeLessThanOrEqual(1);
        expect(sends).toEqual(sends.map((_, index) => index));
      }),
      { numRuns: 200 },
    );
  });

  it("asks to be woken only in the future, and while steps wait", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), (events) => {
        let { state } = begin(theCase, configOf(theCase));
        for (const each of events) {
          const result = step(state, each);
          state = result.state;
          if (result.wake !== undefined) expect(result.wake).toBeGreaterThan(state.now);
          if (state.phase === "epilogue" || state.phase === "over") expect(result.wake).toBeUndefined();
        }
      }),
      { numRuns: 200 },
    );
  });

  it("passes only runs in which every planned assertion was reached", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), (events) => {
        let { state } = begin(theCase, configOf(theCase));
        for (const each of [...events, { t: 5000, actor: "run", kind: "end" } as const])
          state = step(state, each).state;
        const judgement = judgementOf(state);
        if (judgement.verdict !== "pass") return;
        expect(judgement.assertions.map(({ status }) => status)).not.toContain("not-reached");
        expect(judgement.findings).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it("comes to an end by itself: time alone finishes every program", () => {
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 12 }), (frames) => {
        const folded = play(
          theCase,
          frames.map((value, index) => got("client", value, 5 + index)),
        );
        expect(folded.judgement.verdict).not.toBe("could-not-run");
      }),
      { numRuns: 100 },
    );
  });
});
