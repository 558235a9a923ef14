import { describe, expect, it } from "vitest";
import type { TraceEvent } from "../../src/judge/contract.js";
import { begin, step } from "../../src/judge/reducer.js";
import { caseOf, configOf, extensionHead, got, hostHead, play } from "./cases.js";

const statuses = (folded: ReturnType<typeof play>) =>
  Object.fromEntries(
    folded.judgement.assertions
      .filter(({ kind }) => kind !== "invariant")
      .map(({ id, status }) => [id, status]),
  );

describe("an answer that does not come", () => {
  const theCase = caseOf(`${extensionHead}steps:
  - host receives: { type: tool_result, id: c1 }
    within: { $deadline: tool }
`);
  const line = (text: string) =>
    ({ kind: "received", actor: "host", line: text, bytes: text.length }) as const;
  const told = (...events: Parameters<typeof play>[1]) =>
    play(theCase, events, { deadlines: { tool: { ms: 2000, bound: 2000 } } }).judgement.findings.find(
      ({ assertion }) => assertion === "step 1",
    );

  it("is told with the bound that was chosen, and what hosts give", () => {
    expect(told()?.expected).toContain(" within 2 s (--tool-timeout; hosts give 60 s)");
    expect(told()?.actual).toMatch(/^nothing like it arrived in 2/);
  });

  it("is told to have come where a line with its id could not be read", () => {
    const found = told(line("loading"), line('{"type":"tool_result","id":"c1","score":NaN}'), line("done"));
    expect(found?.actual).toMatch(/^nothing like it that can be read arrived in .*"score\\":NaN/);
    expect(found?.hint).toMatch(/mend it\. NaN is not JSON/);
    expect(told(line('{"type":"tool_result","id":"c2",}'))?.actual).toMatch(/^nothing like it arrived/);
  });
});

describe("a target that never stops writing", () => {
  const theCase = caseOf(`${extensionHead}steps:
  - host receives: { type: tool_result }
`);

  it("is not waited for until the deadline, and each line costs the same", () => {
    let { state } = begin(theCase, configOf(theCase, { awaits: [] }));
    const frame = { type: "later" };
    const feed = (until: number): number => {
      const from = performance.now();
      while (state.index < until && state.phase !== "epilogue") {
        // Every second line is none that an extension may write.
        const bad = { t: 1, actor: "host", kind: "received", line: "", bytes: 0 } as const;
        ({ state } = step(
          state,
          state.index % 2 === 0 ? bad : { ...bad, line: JSON.stringify(frame), frame },
        ));
      }
      return performance.now() - from;
    };
    const [first, second] = [feed(100_000), feed(200_010)];
    expect(state.phase).toBe("epilogue");
    expect(state.findings.length).toBeLessThan(100);
    expect(state.findings.at(-1)?.actual).toMatch(/^nothing like it arrived in 0 s, though 20000\d lines/);
    // Copying what has come before would make the second half three times as long as the first.
    expect(second).toBeLessThan(2 * first);
  });
});

