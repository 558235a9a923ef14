/** What the model server answers: a turn of the script with everything that it leaves open filled in. */
import type { JsonObject, ModelCall, ModelTurn } from "../../case/format.js";
import { isObject } from "../../case/json.js";

/** A turn, ready to be put into a wire format. */
export interface PlannedAnswer {
  /** Text blocks, each in its pieces. */
  readonly blocks: readonly (readonly string[])[];
  readonly calls: readonly PlannedCall[];
  readonly usage: Tokens;
  readonly stop: "end" | "tools" | "length";
  readonly failure: PlannedFailure | undefined;
  /** Where the answer is held back. */
  readonly stall: ModelTurn["stall"];
  /** Milliseconds between pieces. */
  readonly pace: number;
}

/** Tokens that the server reports. */
export interface Tokens {
  readonly input: number;
  readonly output: number;
  readonly cache_read: number;
  readonly cache_write: number;
}

/** How an answer fails: with a status, with an error in the stream, or by a broken connection. */
export type PlannedFailure =
  | { readonly kind: "status"; readonly status: number; readonly message: string }
  | { readonly kind: "stream"; readonly message: string }
  | { readonly kind: "cut" };

/** A call with its id and its arguments as the text that is streamed. */
export interface PlannedCall {
  readonly id: string;
  readonly name: string;
  /** Undefined: no arguments are streamed. */
  readonly text: string | undefined;
}

const scriptedMessage = "scripted failure";

/** Fills in what a turn leaves open. `callsBefore` numbers the calls that have no id. */
export function planAnswer(turn: ModelTurn, callsBefore: number): PlannedAnswer {
  const said = turn.say === undefined ? [] : typeof turn.say === "string" ? [turn.say] : turn.say;
  const wanted: readonly ModelCall[] = [
    ...(turn.call === undefined ? [] : [turn.call]),
    ...(turn.calls ?? []),
  ];
  const calls = wanted.map((call, index) => ({
    id: call.id ?? `call_${callsBefore + index + 1}`,
    name: call.tool,
    text: call.raw_args ?? (call.args === undefined ? undefined : JSON.stringify(call.args)),
  }));
  return {
    blocks: [...(said.length === 0 ? [] : [said]), ...(turn.blocks ?? []).map((text) => [text])],
    calls,
    usage: tokensOf(turn.usage ?? {}),
    stop: turn.stop === "length" ? "length" : calls.length > 0 ? "tools" : "end",
    failure: turn.error === undefined ? undefined : failureOf(turn.error),
    stall: turn.stall,
    pace: turn.pace ?? 0,
  };
}

function tokensOf(usage: JsonObject): Tokens {
  const count = (name: string, otherwise: number) => {
    const value = usage[name];
    return typeof value === "number" ? value : otherwise;
  };
  return {
    input: count("input", 10),
    output: count("output", 5),
    cache_read: count("cache_read", 0),
    cache_write: count("cache_write", 0),
  };
}

/** `400`, `{ status: 400, message }`, `{ stream: message }` or `{ cut: true }`. */
function failureOf(error: JsonObject | number): PlannedFailure {
  if (!isObject(error)) return { kind: "status", status: error, message: scriptedMessage };
  if (error.cut === true) return { kind: "cut" };
  if (typeof error.stream === "string") return { kind: "stream", message: error.stream };
  const status = typeof error.status === "number" ? error.status : 400;
  const message = typeof error.message === "string" ? error.message : scriptedMessage;
  return { kind: "status", status, message };
}
