/**
 * Asks the interceptors of an action, one after another in load order.
 *
 * The first block wins. Each sees what those before it made of the action. An interceptor that fails lets
 * the action pass, unless it subscribed with on_failure block.
 */
import type { JsonObject } from "@extproto/schemas";
import type { Extension, InterceptAnswer, InterceptOutcome, InterceptRequest } from "./contract.js";

/** Whether the action goes on, and in which form. */
export type ChainVerdict<R extends InterceptRequest> =
  | { readonly allow: true; readonly request: R }
  | { readonly allow: false; readonly reason: string; readonly extension: string };

/** How a chain is run. */
export interface ChainOptions {
  readonly signal: AbortSignal;
  /** Told what each interceptor did, as it is known. */
  readonly onOutcome: (outcome: InterceptOutcome) => void;
}

/** Runs the chain over extensions in load order. */
export async function runInterceptChain<R extends InterceptRequest>(
  extensions: readonly Extension[],
  request: R,
  options: ChainOptions,
): Promise<ChainVerdict<R>> {
  let current = request;
  for (const extension of extensions) {
    if (!extension.subscriptions.intercept.has(current.event)) continue;
    const { name } = extension.candidate;
    const strict = extension.subscriptions.failClosed.has(current.event);
    const alive = extension.state === "ready";
    if (!alive && !strict) continue;

    const answer: InterceptAnswer = alive
      ? await extension.intercept(current, { signal: options.signal })
      : { kind: "crashed", detail: `it ${extension.lastError ?? "does not run"}` };
    if (options.signal.aborted) return { allow: false, reason: "the prompt was aborted", extension: name };

    const step = judge(current, answer);
    const reason = step.reason === "" ? undefined : step.reason;
    options.onOutcome({
      extension: name,
      event: current.event,
      outcome: step.outcome,
      reason,
      toolId: current.event === "tool_call" ? current.toolId : undefined,
      step: current.event === "turn_start" ? current.step : undefined,
    });
    if (step.outcome === "blocked") {
      return { allow: false, reason: reason ?? `${name} refused this and gave no reason`, extension: name };
    }
    const failed = step.outcome === "timed_out" || step.outcome === "crashed";
    const unreadable = answer.kind === "too_large" && current.event === "tool_call";
    if (failed && (strict || unreadable)) {
      return {
        allow: false,
        reason: `refused because the guard ${name} gave no verdict: ${step.reason}`,
        extension: name,
      };
    }
    current = step.request;
  }
  return { allow: true, request: current };
}

interface Step<R> {
  readonly outcome: InterceptOutcome["outcome"];
  readonly reason: string;
  readonly request: R;
}

function judge<R extends InterceptRequest>(request: R, answer: InterceptAnswer): Step<R> {
  switch (answer.kind) {
    case "timed_out":
      return { outcome: "timed_out", reason: "it did not answer in time", request };
    case "too_large":
    case "crashed":
      return { outcome: "crashed", reason: answer.detail, request };
    case "answered": {
      const reason = answer.reason ?? "";
      if (answer.block) return { outcome: "blocked", reason, request };
      // The spec has no outcome of its own for it: the reason tells it from the end of the process.
      if (answer.malformed !== undefined)
        return { outcome: "crashed", reason: `malformed answer: ${answer.malformed}`, request };
      const rewritten = rewrite(request, answer);
      return rewritten === undefined
        ? { outcome: "allowed", reason, request }
        : { outcome: "rewritten", reason, request: rewritten };
    }
  }
}

/** The action as the answer wants it; undefined where that makes no difference. */
function rewrite<R extends InterceptRequest>(
  request: R,
  answer: { readonly modifiedArgs: JsonObject | undefined; readonly replaceText: string | undefined },
): R | undefined {
  if (request.event === "tool_call" && answer.modifiedArgs !== undefined) {
    if (JSON.stringify(answer.modifiedArgs) === JSON.stringify(request.toolArgs)) return undefined;
    return { ...request, toolArgs: answer.modifiedArgs };
  }
  if (request.event === "assistant_message" && answer.replaceText !== undefined) {
    return answer.replaceText === request.text ? undefined : { ...request, text: answer.replaceText };
  }
  return undefined;
}
