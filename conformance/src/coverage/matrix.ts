/** Which requirement is proved by what: computed from the cases, the invariants and the mutants. */
import type { Case } from "../case/format.js";
import type { RegisteredRequirement } from "../case/register.js";
import type { Invariant } from "../judge/contract.js";

/** A requirement and what proves it. */
export interface CoverageRow {
  readonly requirement: RegisteredRequirement;
  /** Ids of the cases that prove it. */
  readonly cases: readonly string[];
  /** Names of the rules that are watched in every run and prove it. */
  readonly invariants: readonly string[];
  /** Names of the broken hosts and extensions that break it. */
  readonly mutants: readonly string[];
  /** Why nothing proves it, where that is said in the register. */
  readonly reason?: string;
}

/** What proves requirements. */
export interface Proofs {
  readonly cases: readonly Pick<Case, "id" | "proves" | "steps">[];
  readonly invariants: readonly Pick<Invariant, "name" | "requirements">[];
  readonly mutants: readonly { readonly name: string; readonly breaks: string }[];
}

/** The matrix, in the order of the register. */
export function coverageMatrix(
  requirements: Iterable<RegisteredRequirement>,
  { cases, invariants, mutants }: Proofs,
): readonly CoverageRow[] {
  const proving = byRequirement(cases, (one) => one.id, provedBy);
  const watching = byRequirement(
    invariants,
    (one) => one.name,
    (one) => one.requirements,
  );
  const breaking = byRequirement(
    mutants,
    (one) => one.name,
    (one) => [one.breaks],
  );
  return [...requirements].map((requirement) => {
    const reason = reasonOf(requirement);
    return {
      requirement,
      cases: proving.get(requirement.id) ?? [],
      invariants: watching.get(requirement.id) ?? [],
      mutants: breaking.get(requirement.id) ?? [],
      ...(reason === undefined ? {} : { reason }),
    };
  });
}

/** What is missing: testable requirements that nothing proves, and testable MUSTs without a mutant. */
export interface Gaps {
  readonly unproved: readonly string[];
  readonly withoutMutant: readonly string[];
}

/** Ids that cases, invariants and mutants name and that no document of the specification has. */
export function unknownIds(requirements: ReadonlyMap<string, unknown>, proofs: Proofs): readonly string[] {
  const named = [
    ...proofs.cases.flatMap((one) => provedBy(one).map((id) => ({ id, by: `case ${one.id}` }))),
    ...proofs.invariants.flatMap((one) =>
      one.requirements.map((id) => ({ id, by: `invariant ${one.name}` })),
    ),
    ...proofs.mutants.map((one) => ({ id: one.breaks, by: `mutant ${one.name}` })),
  ];
  return named.filter(({ id }) => !requirements.has(id)).map(({ id, by }) => `${id}, named by ${by}`);
}

/** Finds the gaps. What only the RPC client is bound by has no target in the kit. */
export function gapsIn(rows: readonly CoverageRow[]): Gaps {
  const testable = rows.filter(
    (row) => row.requirement.status.kind === "testable" && row.reason === undefined,
  );
  const ids = (some: readonly CoverageRow[]) => some.map((row) => row.requirement.id);
  return {
    unproved: ids(testable.filter((row) => row.cases.length + row.invariants.length === 0)),
    withoutMutant: ids(
      testable.filter((row) => row.requirement.level === "MUST" && row.mutants.length === 0),
    ),
  };
}

/** All requirements that a case proves, also those that only one of its steps names. */
function provedBy({ proves, steps }: Pick<Case, "proves" | "steps">): readonly string[] {
  const ofSteps = steps.flatMap((step) =>
    step.kind === "any order"
      ? step.branches.flat().flatMap((inner) => inner.proves ?? [])
      : (step.proves ?? []),
  );
  return [...new Set([...proves, ...ofSteps])];
}

function byRequirement<T>(
  items: readonly T[],
  nameOf: (item: T) => string,
  idsOf: (item: T) => readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>();
  for (const item of items) {
    for (const id of idsOf(item)) found.set(id, (found.get(id) ?? new Set()).add(nameOf(item)));
  }
  return new Map([...found].map(([id, names]) => [id, [...names].sort()]));
}

function reasonOf({ status }: RegisteredRequirement): string | undefined {
  if (status.kind === "unobservable") return `unobservable: ${status.reason}`;
  return status.kind === "planned" ? `planned: ${status.profile}` : undefined;
}
