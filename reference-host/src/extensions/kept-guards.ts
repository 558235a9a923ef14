/**
 * Strict guards that a reload could not bring back.
 *
 * Such a guard goes on refusing: the user lifts it by disabling, removing or mending it, not by reloading
 * while it is broken.
 */
import type { Extension } from "./contract.js";
import type { Found } from "./discovery.js";

/** What a reload found. */
export interface ReloadFacts {
  readonly before: readonly Extension[];
  readonly found: readonly Found[];
  /** Names of the extensions that could not be started. */
  readonly failed: ReadonlySet<string>;
}

/** The guards of before that still stand in the way, dead as they are. */
export function keptGuards(facts: ReloadFacts): readonly Extension[] {
  return facts.before.filter(({ candidate, subscriptions }) => {
    if (subscriptions.failClosed.size === 0) return false;
    const broken = facts.found.some((found) => found.kind === "broken" && found.dir === candidate.dir);
    return broken || facts.failed.has(candidate.name);
  });
}
