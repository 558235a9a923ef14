/** The intercept chain over real processes: order, rewrites, refusals, failures. */
import type { JsonObject } from "@extproto/schemas";
import { expect, test } from "vitest";
import { type InlineExtension, patient, type RunningManager, startWith } from "./running-manager.js";

/** An interceptor whose answer is an expression over `frame`, the question. */
function interceptor(name: string, event: string, answer: string, onFailure?: "block"): InlineExtension {
  const subscribe = {
    type: "subscribe",
    intercept: [event],
    ...(onFailure === undefined ? {} : { on_failure: onFailure }),
  };
  return {
    name,
    code: `begin(${JSON.stringify(name)}, ${JSON.stringify(subscribe)});
onFrame((frame) => {
  if (leave(frame) || frame.type !== "event_intercept") return;
  send({ type: "event_intercept_response", id: frame.id, ...(${answer}) });
});`,
  };
}

/** An interceptor that never answers. */
function silent(name: string, event: string, onFailure?: "block"): InlineExtension {
  const subscribe = {
    type: "subscribe",
    intercept: [event],
    ...(onFailure === undefined ? {} : { on_failure: onFailure }),
  };
  return { name, code: `begin(${JSON.stringify(name)}, ${JSON.stringify(subscribe)}); onFrame(leave);` };
}

function askTool({ manager }: RunningManager, toolArgs: JsonObject = { command: "ls" }) {
  return manager.interceptToolCall({ toolId: "toolu_1", toolName: "bash", toolArgs }, patient.signal);
}

function outcomes({ events }: RunningManager) {
  return events.flatMap((event) =>
    event.type === "intercept" ? [`${event.outcome.extension} ${event.outcome.outcome}`] : [],
  );
}

test("rewritten arguments pass from one interceptor to the next, in load order", async () => {
  const running = await startWith([
    interceptor("zeta", "tool_call", "{ modified_args: { command: frame.tool_args.command + ' one' } }"),
    interceptor("alpha", "tool_call", "{ modified_args: { command: frame.tool_args.command + ' two' } }"),
  ]);
  expect(await askTool(running)).toEqual({ allow: true, args: { command: "ls one two" } });
  expect(outcomes(running)).toEqual(["zeta rewritten", "alpha rewritten"]);
});

test("the first block wins, whatever stands beside it, and nobody is asked after it", async () => {
  const running = await startWith([
    interceptor("allows", "tool_call", "{}"),
    interceptor("blocks", "tool_call", "{ block: true, reason: 'no ls here', modified_args: 7 }"),
    interceptor("after", "tool_call", "{}"),
  ]);
  expect(await askTool(running)).toEqual({ allow: false, reason: "no ls here", extension: "blocks" });
  expect(outcomes(running)).toEqual(["allows allowed", "blocks blocked"]);
  expect(running.log("blocks")).toContain("tool_call toolu_1 blocked: no ls here");
});

test("a block without a reason gets one that names the extension", async () => {
  const running = await startWith([interceptor("terse", "turn_start", "{ block: true, reason: '' }")]);
  const verdict = await running.manager.interceptTurn(1, patient.signal);
  expect(verdict).toEqual({
    allow: false,
    reason: "terse refused this and gave no reason",
    extension: "terse",
  });
});

test("the three questions carry the fields of their events", async () => {
  const asks = `{ reason: JSON.stringify(frame) }`;
  const running = await startWith([
    interceptor("tools", "tool_call", asks),
    interceptor("turns", "turn_start", asks),
    interceptor("messages", "assistant_message", asks),
  ]);
  await askTool(running);
  await running.manager.interceptTurn(3, patient.signal);
  await running.manager.interceptMessage("hello", patient.signal);
  const asked = running.events.flatMap((event) =>
    event.type === "intercept" ? [JSON.parse(event.outcome.reason ?? "null")] : [],
  );
  expect(asked).toEqual([
    {
      type: "event_intercept",
      id: "i1",
      event: "tool_call",
      tool_id: "toolu_1",
      tool_name: "bash",
      tool_args: { command: "ls" },
    },
    { type: "event_intercept", id: "i1", event: "turn_start", step: 3 },
    { type: "event_intercept", id: "i1", event: "assistant_message", text: "hello" },
  ]);
});

test("a replaced message is the text for the next interceptor, and an empty replacement is none", async () => {
  const running = await startWith([
    interceptor("redacts", "assistant_message", "{ replace_text: frame.text.replace('sk-1', '[key]') }"),
    interceptor("empties", "assistant_message", "{ replace_text: '' }"),
  ]);
  expect(await running.manager.interceptMessage("the key is sk-1", patient.signal)).toEqual({
    allow: true,
    text: "the key is [key]",
  });
  expect(outcomes(running)).toEqual(["redacts rewritten", "empties allowed"]);
});

