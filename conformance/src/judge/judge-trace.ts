/** A stored run -> its judgement, by the same reducer that drove it. */
import type { Case } from "../case/format.js";
import type { TraceHeader } from "../run/contract.js";
import type { JudgeConfig, Judgement, TraceEvent } from "./contract.js";
import { begin, step } from "./reducer.js";
import { judgementOf } from "./verdict.js";

/** A trace, read. */
export interface Trace {
  readonly header: TraceHeader;
  readonly events: readonly TraceEvent[];
}

/** What the reducer has to know, from the header of a trace. */
export function configOf({ target, run, patience, name: { transform } }: TraceHeader): JudgeConfig {
  const { awaits, bindings, args, deadlines, facts } = run;
  const rest = transform === undefined ? {} : { transform };
  return { target: target.kind, awaits, bindings, args, deadlines, patience, facts, ...rest };
}

/**
 * Judges a trace. It gives what the live run gave, byte for byte.
 *
 * @example
 * ```ts
 * const judgement = judgeTrace(theCase, readTrace("runs/hello-first/trace.ndjson"));
 * ```
 */
export function judgeTrace(theCase: Case, trace: Trace): Judgement {
  let { state } = begin(theCase, configOf(trace.header));
  for (const event of trace.events) ({ state } = step(state, event));
  return judgementOf(state);
}
