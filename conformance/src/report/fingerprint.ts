/** What makes a failure the same failure in another run. */
import { createHash } from "node:crypto";
import type { Finding, TraceEvent } from "../judge/contract.js";

/**
 * The fingerprint of a failure: the requirement, the assertion, the kind of difference, and the kind of event at
 * which it shows. Times, ids and texts are left out: they differ from run to run.
 */
export function fingerprintOf(finding: Finding, event: TraceEvent | undefined): string {
  const parts = [finding.requirements[0], finding.assertion, finding.difference, kindOf(event)];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 12);
}

function kindOf(event: TraceEvent | undefined): string {
  if (event === undefined) return "nothing";
  if (event.kind !== "received") return event.kind;
  const type = event.frame?.type;
  return typeof type === "string" ? `received ${type}` : "received";
}
