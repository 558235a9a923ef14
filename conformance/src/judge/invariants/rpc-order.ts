/** The events of an RPC server come in their order. */
import type { JsonObject } from "../../case/json.js";
import { isObject } from "../../case/json.js";
import type { Broken, Invariant } from "../contract.js";
import { show } from "../match.js";
import { define, judged, textOf, unconcerned } from "./watch.js";

interface Operation {
  readonly kind: "idle" | "prompt" | "compact";
  /** Prompts that an extension's command has submitted and that have not begun. */
  readonly submitted: number;
  readonly userMessages: number;
  /** Number of the current or last model call; 0 before the first. */
  readonly step: number;
  /** Where the model call is: `closed` outside one. */
  readonly call:
    | "closed"
    | "turn_start"
    | "assistant_start"
    | "text_delta"
    | "assistant_message"
    | "tool_call";
  readonly text: string;
  readonly deltas: number;
  /** Tool calls without a result. */
  readonly calls: readonly string[];
  readonly results: readonly string[];
}

const idle: Operation = {
  kind: "idle",
  submitted: 0,
  userMessages: 0,
  step: 0,
  call: "closed",
  text: "",
  deltas: 0,
  calls: [],
  results: [],
};

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
      if (event.kind !== "received" || event.frame === undefined) return unconcerned(now);
      const { next, broken } = follow(now, event.frame);
      if (next === now && broken === undefined) return unconcerned(now);
      return broken === undefined ? judged(next) : judged(next, broken);
    },
  }),
];

interface Followed {
  readonly next: Operation;
  readonly broken?: Broken;
}

function fault(requirement: string, expected: string, frame: JsonObject, hint: string): Broken {
  return { requirement, expected, actual: show(frame), hint, difference: "order" };
}

function follow(now: Operation, frame: JsonObject): Followed {
  const type = textOf(frame, "type");
  if (type === "response") return { next: started(now, frame) };
  if (type === "ext_submit") return { next: { ...now, submitted: now.submitted + 1 } };
  if (type === "user_message" && now.kind === "idle" && now.submitted > 0)
    return { next: { ...idle, kind: "prompt", submitted: now.submitted - 1, userMessages: 1 } };
  if (type === "done") return done(now, frame);
  if (!ofPrompt.has(type)) return { next: now };
  if (now.kind === "idle") {
    return {
      next: now,
      broken: fault(
        "rpc.order.done-last",
        "no event of an operation while none runs: after done comes none",
        frame,
        "Write done after every other event of the operation, and the started response before them.",
      ),
    };
  }
  return now.kind === "compact" ? { next: now } : followCall(now, frame, type);
}

function started(now: Operation, frame: JsonObject): Operation {
  const { command, success, data } = frame;
  const begins = success === true && isObject(data ?? null) && (data as JsonObject).started === true;
  if (!begins || (command !== "prompt" && command !== "compact")) return now;
  return { ...idle, kind: command, submitted: now.submitted };
}

