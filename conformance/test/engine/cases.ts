/** Cases and events for tests of the engine. */
import type { Case } from "../../src/case/format.js";
import { readCase } from "../../src/case/load.js";
import { problemText } from "../../src/case/problem.js";
import type { JudgeConfig, Judgement, Send, TraceEvent } from "../../src/judge/contract.js";
import { begin, step } from "../../src/judge/reducer.js";
import { judgementOf } from "../../src/judge/verdict.js";
import { withFrame } from "../../src/run/received.js";

/** Reads a case that has to be right. */
export function caseOf(text: string, id = "test"): Case {
  const { case: theCase, problems } = readCase({ id, file: `${id}.yaml`, text });
  if (theCase === undefined) throw new Error(problems.map(problemText).join("\n"));
  return theCase;
}

/** The head of a case about an extension. */
export const extensionHead = "title: t\nproves: [ext.tool.one-result]\nfor: extension\n";

/** The head of a case about a host with two probes. */
export const hostHead =
  "title: t\nproves: [ext.intercept.load-order]\nfor: host\nextensions: { first: {}, second: {} }\n";

/** What the reducer is told beside the case. */
export function configOf(theCase: Case, changes: Partial<JudgeConfig> = {}): JudgeConfig {
  return {
    target: theCase.for,
    awaits: [],
    bindings: {},
    args: {},
    deadlines: { intercept: { ms: 500 }, tool: { ms: 1000 } },
    patience: 1000,
    facts: {},
    ...changes,
  };
}

/** Events in the order of arrival; `t` goes up by one where it is not given. */
export type EventInput = {
  readonly kind: TraceEvent["kind"];
  readonly actor?: string;
  readonly t?: number;
} & Record<string, unknown>;

/** A frame that an actor receives. */
export function got(actor: string, frame: object, t?: number): EventInput {
  const line = JSON.stringify(frame);
  return { kind: "received", actor, line, bytes: line.length, ...(t === undefined ? {} : { t }) };
}

/** A frame that an actor wrote. */
export function wrote(actor: string, frame: object, t?: number): EventInput {
  return { kind: "sent", actor, line: JSON.stringify(frame), ...(t === undefined ? {} : { t }) };
}

/** What came of folding events over a case. Sends are done at once. */
export interface Folded {
  readonly judgement: Judgement;
  readonly sends: readonly Send[];
  readonly events: readonly TraceEvent[];
}

/** Plays events through the reducer; wakes it as it asks to be woken. Ends the run at the end. */
export function play(
  theCase: Case,
  inputs: readonly EventInput[],
  changes: Partial<JudgeConfig> = {},
  refuse?: string,
): Folded {
  const sends: Send[] = [];
  const events: TraceEvent[] = [];
  let { state, wake } = begin(theCase, configOf(theCase, changes));
  let now = 0;
  const take = (input: EventInput): void => {
    const t = input.t ?? now + 1;
    while (wake !== undefined && wake < t) {
      const due = wake;
      deliver({ t: due, actor: "run", kind: "tick" });
      if (wake === due) break;
    }
    deliver({ actor: "run", ...input, t } as unknown as TraceEvent);
  };
  const deliver = (raw: TraceEvent): void => {
    const event = raw.kind === "received" ? withFrame(raw) : raw;
    now = Math.max(now, event.t);
    events.push(event);
    const result = step(state, event);
    ({ state, wake } = result);
    for (const send of result.sends) {
      sends.push(send);
      if (send.act === "send")
        deliver({
          t: now,
          actor: send.actor,
          kind: "sent",
          send: send.send,
          line: JSON.stringify(send.value),
        });
      deliver({
        t: now,
        actor: send.actor,
        kind: "performed",
        send: send.send,
        act: send.act,
        ...(refuse === undefined ? {} : { refused: refuse }),
      });
    }
  };
  deliver({ t: 0, actor: "run", kind: "tick" });
  for (const input of inputs) take(input);
  while (wake !== undefined && state.phase === "steps") deliver({ t: wake, actor: "run", kind: "tick" });
  deliver({ t: now, actor: "run", kind: "end" });
  return { judgement: judgementOf(state), sends, events };
}
