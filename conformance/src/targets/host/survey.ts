/** Finds out whether a host starts at all, and what it has of that which cases use to look at something else. */
import { endOf } from "../../actors/rpc-client/client-actor.js";
import type { Case } from "../../case/format.js";
import type { RunResult, Target } from "../../run/contract.js";
import { runAll } from "../../run/run-all.js";
import { temporaryFolder } from "../../run/temporary-folder.js";
import { readTrace } from "../../run/trace-file.js";
import { startCase, surveyCase } from "./survey-cases.js";

/** Why the host ends before it says a word; undefined where it does not. */
export function whyDead(
  target: Target,
  { overRpc, signal }: { readonly overRpc: boolean; readonly signal: AbortSignal },
): Promise<string | undefined> {
  return oneRun(target, startCase(overRpc), signal, deathIn);
}

/** Whether an observation cannot be made with this host, not even in the plainest way. */
export function isUnmet(target: Target, name: string, signal: AbortSignal): Promise<boolean> {
  return oneRun(target, surveyCase(name), signal, failedIn);
}

async function oneRun<T>(
  target: Target,
  theCase: Case,
  signal: AbortSignal,
  read: (result: RunResult) => T,
): Promise<T> {
  const out = temporaryFolder("xp-survey-");
  try {
    const [result] = await runAll({ target, cases: [theCase], options: { out: out.path, signal } });
    if (result === undefined) throw new Error(`${theCase.id} was not planned`);
    return read(result);
  } finally {
    out.remove();
  }
}

/** Whether a run came to a step that failed. One that was not made, or was given up, says nothing about the host. */
function failedIn({ judgement: { verdict, assertions } }: RunResult): boolean {
  if (verdict !== "fail" && verdict !== "warn") return false;
  return assertions.some(({ kind, status }) => kind !== "invariant" && status === "failed");
}

/** How the host ended, where it ended by itself and had not said a word. */
function deathIn({ trace, judgement }: RunResult): string | undefined {
  if (trace === undefined || judgement.verdict === "could-not-run") return undefined;
  const { header, events } = readTrace(trace);
  const complaints = events.flatMap((event) => (event.kind === "stderr" ? [event.line] : []));
  // A user sees complaints too; they are no sign of life.
  const alive = events.some(
    (event) => event.kind === "received" || (event.kind === "screen" && !complaints.includes(event.text)),
  );
  if (alive) return undefined;
  const exit = events.find((event) => event.kind === "exit");
  // One that is silent and stays is ended by the kit, after all its patience.
  if (exit?.kind !== "exit" || exit.t >= header.patience) return undefined;
  const lastWords = complaints.findLast((line) => line.trim() !== "") ?? "";
  return `${endOf(exit.code, exit.signal, lastWords)}; it had not answered anything: look at command, args and rpc.args of the profile`;
}
