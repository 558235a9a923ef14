/** The line that each asking of an interceptor leaves in its log. */
import type { InterceptOutcome } from "./contract.js";
import type { ExtensionLog } from "./log-file.js";

/** Notes an outcome. A guard allows most of what it is asked about, so that line must cost next to nothing. */
export function logOutcome(log: ExtensionLog, outcome: InterceptOutcome): void {
  const about = outcome.toolId ?? outcome.step;
  const parts = [outcome.event, ...(about === undefined ? [] : [about]), outcome.outcome];
  const line = `${parts.join(" ")}${outcome.reason === undefined ? "" : `: ${outcome.reason}`}`;
  if (outcome.outcome === "allowed") log.noteSoon(line);
  else log.note(line);
}
