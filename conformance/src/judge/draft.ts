/**
 * A state in the making.
 *
 * The reducer copies the state once for each event and changes the copy: its fields are replaced, never what they
 * hold, so the state that came in stays as it was.
 */
import type { Finding, Send } from "./contract.js";
import type { State } from "./state.js";

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** The new state, and what the event leads to. */
export interface Draft extends Writable<State> {
  readonly out: {
    readonly sends: Send[];
    readonly findings: Finding[];
    wake: number | undefined;
    finished: boolean;
  };
}

/** Begins a new state. */
export function draftOf(state: State): Draft {
  return { ...state, out: { sends: [], findings: [], wake: undefined, finished: false } };
}

/** The state that a draft has become. */
export function stateOf(draft: Draft): State {
  const { out: _, ...state } = draft;
  return state;
}

/** Notes a finding. */
export function find(draft: Draft, finding: Finding): void {
  draft.findings = [...draft.findings, finding];
  draft.out.findings.push(finding);
}

/** Asks for a wake-up, unless an earlier one is wanted. */
export function wakeAt(draft: Draft, t: number): void {
  if (draft.out.wake === undefined || t < draft.out.wake) draft.out.wake = t;
}

/** Ends the program: what has not been reached stays so, and the actors are stopped. */
export function finish(draft: Draft): void {
  if (draft.phase === "epilogue" || draft.phase === "over") return;
  draft.phase = "epilogue";
  draft.out.finished = true;
}

/** Has an actor do something; gives the number of the send. */
export function order(draft: Draft, send: Omit<Send, "send">): number {
  const number = draft.sends;
  draft.sends = number + 1;
  draft.out.sends.push({ send: number, ...send });
  return number;
}