describe("receives", () => {
  const theCase = caseOf(`${extensionHead}steps:
  - host receives: { type: notify, message: one }
  - host receives: { type: notify, message: two }
`);

  it("takes the first frame that matches and passes over the others", () => {
    const folded = play(theCase, [
      got("host", { type: "notify", message: "zero" }),
      got("host", { type: "notify", message: "one" }),
      got("host", { type: "notify", message: "between" }),
      got("host", { type: "notify", message: "two" }),
    ]);
    expect(statuses(folded)).toEqual({ "step 1": "passed", "step 2": "passed" });
  });

  it("looks at each frame once while it waits, however many arrive", () => {
    let looks = 0;
    const frame = Object.defineProperty({ type: "notify" }, "message", {
      enumerable: true,
      get: () => {
        looks += 1;
        return "other";
      },
    });
    let { state } = begin(theCase, configOf(theCase));
    for (let t = 1; t <= 300; t++) {
      const event = { kind: "received", actor: "host", t, line: "{}", bytes: 2, frame } as const;
      ({ state } = step(state, event as unknown as TraceEvent));
    }
    expect(looks).toBeGreaterThanOrEqual(300);
    expect(looks).toBeLessThan(300 * 10);
  });

  it("does not go back behind what it has passed: order binds within one actor", () => {
    const folded = play(theCase, [
      got("host", { type: "notify", message: "two" }),
      got("host", { type: "notify", message: "one" }),
    ]);
    expect(statuses(folded)).toEqual({ "step 1": "passed", "step 2": "failed" });
    expect(folded.judgement.findings).toContainEqual(
      expect.objectContaining({
        assertion: "step 2",
        difference: "missing",
        requirements: ["ext.tool.one-result"],
      }),
    );
  });

  it("reports steps that were not reached, and names the closest frame of the one that failed", () => {
    const folded = play(theCase, [got("host", { type: "notify", message: "ome" })]);
    expect(statuses(folded)).toEqual({ "step 1": "failed", "step 2": "not-reached" });
    const finding = folded.judgement.findings.find(({ assertion }) => assertion === "step 1");
    expect(finding?.actual).toContain('the closest was {"type":"notify","message":"ome"}');
    expect(finding?.actual).toContain('/message is "ome", not "one"');
    expect(folded.events[finding?.event ?? -1]?.kind).toBe("received");
  });

  it("fails at once when the process that would answer is gone", () => {
    const folded = play(theCase, [
      { kind: "stderr", actor: "host", line: "boom", t: 5 },
      { kind: "eof", actor: "host", stream: "stdout", t: 6 },
      { kind: "exit", actor: "host", code: 3, signal: null, t: 7 },
    ]);
    expect(folded.judgement.findings[0]?.actual).toMatch(
      /the process had ended with code 3; its last words were "boom"/,
    );
    expect(folded.judgement.elapsed).toBeLessThan(100);
  });
});

describe("frames of different actors", () => {
  const theCase = caseOf(`${hostHead}steps:
  - first receives: { type: event, event: turn_start }
  - second receives: { type: event, event: turn_start }
`);

  it("wait in their own inboxes, whatever the order of arrival", () => {
    const turn = { type: "event", event: "turn_start", step: 1 };
    for (const order of [
      ["first", "second"],
      ["second", "first"],
    ]) {
      const folded = play(
        theCase,
        order.map((actor) => got(actor, turn)),
      );
      expect(statuses(folded)).toEqual({ "step 1": "passed", "step 2": "passed" });
    }
  });
});

describe("sends", () => {
  it("happen when the program reaches them, with the values that were bound before", () => {
    const theCase = caseOf(`${extensionHead}each: tool
steps:
  - host receives: { type: register_tool }
    as: registered
  - host sends: { type: tool_call, id: { $text: [c-, { $ref: registered.name }] }, name: { $ref: tool.name }, args: { $args: valid } }
    label: asked
  - host sends raw: { $text: [ "{}", { $bytes: 0aff } ], times: 2 }
    chunks: 3
`);
    const folded = play(theCase, [got("host", { type: "register_tool", name: "w" })], {
      bindings: { tool: { name: "weather" } },
      args: { valid: { city: "Oslo" } },
    });
    expect(folded.sends).toEqual([
      {
        send: 0,
        actor: "host",
        act: "send",
        value: { type: "tool_call", id: "c-w", name: "weather", args: { city: "Oslo" } },
      },
      {
        send: 1,
        actor: "host",
        act: "send raw",
        value: null,
        chunks: ["{}", "\n\xff{", "}\n\xff"].map((part) => Buffer.from(part, "latin1").toString("base64")),
      },
    ]);
  });

  it("fail with a finding when a frame lacks the field that they refer to", () => {
    const theCase = caseOf(`${extensionHead}steps:
  - host receives: { type: tool_result }
    as: result
  - host sends: { type: tool_cancel, id: { $ref: result.id } }
  - host receives: { type: notify }
`);
    const folded = play(theCase, [got("host", { type: "tool_result" })]);
    expect(folded.judgement.findings.at(-1)).toMatchObject({
      assertion: "step 2",
      expected: "a value for result.id",
    });
    expect(statuses(folded)).toEqual({ "step 1": "passed", "step 2": "failed", "step 3": "not-reached" });
  });

  it("that the target refuses are a finding, not a fault of the kit", () => {
    const theCase = caseOf(`${extensionHead}steps:
  - host receives: { type: hello }
  - host sends: { type: hello_ack, protocol_version: 1 }
  - host receives: { type: ready }
`);
    const hello = got("host", { type: "hello", name: "a", version: "1" });
    const folded = play(theCase, [hello], {}, "its input is closed");
    expect(statuses(folded)).toEqual({ "step 1": "passed", "step 3": "not-reached", "step 2": "failed" });
    expect(folded.judgement).toMatchObject({
      verdict: "fail",
      findings: [{ assertion: "step 2", difference: "refused", actual: "its input is closed" }],
    });
  });
});

