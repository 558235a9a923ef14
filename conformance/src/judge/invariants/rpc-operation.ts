/** What is known of the operation that an RPC server runs. */
import type { JsonObject } from "../../case/json.js";
import type { Broken } from "../contract.js";
import { show } from "../match.js";

/** The operation that runs, or `idle`. */
export interface Operation {
  readonly kind: "idle" | "prompt" | "compact";
  /** Prompts that an extension's command has submitted and that have not begun. */
  readonly submitted: number;
  /** Prompts of the client that have not been answered. */
  readonly asked: number;
  /** Compacts that the client asked for by the slash command: they have no started response. */
  readonly commanded: number;
  /** Operations whose started response came while another one was running. */
  readonly ahead: readonly ("prompt" | "compact")[];
  /** The events of this prompt came before its started response, which has been reported. */
  readonly unannounced: boolean;
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

/** Before the first operation. */
export const idle: Operation = {
  kind: "idle",
  submitted: 0,
  asked: 0,
  commanded: 0,
  ahead: [],
  unannounced: false,
  userMessages: 0,
  step: 0,
  call: "closed",
  text: "",
  deltas: 0,
  calls: [],
  results: [],
};

/** What an event leads to. */
export interface Followed {
  readonly next: Operation;
  readonly broken?: Broken;
}

/** An event that is out of place. */
export function fault(requirement: string, expected: string, frame: JsonObject, hint: string): Broken {
  return { requirement, expected, actual: show(frame), hint, difference: "order" };
}
