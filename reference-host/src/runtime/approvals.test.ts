import type { ServerEvent } from "@extproto/schemas";
import { describe, expect, it } from "vitest";
import { createApprovals } from "./approvals.js";

const call = { id: "t1", name: "bash", args: { command: "ls" } };

function setUp() {
  const shown: ServerEvent[] = [];
  return { shown, approvals: createApprovals((event) => shown.push(event)), abort: new AbortController() };
}

describe("approvals", () => {
  it("ask with the arguments that the tool is to get, and let it run on a yes", async () => {
    const { shown, approvals, abort } = setUp();
    const asked = approvals.ask(call, abort.signal);
    expect(shown).toEqual([{ type: "tool_approval_request", approval_id: "a1", ...call }]);
    expect(approvals.answer("a1", { allow: true })).toBe(true);
    expect(await asked).toEqual({ allow: true });
  });

  it("refuse with the user's reason, or with one of their own", async () => {
    const { approvals, abort } = setUp();
    const first = approvals.ask(call, abort.signal);
    approvals.answer("a1", { allow: false, reason: "not here" });
    expect(await first).toEqual({ allow: false, reason: "not here" });
    const second = approvals.ask(call, abort.signal);
    approvals.answer("a2", { allow: false });
    expect(await second).toEqual({ allow: false, reason: "the user did not allow bash to run" });
  });

  it("know no answer twice, and none that nobody asked for", async () => {
    const { approvals, abort } = setUp();
    const asked = approvals.ask(call, abort.signal);
    expect(approvals.answer("a7", { allow: true })).toBe(false);
    approvals.answer("a1", { allow: true });
    expect(approvals.answer("a1", { allow: false })).toBe(false);
    expect(await asked).toEqual({ allow: true });
  });

  it("end without a yes when the operation is aborted", async () => {
    const { shown, approvals, abort } = setUp();
    const asked = approvals.ask(call, abort.signal);
    abort.abort();
    expect(await asked).toMatchObject({ allow: false });
    expect(approvals.answer("a1", { allow: true })).toBe(false);
    expect(await approvals.ask(call, abort.signal)).toMatchObject({ allow: false });
    expect(shown).toHaveLength(1);
  });
});