describe("a refused send", () => {
  it("is no fault where the step says so", () => {
    const theCase = caseOf(`${hostHead}steps:
  - first sends: { type: notify }
    may be refused: true
  - first exits: {}
`);
    const exit = { kind: "exit", actor: "first", code: 0, signal: null } as const;
    expect(play(theCase, [exit], {}, "gone").judgement).toMatchObject({ verdict: "pass", findings: [] });
  });
});

describe("invariants", () => {
  const theCase = caseOf(`${hostHead}steps:
  - client receives: { type: done }
`);
  const twice = [got("client", { type: "turn_start", step: 1 }), got("client", { type: "done" })];

  it("are watched in the epilogue of a program that came to its end", () => {
    const folded = play(theCase, [
      twice[1] as (typeof twice)[0],
      got("client", { type: "turn_end", stop: "end_turn" }),
    ]);
    expect(folded.judgement.findings.at(-1)?.requirements).toEqual(["rpc.order.done-last"]);
  });

  it("do not judge a host that is ended in the middle of a broken case", () => {
    const folded = play(theCase, [got("client", { type: "done" }, 5000), ...twice]);
    expect(folded.judgement.findings.map(({ assertion }) => assertion)).toEqual(["step 1"]);
  });
});

describe("never", () => {
  const theCase = caseOf(`${hostHead}steps:
  - client receives: { type: done }
  - client never receives: { type: turn_start }
  - client sends: { type: ping, id: f }
  - client receives: { type: response, id: f }
`);
  const done = got("client", { type: "done" });
  const pong = got("client", {
    type: "response",
    id: "f",
    command: "ping",
    success: true,
    data: { pong: true },
  });

  it("holds from its place to the end, also for what arrives in the epilogue", () => {
    const folded = play(theCase, [done, pong, got("client", { type: "turn_start", step: 1 })]);
    expect(statuses(folded)).toEqual({ "step 1": "passed", "step 2": "failed", "step 4": "passed" });
    expect(folded.judgement.findings).toContainEqual(
      expect.objectContaining({ assertion: "step 2", difference: "forbidden" }),
    );
  });

  it("does not hold for what came before its place", () => {
    const folded = play(theCase, [got("client", { type: "turn_start", step: 1 }), done, pong]);
    expect(statuses(folded)["step 2"]).toBe("passed");
  });

  it("holds for what waits in the inbox behind its place", () => {
    const waiting = caseOf(`${hostHead}steps:
  - first receives: { type: hello_ack }
  - client receives: { type: done }
  - client never receives: { type: turn_start }
  - client fence
`);
    const folded = play(waiting, [
      done,
      got("client", { type: "turn_start", step: 1 }),
      got("first", { type: "hello_ack" }),
    ]);
    expect(statuses(folded)["step 3"]).toBe("failed");
  });

  it("does not hold for what had come when a fence before it was over, and holds for what comes then", () => {
    const fenced = caseOf(`${hostHead}steps:
  - first receives: { type: hello_ack }
  - client receives: { type: done }
  - client fence
  - client never receives: { type: turn_start }
  - client fence
`);
    const turn = got("client", { type: "turn_start", step: 1 });
    const before = [done, turn, got("first", { type: "hello_ack" })];
    expect(statuses(play(fenced, before))["step 4"]).toBe("passed");
    expect(statuses(play(fenced, [...before, turn]))["step 4"]).toBe("failed");
  });

  it("is not green when the program breaks off before its fence", () => {
    const folded = play(theCase, [done]);
    expect(statuses(folded)).toEqual({ "step 1": "passed", "step 2": "not-reached", "step 4": "failed" });
  });

  it("is weak when only a quiet window follows", () => {
    const quiet = caseOf(`${hostHead}steps:
  - first never receives: { type: event }
  - first quiet: 300
`);
    const folded = play(quiet, []);
    expect(statuses(folded)).toEqual({ "step 1": "weak" });
    expect(folded.judgement).toMatchObject({ verdict: "pass", elapsed: 300 });
  });
});