test("rewrites that belong to another event are ignored", async () => {
  const running = await startWith([
    interceptor("confused-tool", "tool_call", "{ replace_text: 'text' }"),
    interceptor("confused-turn", "turn_start", "{ modified_args: { a: 1 }, replace_text: 'text' }"),
  ]);
  expect(await askTool(running)).toEqual({ allow: true, args: { command: "ls" } });
  expect(await running.manager.interceptTurn(1, patient.signal)).toEqual({ allow: true });
  expect(outcomes(running)).toEqual(["confused-tool allowed", "confused-turn allowed"]);
});

test.each(["'ls'", "7", "['ls']"])(
  "modified_args of %s is no rewrite and counts as a failed answer",
  async (args) => {
    const running = await startWith([interceptor("sloppy", "tool_call", `{ modified_args: ${args} }`)]);
    expect(await askTool(running)).toEqual({ allow: true, args: { command: "ls" } });
    expect((await running.told("intercept")).outcome).toMatchObject({
      extension: "sloppy",
      outcome: "crashed",
      reason: expect.stringMatching(/^malformed answer: .*modified_args/),
    });
  },
);

test("modified_args of null is absent", async () => {
  const running = await startWith([interceptor("sends-null", "tool_call", "{ modified_args: null }")]);
  expect(await askTool(running)).toEqual({ allow: true, args: { command: "ls" } });
  expect(outcomes(running)).toEqual(["sends-null allowed"]);
});

test("an interceptor that does not answer lets the action pass after the deadline, and the next one is asked", async () => {
  const running = await startWith([silent("silent", "tool_call"), interceptor("next", "tool_call", "{}")], {
    deadlines: { intercept: 500 },
  });
  const begun = performance.now();
  expect(await askTool(running)).toEqual({ allow: true, args: { command: "ls" } });
  expect(performance.now() - begun).toBeGreaterThanOrEqual(500);
  expect(outcomes(running)).toEqual(["silent timed_out", "next allowed"]);
  expect(running.log("silent")).toContain("tool_call toolu_1 timed_out");
});

test("a strict guard that does not answer refuses, and the reason names it", async () => {
  const running = await startWith([silent("strict", "tool_call", "block")], {
    deadlines: { intercept: 400 },
  });
  const verdict = await askTool(running);
  expect(verdict).toMatchObject({ allow: false, extension: "strict" });
  expect(verdict.allow ? "" : verdict.reason).toContain("strict");
  expect(outcomes(running)).toEqual(["strict timed_out"]);
});

test("a strict guard whose answer is malformed refuses", async () => {
  const running = await startWith([interceptor("strict", "tool_call", "{ block: 'yes' }", "block")]);
  expect(await askTool(running)).toMatchObject({
    allow: false,
    extension: "strict",
    reason: expect.stringMatching(
      /^refused because the guard strict gave no verdict: malformed answer: .*block/,
    ),
  });
  expect(outcomes(running)).toEqual(["strict crashed"]);
});

test("a strict guard that has died refuses from then on, in each event it guards and in no other", async () => {
  const running = await startWith([
    {
      name: "strict",
      code: `begin("strict", tool("die"), { type: "subscribe", intercept: ["turn_start"] },
  { type: "subscribe", intercept: ["tool_call"], on_failure: "block" });
onFrame((frame) => { if (!leave(frame) && frame.type === "tool_call") process.exit(1); });`,
    },
  ]);
  await running.manager.callTool("die", {}, patient);
  expect(running.manager.intercepts("tool_call")).toBe(true);
  expect(running.manager.intercepts("turn_start")).toBe(false);
  expect(await running.manager.interceptTurn(1, patient.signal)).toEqual({ allow: true });
  expect(await askTool(running)).toMatchObject({ allow: false, extension: "strict" });
  expect(outcomes(running)).toEqual(["strict crashed"]);
});

test("a tool call too large to be asked about is refused", async () => {
  const running = await startWith([interceptor("guard", "tool_call", "{}")]);
  const verdict = await askTool(running, { command: "x".repeat(4 * 1024 * 1024) });
  expect(verdict).toMatchObject({ allow: false, extension: "guard" });
  expect(await askTool(running)).toEqual({ allow: true, args: { command: "ls" } });
});

test("an abort ends the question at once and refuses the action", async () => {
  const running = await startWith([silent("silent", "tool_call")]);
  const abort = new AbortController();
  const verdict = running.manager.interceptToolCall(
    { toolId: "1", toolName: "read", toolArgs: {} },
    abort.signal,
  );
  abort.abort();
  expect(await verdict).toMatchObject({ allow: false });
  expect(outcomes(running)).toEqual([]);
});
