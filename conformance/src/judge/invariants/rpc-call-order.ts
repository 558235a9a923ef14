/** The events of one prompt: its message, its model calls, its tools. */
import { isObject, type JsonObject } from "../../case/json.js";
import { show } from "../match.js";
import { type Followed, fault, type Operation } from "./rpc-operation.js";
import { textOf } from "./watch.js";

const places = ["turn_start", "assistant_start", "text_delta", "assistant_message", "tool_call"] as const;

/** Follows an event of a prompt that runs. */
export function followCall(now: Operation, frame: JsonObject, type: string): Followed {
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
  // An event outside a call does not open one: the turn_end of that call is not missing.
  const next = { ...now, call: now.call === "closed" ? now.call : type };
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
