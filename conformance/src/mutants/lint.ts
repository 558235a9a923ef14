/** What is wrong with the tables of mutants as a whole, beside cases and requirements. */
import type { Case, TargetKind } from "../case/format.js";
import type { RegisteredRequirement } from "../case/register.js";
import { invariantsFor } from "../judge/invariants/registry.js";
import { misplaced } from "./host-mutant.js";
import type { Mutant } from "./table.js";

/** What the tables are held against. */
export interface MutantSurroundings {
  readonly mutants: readonly Mutant[];
  readonly cases: readonly Case[];
  readonly requirements: ReadonlyMap<string, RegisteredRequirement>;
}

/** Whom a requirement binds that mutants of a kind break. */
const bound: Readonly<Record<TargetKind, readonly string[]>> = {
  host: ["host", "rpc-server"],
  extension: ["extension"],
  client: ["rpc-client"],
};

/**
 * Everything that is wrong with the mutants of one kind. A mutant has a name of its own, breaks a testable
 * requirement, and names a case that cites it; every testable MUST is broken by one, and every case is named by one,
 * since a case that no mutant needs shows nothing.
 */
export function lintMutants(kind: TargetKind, surroundings: MutantSurroundings): readonly string[] {
  const mutants = surroundings.mutants.filter((mutant) => mutant.kind === kind);
  const cases = new Map(surroundings.cases.filter((one) => one.for === kind).map((one) => [one.id, one]));
  return [
    ...mutants.flatMap((mutant, index) => {
      const own = mutantFaults(mutant, cases, surroundings);
      const repeated = mutants.findIndex(({ name }) => name === mutant.name) !== index;
      return [...own, ...(repeated ? ["its name is taken"] : [])].map(
        (fault) => `${mutant.table}: ${mutant.name}: ${fault}`,
      );
    }),
    ...unbroken(kind, mutants, surroundings.requirements),
    ...[...cases.keys()]
      .filter((id) => !mutants.some((mutant) => mutant.case === id))
      .map((id) => `no mutant needs the case ${id}`),
  ];
}

function mutantFaults(
  mutant: Mutant,
  cases: ReadonlyMap<string, Case>,
  { requirements }: MutantSurroundings,
): readonly string[] {
  const { breaks, case: id } = mutant;
  const requirement = requirements.get(breaks);
  const theCase = id === undefined ? undefined : cases.get(id);
  const wrongPlace = mutant.kind === "host" ? misplaced(mutant) : undefined;
  return [
    ...(requirement === undefined ? [`there is no requirement ${breaks}`] : []),
    ...(requirement !== undefined && requirement.status.kind !== "testable"
      ? [`${breaks} is not testable`]
      : []),
    ...(theCase === undefined ? [`there is no case ${id ?? "that it names"}`] : []),
    ...(theCase !== undefined && !shows(theCase, breaks) ? [`${id} does not prove ${breaks}`] : []),
    ...(wrongPlace === undefined ? [] : [wrongPlace]),
  ];
}

/** A case shows what it proves, and what is watched in every case. */
function shows({ for: kind, proves }: Case, requirement: string): boolean {
  return (
    proves.includes(requirement) ||
    invariantsFor(kind).some(({ requirements }) => requirements.includes(requirement))
  );
}

function unbroken(
  kind: TargetKind,
  mutants: readonly Mutant[],
  requirements: MutantSurroundings["requirements"],
): readonly string[] {
  const broken = new Set(mutants.map(({ breaks }) => breaks));
  return [...requirements.values()]
    .filter(({ level, status }) => level === "MUST" && status.kind === "testable")
    .filter(({ id, binds }) => binds.some((side) => bound[kind].includes(side)) && !broken.has(id))
    .map(({ id }) => `no mutant breaks ${id}`);
}