describe("any order", () => {
  const theCase = caseOf(`${hostHead}steps:
  - any order:
      - first receives: { type: event, event: turn_start }
      - - first receives: { type: event, event: turn_end }
          as: end
        - first sends: { type: notify, message: { $ref: end.stop } }
      - second receives: { type: event }
  - first receives: { type: event, event: last }
`);
  const first = (event: string) => got("first", { type: "event", event, stop: "s" });

  it("lets branches go on side by side, each in its own order", () => {
    const folded = play(theCase, [
      first("turn_end"),
      got("second", { type: "event" }),
      first("turn_start"),
      first("last"),
    ]);
    expect(statuses(folded)).toEqual({
      "step 1.1.1": "passed",
      "step 1.2.1": "passed",
      "step 1.3.1": "passed",
      "step 2": "passed",
    });
    expect(folded.sends.map(({ value }) => value)).toEqual([{ type: "notify", message: "s" }]);
  });

  it("does not give one frame to two branches", () => {
    const twice = caseOf(`${hostHead}steps:
  - any order:
      - first receives: { type: event }
      - first receives: { type: event }
`);
    expect(play(twice, [first("a")]).judgement.verdict).toBe("fail");
    expect(statuses(play(twice, [first("a"), first("b")]))).toEqual({
      "step 1.1.1": "passed",
      "step 1.2.1": "passed",
    });
  });

  it("goes on behind everything that its branches took", () => {
    const folded = play(theCase, [
      first("last"),
      first("turn_end"),
      got("second", { type: "event" }),
      first("turn_start"),
    ]);
    expect(statuses(folded)["step 2"]).toBe("failed");
  });
});

describe("roles", () => {
  const theCase = caseOf(`${hostHead}roles: { lead: [first, second], follow: [first, second] }
steps:
  - lead receives: { type: event_intercept }
    as: ask
  - lead sends: { type: event_intercept_response, id: { $ref: ask.id } }
  - follow receives: { type: event_intercept }
`);

  it("are played by whoever receives first", () => {
    const ask = (id: string) => ({
      type: "event_intercept",
      id,
      event: "tool_call",
      tool_id: id,
      tool_name: "t",
      tool_args: {},
    });
    const folded = play(theCase, [got("second", ask("b")), got("first", ask("a"))]);
    expect(folded.sends[0]).toMatchObject({ actor: "second", value: { id: "b" } });
    expect(statuses(folded)).toEqual({ "step 1": "passed", "step 3": "passed" });
  });
});

