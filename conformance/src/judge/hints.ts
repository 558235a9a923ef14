/** What the author of a target should change, from how a step failed. */
import type { Channel, Json, TargetKind } from "../case/format.js";
import { isObject } from "../case/json.js";
import type { Mismatch } from "./match.js";
import type { Life } from "./state.js";

/** What is known of a failed wait. */
interface Failure {
  /** What is checked: its author reads the hint. */
  readonly target: TargetKind;
  /** Who was to see it. */
  readonly actor: string;
  readonly pattern: Json;
  readonly nearest: readonly Mismatch[] | undefined;
  readonly life: Life | undefined;
  readonly channel: Channel;
}

/** What to change where a frame is missing, by what is checked and by the type of the frame. */
const missing: Readonly<Record<TargetKind, Readonly<Record<string, string>>>> = {
  extension: {
    hello: "Write a hello frame with name and version as the first line on standard output, and flush it.",
    ready: "Send ready after the last initial register_command, register_tool or subscribe.",
    tool_result:
      "Answer every tool_call with one tool_result that carries the id of the call, also when the tool fails, and do not wait for a later frame before you write it.",
    command_response: "Answer every command_invoked with one command_response that carries its id.",
    event_intercept_response:
      "Answer every event_intercept with one event_intercept_response that carries its id, before the intercept deadline.",
    shutdown_ack: "Answer shutdown with shutdown_ack, then exit.",
  },
  host: {
    hello_ack: "Start the extension and answer its hello with hello_ack, without waiting for anything else.",
    tool_result:
      "Give every tool_call event its tool_result, at once also when the call is refused or aborted, or its extension is late, gone or answers with what is no result.",
    response: "Answer every command with one response that repeats its type as command, and its id.",
    done: "End every operation with exactly one done.",
  },
  client: {
    hello: "Send hello as the first line, with the token where one was set.",
  },
};

function ended({ stderr }: Life): string {
  return stderr.length === 0
    ? "The process ended while it was still needed, and wrote nothing to its standard error; find out why it ended."
    : "The process ended while it was still needed; look at its standard error.";
}

/**
 * For a target that has ended although the case has done nothing to it: why it ended is all that its author needs to
 * know, whatever was waited for. Undefined for one that runs, and for what the target itself has started.
 */
export function hintForEnded({
  target,
  actor,
  life,
}: Pick<Failure, "target" | "actor" | "life">): string | undefined {
  if (life?.exit === undefined || isProbe(target, actor)) return undefined;
  const surroundings =
    " The kit runs it in a copy of its folder with an empty home: files outside the folder are not there.";
  return `${ended(life)}${target === "extension" ? surroundings : ""}`;
}

/** What a probe sees of its own process is what the host does to it. */
function isProbe(target: TargetKind, actor: string): boolean {
  return target === "host" && actor !== "client" && actor !== "user" && actor !== "model";
}

/** The most likely change that makes the step pass. */
export function hintFor({ target, actor, pattern, nearest, life, channel }: Failure): string {
  if (life?.exit !== undefined && (channel === "frame" || channel === "line")) return ended(life);
  const type = isObject(pattern) && typeof pattern.type === "string" ? pattern.type : undefined;
  const [place] = nearest ?? [];
  if (place !== undefined) {
    if (place.path === "/id") return "Copy the id of the request into the answer, unchanged.";
    return `Change ${place.path} in ${type ?? "the frame"}: it has to be ${place.expected}.`;
  }
  const probe = isProbe(target, actor);
  if (probe && channel === "exit")
    return "End the process of the extension at this point: by SIGTERM, and by SIGKILL where it stays.";
  if (probe && channel === "signal")
    return `Send ${typeof pattern === "string" ? pattern : "the signal"} to the process of the extension at this point.`;
  if (probe && channel === "end") return "Close the standard input of the extension at this point.";
  if (channel === "exit") return "End the process when it is told to, and do not wait for anything else.";
  if (channel === "screen") return "Show this to the user.";
  if (type !== undefined) return missing[target][type] ?? `Send ${type} at this point.`;
  return "Find out what keeps the target from doing this.";
}