function done(now: Operation, frame: JsonObject): Followed {
  const next = { ...idle, submitted: now.submitted };
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

const places = ["turn_start", "assistant_start", "text_delta", "assistant_message", "tool_call"] as const;

function followCall(now: Operation, frame: JsonObject, type: string): Followed {
  switch (type) {
    case "user_message":
      return userMessage(now, frame);
    case "turn_start":
      return turnStart(now, frame);
    case "turn_end": {
      const next: Operation = { ...now, call: "closed", text: "", deltas: 0 };
      if (now.call !== "closed") return { next };
      const hint = "Write one turn_end for each turn_start.";
      return { next, broken: fault("rpc.event.turn-end", "a turn_start before each turn_end", frame, hint) };
    }
    case "assistant_start":
    case "text_delta":
    case "assistant_message":
    case "tool_call":
      return withinCall(now, frame, type);
    case "tool_progress":
    case "tool_result":
      return toolEvent(now, frame, type);
    default:
      return { next: now };
  }
}

function userMessage(now: Operation, frame: JsonObject): Followed {
  const next = { ...now, userMessages: now.userMessages + 1 };
  if (now.userMessages === 0 && now.step === 0) return { next };
  const text = "one user_message for each prompt, before its first turn_start";
  return {
    next,
    broken: fault("rpc.event.user-message", text, frame, "Emit user_message once, first of all."),
  };
}

function turnStart(now: Operation, frame: JsonObject): Followed {
  const next: Operation = { ...now, step: now.step + 1, call: "turn_start", text: "", deltas: 0 };
  if (now.call !== "closed") {
    const text = `turn_end for step ${now.step} before the next turn_start`;
    return {
      next,
      broken: fault("rpc.event.turn-end", text, frame, "Close every turn_start with a turn_end."),
    };
  }
  if (now.calls.length > 0) {
    const text = `the results of ${now.calls.join(", ")} before the next turn_start`;
    const hint = "Emit the results of all calls before the next model call.";
    return { next, broken: fault("rpc.order.tool-results", text, frame, hint) };
  }
  if (frame.step !== next.step) {
    const text = `step ${next.step}`;
    return {
      next,
      broken: fault("rpc.event.turn-start", text, frame, "Count the model calls of a prompt from 1."),
    };
  }
  if (now.userMessages === 0) {
    const text = "user_message before the first turn_start";
    return {
      next,
      broken: fault("rpc.event.user-message", text, frame, "Emit user_message before turn_start."),
    };
  }
  return { next };
}

function withinCall(now: Operation, frame: JsonObject, type: (typeof places)[number]): Followed {
  const next = inCall(now, frame, type);
  const place = places.indexOf(type);
  const at = now.call === "closed" ? -1 : places.indexOf(now.call);
  const repeats = type === "text_delta" || type === "tool_call";
  if (at < 0 || place < at || (place === at && !repeats)) {
    const text =
      at < 0
        ? `a turn_start before ${type}`
        : `after ${now.call}, one of ${places.slice(at + 1).join(", ") || "no more"} or turn_end`;
    return {
      next,
      broken: fault("rpc.order.model-call", text, frame, "Keep the order of the events of a call."),
    };
  }
  if (type === "text_delta" && now.call === "turn_start") {
    const hint = "Emit assistant_start when the answer begins to arrive.";
    return { next, broken: fault("rpc.order.model-call", "assistant_start before text_delta", frame, hint) };
  }
  if (type === "assistant_message" && now.deltas > 0 && messageText(frame) !== now.text) {
    return {
      next,
      broken: {
        ...fault(
          "rpc.event.text-delta",
          `the text of the deltas: ${show(now.text)}`,
          frame,
          "Send as deltas exactly the text that the message has.",
        ),
        difference: "invalid",
      },
    };
  }
  return { next };
}

function inCall(now: Operation, frame: JsonObject, type: (typeof places)[number]): Operation {
  const next = { ...now, call: type };
  if (type === "text_delta")
    return { ...next, text: now.text + textOf(frame, "delta"), deltas: now.deltas + 1 };
  return type === "tool_call" ? { ...next, calls: [...now.calls, textOf(frame, "id")] } : next;
}

/** The texts of a message, joined as the deltas of one text are. */
function messageText(frame: JsonObject): string {
  const { content } = frame;
  if (!Array.isArray(content)) return "";
  return content
    .filter((block) => isObject(block) && block.type === "text")
    .map((block) => textOf(block as JsonObject, "text"))
    .join("");
}

function toolEvent(now: Operation, frame: JsonObject, type: "tool_progress" | "tool_result"): Followed {
  const id = textOf(frame, "id");
  const open = now.calls.includes(id);
  const next =
    type === "tool_result"
      ? { ...now, calls: now.calls.filter((each) => each !== id), results: [...now.results, id] }
      : now;
  if (open) return { next: { ...next } };
  const again = now.results.includes(id) && type === "tool_result";
  return {
    next,
    broken: {
      ...fault(
        again ? "rpc.event.tool-result" : "rpc.order.tool-results",
        again
          ? `one tool_result for ${id}`
          : `a tool_call with the id ${show(id)} before its ${type}, and its tool_result last`,
        frame,
        "Emit tool_call, then its progress, then one tool_result.",
      ),
      ...(again ? { difference: "duplicate" as const } : {}),
    },
  };
}
