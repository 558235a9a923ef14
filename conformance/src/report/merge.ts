/** Joins the reports of the parts of a check. */
import { UsageError } from "../cli/usage-error.js";
import type { BaselineProblem, Report, RequirementRow } from "./model.js";
import { countVerdicts, outcomeOf, sumAssertions } from "./verdict.js";

/**
 * One report of many. The parts have to be of the same target, kit and division; a part that is missing makes the
 * whole incomplete, a part that is there twice is refused.
 */
export function mergeReports(parts: readonly Report[]): Report {
  const [first, ...others] = parts;
  if (first === undefined) throw new UsageError("there is no report to merge");
  for (const other of others) {
    for (const [what, one, another] of [
      ["targets", nameOf(first), nameOf(other)],
      ["versions of the kit", first.kit.version, other.kit.version],
      ["specifications", specOf(first), specOf(other)],
      ["selections", selectionOf(first), selectionOf(other)],
      ["divisions", `${first.shards?.of ?? 1}`, `${other.shards?.of ?? 1}`],
    ] as const)
      if (one !== another)
        throw new UsageError(`the reports are of different ${what}: ${one} and ${another}`);
  }
  const runs = parts.flatMap((part) => part.runs);
  const ids = new Set<string>();
  for (const { id } of runs) {
    if (ids.has(id)) throw new UsageError(`two of the reports hold the run ${id}: is a shard there twice?`);
    ids.add(id);
  }
  const shards = shardsOf(parts);
  const problems = mergedProblems(parts);
  const missing = Array.from({ length: shards?.of ?? 1 }, (_, index) => index + 1).filter(
    (index) => shards !== undefined && !shards.included.includes(index),
  );
  return {
    ...first,
    command: parts.map((part) => part.command).join("\n"),
    started: parts.map((part) => part.started).sort()[0] ?? first.started,
    milliseconds: parts.reduce((sum, part) => sum + part.milliseconds, 0),
    ...outcomeOf({
      runs,
      baselineProblems: problems,
      missingShards: missing,
      interrupted: parts.some((part) => part.why.includes("the check was interrupted")),
    }),
    counts: countVerdicts(runs),
    assertions: sumAssertions(runs),
    ...(shards === undefined ? {} : { shards }),
    ...(first.baseline === undefined ? {} : { baseline: { ...first.baseline, problems } }),
    runs,
    requirements: mergedRows(parts),
  };
}

function nameOf({ target }: Report): string {
  return [target.kind, target.name, target.version].filter(Boolean).join(" ");
}

function specOf({ kit }: Report): string {
  return `${kit.spec}${kit.frozen ? ", frozen" : ""}`;
}

function selectionOf({ selection }: Report): string {
  return `${selection.cases} of ${selection.of} cases`;
}

function shardsOf(parts: readonly Report[]): Report["shards"] {
  const [first] = parts;
  if (first?.shards === undefined) return undefined;
  const included = parts.flatMap((part) => part.shards?.included ?? []);
  return { of: first.shards.of, included: [...new Set(included)].sort((one, other) => one - other) };
}

/** Every part reads the whole baseline, so what is wrong with the file is said by all of them. */
function mergedProblems(parts: readonly Report[]): BaselineProblem[] {
  const found = new Map<string, BaselineProblem>();
  for (const problem of parts.flatMap((part) => part.baseline?.problems ?? []))
    found.set(JSON.stringify(problem), problem);
  return [...found.values()];
}

const weight: readonly RequirementRow["outcome"][] = [
  "broken",
  "kept",
  "not-shown",
  "not-applicable",
  "no-case",
];

function mergedRows(parts: readonly Report[]): RequirementRow[] {
  const rows = new Map<string, RequirementRow>();
  for (const row of parts.flatMap((part) => part.requirements)) {
    const held = rows.get(row.id);
    if (held === undefined) {
      rows.set(row.id, row);
      continue;
    }
    const worse = weight.indexOf(row.outcome) < weight.indexOf(held.outcome) ? row.outcome : held.outcome;
    rows.set(row.id, {
      ...held,
      outcome: worse,
      cases: [...new Set([...held.cases, ...row.cases])].sort(),
      invariants: [...new Set([...held.invariants, ...row.invariants])].sort(),
    });
  }
  return [...rows.values()];
}
