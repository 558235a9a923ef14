/** Which runs are told in full: a fault that shows in every run is told once. */
import { deadlines } from "@extproto/schemas";
import type { Report, ReportedFinding, ReportedRun } from "./model.js";

/** A run to be told, and the others that say nothing new. */
export interface Told {
  readonly run: ReportedRun;
  /** Ids of runs that show the same. */
  readonly same: readonly string[];
  /** Its findings, each kind once, without those that an earlier run has told. */
  readonly fresh: readonly ToldFinding[];
  /** Requirements, with their level, that it breaks as an earlier run has told. */
  readonly again: readonly string[];
}

/** A kind of finding, and how often it shows in the run. */
export interface ToldFinding {
  readonly finding: ReportedFinding;
  readonly times: number;
}

/**
 * The runs with findings that are not known, the failures last, so that they stand next to the summary. Among those of
 * a kind, {@link tellingOrder}.
 */
export function toldRuns(runs: readonly ReportedRun[]): readonly Told[] {
  const telling = tellingOrder(runs).filter((run) => run.findings.length > 0 && !run.known);
  // A failure tells more than a run that could not begin because of it.
  const ordered = [
    ...telling.filter((run) => run.verdict === "fail"),
    ...telling.filter((run) => run.verdict !== "fail"),
  ];
  const first = new Map<string, ReportedRun>();
  const same = new Map<ReportedRun, string[]>();
  for (const run of ordered) {
    const keys = run.findings.map((finding) => keyOf(finding, run));
    const earlier = keys.map((key) => first.get(key));
    const [known] = earlier;
    if (known !== undefined && earlier.every((one) => one !== undefined)) same.get(known)?.push(run.id);
    else same.set(run, []);
    for (const key of keys) if (!first.has(key)) first.set(key, run);
  }
  const told = new Set<string>();
  return [...same]
    .sort(([one], [other]) => weight(one) - weight(other))
    .map(([run, others]) => ({ run, same: others, ...newIn(run, told) }));
}

/**
 * First the runs whose case is about what they show to be broken, and of these the ones about what is broken most
 * often: a fault that shows everywhere is told by the case that was written for it. Otherwise as they came.
 */
export function tellingOrder(runs: readonly ReportedRun[]): readonly ReportedRun[] {
  const often = new Map(brokenRequirements(runs).map((broken) => [broken.id, broken.runs]));
  const weights = new Map(
    runs.map((run) => {
      const own = run.findings.flatMap(({ requirements: [id] }) =>
        id !== undefined && run.proves.includes(id) ? [often.get(id) ?? 0] : [],
      );
      return [run, Math.max(0, ...own)];
    }),
  );
  return [...runs].sort((one, other) => (weights.get(other) ?? 0) - (weights.get(one) ?? 0));
}

/** What a run shows that no run before it did; adds it to what is told. */
function newIn(run: ReportedRun, told: Set<string>): Pick<Told, "fresh" | "again"> {
  const kinds = new Map<string, ReportedFinding[]>();
  for (const finding of run.findings) {
    const key = keyOf(finding, run);
    kinds.set(key, [...(kinds.get(key) ?? []), finding]);
  }
  const fresh = [...kinds].filter(([key]) => !told.has(key));
  const again = [...kinds].filter(([key]) => told.has(key));
  for (const [key] of fresh) told.add(key);
  return {
    fresh: fresh.flatMap(([, [finding, ...others]]) =>
      finding === undefined ? [] : [{ finding, times: others.length + 1 }],
    ),
    again: [
      ...new Set(
        again.flatMap(([, [one]]) => (one === undefined ? [] : [`${one.level} ${one.requirements[0]}`])),
      ),
    ],
  };
}

function weight({ verdict }: ReportedRun): number {
  return verdict === "warn" ? 0 : 1;
}

/** The rules that are watched in every run say the same in each; a step belongs to its case. */
function keyOf({ requirements, assertion, difference }: ReportedFinding, run: ReportedRun): string {
  const place = assertion.startsWith("invariant") ? "" : `${run.case} ${run.instance ?? ""}`;
  return JSON.stringify([requirements[0], assertion, difference, place]);
}

/** Whether all cases of the kit for this kind of target were chosen, and all parts of the check are there. */
export function isWhole({ selection, shards }: Pick<Report, "selection" | "shards">): boolean {
  return (
    selection.of > 0 && selection.cases >= selection.of && (shards?.included.length ?? 1) >= (shards?.of ?? 1)
  );
}

/** What part of the cases was run, where it is not the whole. */
export function partText(report: Pick<Report, "selection" | "shards" | "runs">): string | undefined {
  const { selection, shards, runs } = report;
  if (isWhole(report)) return undefined;
  if (selection.of === 0) return "only cases of your own were run, none of the kit's";
  if (shards === undefined || shards.included.length >= shards.of)
    return `a part of the whole: ${selection.cases} of ${selection.of} cases were chosen`;
  const here = new Set(runs.map((run) => run.case)).size;
  return `a part of the whole: ${here} of ${selection.of} cases, shard ${shards.included.join(", ")} of ${shards.of}`;
}

/** How long tools and commands had, which is less than hosts give them; undefined where none may be run. */
export function toolBoundText({ target }: Pick<Report, "target">): string | undefined {
  const { tool_timeout_ms: ms, consent, tools, commands } = target.details;
  const any = [tools, commands].some((names) => Array.isArray(names) && names.length > 0);
  if (target.kind !== "extension" || typeof ms !== "number" || consent === "none" || !any) return undefined;
  const [tool, command] = [deadlines.tool, deadlines.command].map((one) => `${one.ms / 1000} s`);
  return `tools and commands had ${ms / 1000} s to answer (--tool-timeout; hosts give tools ${tool}, commands ${command})`;
}

/** A requirement that the target breaks, and in how many runs that shows. */
export interface Broken {
  readonly id: string;
  readonly level: ReportedFinding["level"];
  readonly runs: number;
}

const levels = ["MUST", "SHOULD", "MAY"];

/** What the target breaks, beyond what is known; the most binding and most frequent first. */
export function brokenRequirements(runs: readonly ReportedRun[]): readonly Broken[] {
  const found = new Map<string, { level: ReportedFinding["level"]; runs: Set<string> }>();
  for (const run of runs) {
    for (const { requirements, level, known } of run.findings) {
      const [id] = requirements;
      if (id === undefined || known !== undefined) continue;
      const held = found.get(id) ?? { level, runs: new Set() };
      found.set(id, held);
      held.runs.add(run.id);
    }
  }
  return [...found]
    .map(([id, { level, runs: where }]) => ({ id, level, runs: where.size }))
    .sort(
      (one, other) =>
        levels.indexOf(one.level) - levels.indexOf(other.level) ||
        other.runs - one.runs ||
        (one.id < other.id ? -1 : 1),
    );
}

/** `MUST ext.tool.one-result (26 runs)`. */
export function brokenText({ id, level, runs }: Broken): string {
  return `${level} ${id} (${runs} ${runs === 1 ? "run" : "runs"})`;
}