describe("time", () => {
  const theCase = caseOf(`${hostHead}steps:
  - first receives: { type: event_intercept }
    as: ask
  - client receives: { type: tool_result }
    not before: { since: ask, at least: { $deadline: intercept } }
    within: { $deadline: intercept }
`);
  const ask = got("first", { type: "event_intercept", id: "a" }, 100);
  const at = (t: number) => play(theCase, [ask, got("client", { type: "tool_result" }, t)]);

  it("makes early a fault, but for the time that the message was on its way", () => {
    expect(at(560).judgement.findings.filter(({ assertion }) => assertion === "step 2")).toMatchObject([
      { difference: "early" },
    ]);
    expect(at(592).judgement.findings.filter(({ assertion }) => assertion === "step 2")).toEqual([]);
  });

  it("makes late a fault only past three times the deadline", () => {
    expect(statuses(at(1500))["step 2"]).toBe("passed");
    expect(statuses(at(1700))["step 2"]).toBe("failed");
  });

  it("gives a busy machine twenty times its noise", () => {
    const busy = (t: number) =>
      play(theCase, [{ kind: "noise", ms: 100, t: 50 }, ask, got("client", { type: "tool_result" }, t)]);
    expect(statuses(busy(2500))["step 2"]).toBe("passed");
    expect(statuses(busy(2700))["step 2"]).toBe("failed");
  });

  it("judges order across actors only where a step says so", () => {
    const ordered = caseOf(`${hostHead}steps:
  - first receives: { type: event_intercept }
    as: ask
  - first sends: { type: event_intercept_response, id: { $ref: ask.id } }
    label: answered
  - client receives: { type: tool_result }
    after: answered
`);
    const early = play(ordered, [got("client", { type: "tool_result" }, 50), ask]);
    expect(early.judgement.findings).toContainEqual(
      expect.objectContaining({ difference: "order", assertion: "step 3" }),
    );
    const late = play(ordered, [ask, got("client", { type: "tool_result" }, 150)]);
    expect(late.judgement.findings.filter(({ assertion }) => assertion === "step 3")).toEqual([]);
  });
});

describe("files", () => {
  const theCase = caseOf(`${hostHead}steps:
  - files have: { path: cwd/out.txt, text: { $matches: done } }
  - files lack: home/secret
`);

  it("are looked at again until they fit", () => {
    const contents = [null, "not yet", "done"];
    const inputs = contents.map((text, send) => ({
      kind: "file" as const,
      actor: "files",
      path: "cwd/out.txt",
      text,
      send,
      t: 10 + send * 50,
    }));
    const folded = play(theCase, [
      ...inputs,
      { kind: "file", actor: "files", path: "home/secret", text: null, send: 3, t: 400 },
    ]);
    expect(folded.sends.map(({ act, value }) => [act, value])).toEqual([
      ["read file", "cwd/out.txt"],
      ["read file", "cwd/out.txt"],
      ["read file", "cwd/out.txt"],
      ["read file", "home/secret"],
    ]);
    expect(folded.judgement.verdict).toBe("pass");
  });
});

describe("the verdict", () => {
  const should = caseOf(`title: t
proves: [ext.command.unknown-name]
for: extension
steps:
  - host receives: { type: command_response, error: { $empty: false } }
`);

  it("is warn when only a SHOULD is broken", () => {
    expect(play(should, []).judgement.verdict).toBe("warn");
  });

  it("is dependency-failed when an actor was not ready or a precondition is unmet", () => {
    expect(
      play(should, [{ kind: "not-ready", actor: "host", reason: "no hello" }], { awaits: ["host"] })
        .judgement,
    ).toMatchObject({
      verdict: "dependency-failed",
      why: "no hello",
    });
    const given = caseOf(`${extensionHead}steps:
  - host receives: { type: ready }
    given: true
  - host receives: { type: notify }
`);
    expect(play(given, []).judgement).toMatchObject({ verdict: "dependency-failed", findings: [] });
  });

  it("is harness-error when the kit failed, whatever else was found", () => {
    expect(play(should, [{ kind: "harness-error", message: "disk full" }]).judgement).toMatchObject({
      verdict: "harness-error",
      why: "disk full",
    });
  });

  it("is could-not-run when the run ended before its assertions were reached", () => {
    expect(play(should, [{ kind: "end" }], { awaits: ["host"] }).judgement.verdict).toBe("could-not-run");
  });

  it("waits for the awaited actors before the first step", () => {
    const sends = caseOf(`${extensionHead}steps:
  - host sends: { type: shutdown }
  - host receives: { type: shutdown_ack }
`);
    expect(play(sends, [{ kind: "started", actor: "host" }], { awaits: ["host"] }).sends).toEqual([]);
    expect(play(sends, [{ kind: "ready", actor: "host" }], { awaits: ["host"] }).sends).toHaveLength(1);
  });
});
