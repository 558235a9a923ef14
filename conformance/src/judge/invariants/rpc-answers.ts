/** An RPC server answers each command once, under its id. */
import { limits } from "@extproto/schemas";
import type { JsonObject } from "../../case/json.js";
import { isObject } from "../../case/json.js";
import type { Invariant, TraceEvent } from "../contract.js";
import { show } from "../match.js";
import { define, judged, textOf, unconcerned } from "./watch.js";

interface Command {
  readonly type: string;
  readonly id: string | undefined;
}

interface Dialogue {
  readonly open: readonly Command[];
  readonly closed: readonly Command[];
  /** Lines that were no commands: each may be answered by a failed response without a command. */
  readonly malformed: number;
  /** Bytes of raw writes after the last LF. */
  readonly rest: string;
}

const silence: Dialogue = { open: [], closed: [], malformed: 0, rest: "" };
const withIds = new Set([
  "tool_call",
  "tool_result",
  "tool_progress",
  "tool_use_start",
  "tool_use_args",
  "tool_use_end",
]);

/** The invariants about responses. */
export const rpcAnswers: readonly Invariant[] = [
  define<Dialogue>({
    name: "one-response-each",
    target: "host",
    requirements: ["rpc.framing.one-response", "rpc.framing.id-echo"],
    doc: "Every response belongs to an open command, by type and id; no event has the id of a command.",
    start: () => silence,
    step(now, event) {
      if (event.actor !== "client") return unconcerned(now);
      if (event.kind === "started") return unconcerned(silence);
      if (event.kind === "sent" || event.kind === "raw") return unconcerned(wrote(now, event));
      if (event.kind !== "received" || event.frame === undefined) return unconcerned(now);
      return event.frame.type === "response" ? response(now, event.frame) : other(now, event.frame);
    },
  }),
];

function wrote(now: Dialogue, event: TraceEvent & { kind: "sent" | "raw" }): Dialogue {
  const text = event.kind === "sent" ? `${event.line}\n` : now.rest + event.text;
  const lines = text.split("\n");
  const rest = event.kind === "sent" ? now.rest : (lines.at(-1) ?? "");
  let { open, malformed } = now;
  for (const line of lines.slice(0, -1)) {
    if (line.trim() === "") continue;
    const command = commandIn(line);
    if (command === undefined) malformed++;
    else open = [...open, command];
  }
  return { ...now, open, malformed, rest };
}

function commandIn(line: string): Command | undefined {
  if (Buffer.byteLength(line) >= limits.rpc_client_line.bytes) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (!isObject(value) || typeof value.type !== "string") return undefined;
  const { type, id } = value;
  if (id !== undefined && id !== null && typeof id !== "string") return undefined;
  return { type, id: typeof id === "string" && id !== "" ? id : undefined };
}

function response(now: Dialogue, frame: JsonObject) {
  const id = typeof frame.id === "string" ? frame.id : undefined;
  const command = textOf(frame, "command");
  if (command === "" && id === undefined && now.malformed > 0)
    return judged({ ...now, malformed: now.malformed - 1 });
  const place = now.open.findIndex((each) => each.type === command && each.id === id);
  if (place >= 0) {
    const closed = [...now.closed, now.open[place] as Command];
    return judged({ ...now, closed, open: now.open.filter((_, index) => index !== place) });
  }
  const again = now.closed.some((each) => each.type === command && each.id === id);
  const sameType = now.open.find((each) => each.type === command);
  if (again || sameType === undefined) {
    return judged(now, {
      requirement: "rpc.framing.one-response",
      expected: "one response for each command",
      actual: again ? `a second one: ${show(frame)}` : `one that no command waits for: ${show(frame)}`,
      hint: "Answer each command once, with its type as command.",
      difference: again ? "duplicate" : "unasked",
    });
  }
  return judged(
    { ...now, open: now.open.filter((each) => each !== sameType) },
    {
      requirement: "rpc.framing.id-echo",
      expected: sameType.id === undefined ? "no id, as the command had none" : `the id ${show(sameType.id)}`,
      actual: show(frame),
      hint: "Repeat the id of the command in its response, and leave it out where there was none.",
      difference: "invalid",
    },
  );
}

function other(now: Dialogue, frame: JsonObject) {
  const { id } = frame;
  if (typeof id !== "string" || withIds.has(textOf(frame, "type"))) return unconcerned(now);
  if (![...now.open, ...now.closed].some((each) => each.id === id)) return judged(now);
  return judged(now, {
    requirement: "rpc.framing.id-echo",
    expected: "no id of a command in an event",
    actual: show(frame),
    hint: "Leave the id of the command out of events.",
    difference: "invalid",
  });
}
