/** The events of an RPC server come in their order. */
import type { JsonObject } from "../../case/json.js";
import { isObject } from "../../case/json.js";
import type { Invariant } from "../contract.js";
import { followCall } from "./rpc-call-order.js";
import { type Followed, fault, idle, type Operation } from "./rpc-operation.js";
import { define, judged, textOf, unconcerned, writtenFrames } from "./watch.js";

const ofPrompt = new Set([
  "user_message",
  "turn_start",
  "assistant_start",
  "text_delta",
  "assistant_message",
  "usage",
  "tool_use_start",
  "tool_use_args",
  "tool_use_end",
  "tool_call",
  "tool_progress",
  "tool_result",
  "turn_end",
  "compact_done",
]);

/** The invariants about the order of events. */
export const rpcOrder: readonly Invariant[] = [
  define<Operation>({
    name: "rpc-events-in-order",
    target: "host",
    requirements: [
      "rpc.prompt.started",
      "rpc.order.done-last",
      "rpc.order.model-call",
      "rpc.order.tool-results",
      "rpc.event.user-message",
      "rpc.event.turn-start",
      "rpc.event.turn-end",
      "rpc.event.text-delta",
      "rpc.event.tool-result",
    ],
    doc: "Every operation ends with one done; each model call and its tools follow their order.",
    start: () => idle,
    step(now, event) {
      if (event.actor !== "client") return unconcerned(now);
      if (event.kind === "started") return unconcerned(idle);
      const compacts = writtenFrames(event).filter(
        ({ type, name }) => type === "invoke_command" && name === "compact",
      ).length;
      if (compacts > 0) return unconcerned({ ...now, commanded: now.commanded + compacts });
      const prompts = writtenFrames(event).filter(({ type }) => type === "prompt").length;
      if (prompts > 0) return unconcerned({ ...now, asked: now.asked + prompts });
      if (event.kind !== "received" || event.frame === undefined) return unconcerned(now);
      const { next, broken } = follow(now, event.frame);
      if (next === now && broken === undefined) return unconcerned(now);
      return broken === undefined ? judged(next) : judged(next, broken);
    },
  }),
];

function follow(now: Operation, frame: JsonObject): Followed {
  const type = textOf(frame, "type");
  if (type === "response") return started(now, frame);
  if (type === "ext_submit") return { next: { ...now, submitted: now.submitted + 1 } };
  if (type === "user_message" && now.kind === "idle") return unanswered(now, frame);
  if (now.kind === "idle" && now.commanded > 0 && (type === "done" || ofPrompt.has(type)))
    return follow({ ...now, kind: "compact", commanded: now.commanded - 1 }, frame);
  if (type === "done") return done(now, frame);
  if (!ofPrompt.has(type)) return { next: now };
  if (now.kind === "idle") {
    return {
      next: now,
      broken: fault(
        "rpc.order.done-last",
        "no event of an operation while none runs: after done comes none",
        frame,
        "Write done after every other event of the operation.",
      ),
    };
  }
  return now.kind === "compact" ? { next: now } : followCall(now, frame, type);
}

function between({ submitted, asked, commanded }: Operation): Operation {
  return { ...idle, submitted, asked, commanded };
}

/** A prompt begins that no response has announced. */
function unanswered(now: Operation, frame: JsonObject): Followed {
  const next: Operation = { ...between(now), kind: "prompt", userMessages: 1 };
  if (now.submitted > 0) return { next: { ...next, submitted: now.submitted - 1 } };
  // It is not the client's: whether anybody else may begin one is not for this invariant to say.
  if (now.asked === 0) return { next };
  const text = "the started response of a prompt before its events";
  return {
    next: { ...next, unannounced: true },
    broken: fault("rpc.prompt.started", text, frame, startHint),
  };
}

const startHint = "Answer a prompt or compact at the moment at which it starts, before its first event.";

function started(before: Operation, frame: JsonObject): Followed {
  const { command, success, data } = frame;
  const now = command === "prompt" ? { ...before, asked: Math.max(0, before.asked - 1) } : before;
  const begins = success === true && isObject(data ?? null) && (data as JsonObject).started === true;
  if (!begins || (command !== "prompt" && command !== "compact")) return { next: now };
  if (now.unannounced) return { next: { ...now, unannounced: false } };
  // Where the one before looks finished, its done is missing, and whoever waits for that says so.
  const inTheMiddle = now.call !== "closed" || now.step === 0 || now.calls.length > 0;
  if (now.kind === "prompt" && inTheMiddle) {
    const text = "no started response while another operation runs";
    const next: Operation = { ...now, ahead: [...now.ahead, command] };
    return { next, broken: fault("rpc.prompt.started", text, frame, startHint) };
  }
  return { next: { ...between(now), kind: command } };
}

function done(now: Operation, frame: JsonObject): Followed {
  const [kind = "idle", ...ahead] = now.ahead;
  const next: Operation = { ...between(now), kind, ahead };
  if (now.kind === "idle") {
    const text = "one done for each operation, and none while none runs";
    return { next, broken: fault("rpc.order.done-last", text, frame, "Write done once for each operation.") };
  }
  if (now.kind === "prompt" && now.call !== "closed") {
    const text = `turn_end for the turn_start with step ${now.step} before done`;
    const hint = "Close every turn_start with a turn_end, also after an error or an abort.";
    return { next, broken: fault("rpc.event.turn-end", text, frame, hint) };
  }
  if (now.calls.length > 0) {
    const text = `a tool_result for ${now.calls.join(", ")} before done`;
    const hint = "Emit a tool_result for every tool_call, also after an abort.";
    return { next, broken: fault("rpc.event.tool-result", text, frame, hint) };
  }
  return { next };
}
