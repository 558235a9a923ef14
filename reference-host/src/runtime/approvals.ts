/** Tool calls that wait for the user's word. There is no deadline: people take their time. */
import type { ServerEvent } from "@extproto/schemas";
import type { Approval, PendingCall } from "./contract.js";

/** The questions that are open. */
export interface Approvals {
  /** Asks by an event and waits. The abort of the operation counts as a no. */
  ask(call: PendingCall, signal: AbortSignal): Promise<{ allow: true } | { allow: false; reason: string }>;
  /** False where nobody waits for this answer. */
  answer(approvalId: string, approval: Approval): boolean;
}

/** Makes an empty list of questions; `emit` shows them to the user. */
export function createApprovals(emit: (event: ServerEvent) => void): Approvals {
  const open = new Map<string, (approval: Approval) => void>();
  let count = 0;
  return {
    ask(call, signal) {
      return new Promise((resolve) => {
        count += 1;
        const approvalId = `a${count}`;
        const settle = (approval: Approval) => {
          open.delete(approvalId);
          signal.removeEventListener("abort", onAbort);
          resolve(approval.allow ? { allow: true } : { allow: false, reason: reasonOf(approval, call) });
        };
        const onAbort = () =>
          settle({ allow: false, reason: "the prompt was aborted before the tool was allowed" });
        if (signal.aborted) return onAbort();
        signal.addEventListener("abort", onAbort);
        open.set(approvalId, settle);
        emit({
          type: "tool_approval_request",
          approval_id: approvalId,
          id: call.id,
          name: call.name,
          args: call.args,
        });
      });
    },
    answer(approvalId, approval) {
      const settle = open.get(approvalId);
      settle?.(approval);
      return settle !== undefined;
    },
  };
}

function reasonOf(approval: Extract<Approval, { allow: false }>, call: PendingCall): string {
  return approval.reason === undefined || approval.reason === ""
    ? `the user did not allow ${call.name} to run`
    : approval.reason;
}
