import { expect, test } from "vitest";
import type { Extension, InterceptAnswer, InterceptOutcome } from "./contract.js";
import { runInterceptChain } from "./intercept-chain.js";

const call = { event: "tool_call", toolId: "1", toolName: "bash", toolArgs: { command: "ls" } } as const;
const allows: InterceptAnswer = {
  kind: "answered",
  block: false,
  reason: undefined,
  modifiedArgs: undefined,
  replaceText: undefined,
  malformed: undefined,
};

/** An extension that gives one answer; only what the chain looks at is there. */
function interceptor(
  name: string,
  answer: InterceptAnswer,
  facts: { strict?: boolean; dead?: boolean } = {},
): Extension {
  const extension: Pick<Extension, "state" | "lastError" | "intercept"> & Partial<Extension> = {
    candidate: { name, dir: "", scope: "explicit", manifest: { name, exec: "x" } },
    state: facts.dead ? "failed" : "ready",
    lastError: facts.dead ? "exited with code 1" : undefined,
    subscriptions: {
      events: new Set(),
      intercept: new Set(["tool_call"]),
      failClosed: new Set(facts.strict ? ["tool_call"] : []),
    },
    intercept: async () => answer,
  };
  return extension as Extension;
}

async function run(...extensions: Extension[]) {
  const outcomes: InterceptOutcome["outcome"][] = [];
  const verdict = await runInterceptChain(extensions, call, {
    signal: new AbortController().signal,
    onOutcome: ({ outcome }) => outcomes.push(outcome),
  });
  return { allow: verdict.allow, outcomes };
}

const failures: [string, InterceptAnswer, InterceptOutcome["outcome"]][] = [
  ["no answer in time", { kind: "timed_out" }, "timed_out"],
  ["a crash", { kind: "crashed", detail: "died" }, "crashed"],
  ["a malformed answer", { ...allows, malformed: "odd" }, "crashed"],
];

test.each(failures)("%s allows", async (_, answer, outcome) => {
  expect(await run(interceptor("a", answer), interceptor("b", allows))).toEqual({
    allow: true,
    outcomes: [outcome, "allowed"],
  });
});

test.each(failures)("%s of a strict guard refuses and ends the chain", async (_, answer, outcome) => {
  expect(await run(interceptor("a", answer, { strict: true }), interceptor("b", allows))).toEqual({
    allow: false,
    outcomes: [outcome],
  });
});

test("the dead are passed over without an outcome, unless they are strict", async () => {
  expect(await run(interceptor("a", allows, { dead: true }))).toEqual({ allow: true, outcomes: [] });
  expect(await run(interceptor("a", allows, { dead: true, strict: true }))).toEqual({
    allow: false,
    outcomes: ["crashed"],
  });
});

test("a guard that is gone is named with what it did", async () => {
  const verdict = await runInterceptChain([interceptor("a", allows, { dead: true, strict: true })], call, {
    signal: new AbortController().signal,
    onOutcome: () => {},
  });
  expect(verdict).toMatchObject({
    reason: "refused because the guard a gave no verdict: it exited with code 1",
  });
});

test("a block counts in a malformed answer too", async () => {
  expect(await run(interceptor("a", { ...allows, malformed: "odd", block: true }))).toEqual({
    allow: false,
    outcomes: ["blocked"],
  });
});

test("a rewrite that changes nothing is none", async () => {
  expect(await run(interceptor("a", { ...allows, modifiedArgs: { command: "ls" } }))).toEqual({
    allow: true,
    outcomes: ["allowed"],
  });
});

test("a call that is too large to be asked about is refused, strict or not", async () => {
  expect(await run(interceptor("a", { kind: "too_large", detail: "5 MiB" }))).toEqual({
    allow: false,
    outcomes: ["crashed"],
  });
});
