/** How long the deadlines of a host are in a run. */
import { deadlines as specified } from "@extproto/schemas";
import { plainSteps } from "../../case/evidence.js";
import type { Case, Duration } from "../../case/format.js";
import type { Profile } from "./profile.js";

/** All deadlines of a run, and those of them that the host has to be told. */
export interface RunDeadlines {
  readonly all: Readonly<Record<string, number>>;
  readonly set: Readonly<Record<string, number>>;
}

/**
 * How long each deadline is in a run: as the case wants it where the host can be told, else the default.
 *
 * Without `shorten` the defaults stay, save for a deadline that the case wants longer and does not measure: that
 * one has to be out of the way, since on a busy machine the kit itself may be too slow for the default.
 */
export function deadlinesOf(
  theCase: Pick<Case, "deadlines" | "steps">,
  profile: Pick<Profile, "deadlines">,
  { shorten }: { readonly shorten: boolean },
): RunDeadlines {
  const all: Record<string, number> = {};
  const set: Record<string, number> = {};
  const measured = measuredDeadlines(theCase);
  for (const [name, { ms }] of Object.entries(specified)) {
    const own = profile.deadlines?.[name];
    const usual = own?.default ?? ms;
    all[name] = usual;
    const wanted = theCase.deadlines[name];
    if (wanted === undefined || (own?.args === undefined && own?.env === undefined)) continue;
    if (!shorten && (wanted <= usual || measured.has(name))) continue;
    all[name] = wanted;
    set[name] = wanted;
  }
  return { all, set };
}

/** The deadlines that steps of the case name: they wait for them, or judge something by them. */
function measuredDeadlines(theCase: Pick<Case, "steps">): ReadonlySet<string> {
  const durations = plainSteps(theCase).flatMap((step): readonly (Duration | undefined)[] => {
    if (step.kind === "wait") return [step.duration];
    if (step.kind === "await") return [step.within, step.notBefore?.atLeast];
    return step.kind === "file" ? [step.within] : [];
  });
  return new Set(durations.flatMap((duration) => (typeof duration === "object" ? [duration.$deadline] : [])));
}
