/** What a released set of requirements promises to later ones. */
import type { Requirement } from "./requirement.js";

/** A requirement as `requirements.json` has it. */
export type ReleasedRequirement = Omit<Requirement, "line">;

/**
 * Lists how a later set breaks a released one: a requirement that is gone, binds others, or says something else.
 * A planned requirement may become testable; everything else stays as it was.
 */
export function brokenRelease(
  released: readonly ReleasedRequirement[],
  now: readonly ReleasedRequirement[],
): string[] {
  const current = new Map(now.map((requirement) => [requirement.id, requirement]));
  return released.flatMap((before) => {
    const after = current.get(before.id);
    if (after === undefined) return [`${before.id} is gone`];
    const faults: string[] = [];
    if (after.level !== before.level) faults.push(`${before.id}: level has changed to ${after.level}`);
    if (after.binds.join() !== before.binds.join()) faults.push(`${before.id}: binds others than before`);
    if (after.sentence !== before.sentence)
      faults.push(`${before.id}: says something else than when it was released`);
    const wakes = before.status.kind === "planned" && after.status.kind === "testable";
    if (!wakes && JSON.stringify(after.status) !== JSON.stringify(before.status)) {
      faults.push(`${before.id}: status has changed`);
    }
    return faults;
  });
}
