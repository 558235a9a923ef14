/** Command lines that repeat a check, or one run of it. */
import type { ReportedRun } from "../report/model.js";
import type { RunName } from "../run/contract.js";
import type { CheckOptions } from "./options.js";
import { shellLine } from "./shell.js";

/** How a run is repeated. */
export interface ReproduceOptions {
  /** How often; once unless given. */
  readonly repeat?: number;
}

/** The command that runs one case as it was run in this check. */
export function reproduceCommand(
  options: CheckOptions,
  { case: id, instance, transform }: Omit<RunName, "round">,
  { repeat = 1 }: ReproduceOptions = {},
): string {
  return shellLine([
    ...common(options),
    "--only",
    instance === undefined ? id : `${id} [${instance}]`,
    ...(transform === undefined ? [] : ["--transform", transform]),
    ...(repeat === 1 ? [] : ["--repeat", `${repeat}`]),
  ]);
}

/** What failed in some rounds only is seen again by as many rounds; one alone may well pass. */
export function withRounds(options: CheckOptions, runs: readonly ReportedRun[]): readonly ReportedRun[] {
  const { repeat } = options;
  if (repeat === 1) return runs;
  const keyOf = ({ case: id, instance, transform }: ReportedRun) => JSON.stringify([id, instance, transform]);
  const sound = new Set(runs.filter(({ findings }) => findings.length === 0).map(keyOf));
  return runs.map((run) =>
    run.findings.length > 0 && sound.has(keyOf(run))
      ? { ...run, reproduce: reproduceCommand(options, run, { repeat }) }
      : run,
  );
}

/** The command of the whole check. */
export function checkCommand(options: CheckOptions): string {
  const { only, skip, shard, transforms, repeat, baseline } = options;
  return shellLine([
    ...common(options),
    ...only.flatMap((pattern) => ["--only", pattern]),
    ...skip.flatMap((pattern) => ["--skip", pattern]),
    ...transforms.flatMap(({ name }) => ["--transform", name]),
    ...(repeat === 1 ? [] : ["--repeat", `${repeat}`]),
    ...(shard === undefined ? [] : ["--shard", `${shard.index}/${shard.count}`]),
    ...(baseline === undefined ? [] : ["--baseline", baseline]),
  ]);
}

/** What decides how a case is run. */
function common({
  checked,
  cases,
  allowTools,
  toolTimeout,
  defaultDeadlines,
  spec,
}: CheckOptions): readonly string[] {
  return [
    "extproto",
    "check",
    ...(checked.kind === "extension" ? [checked.dir] : [`--${checked.kind}`, checked.profile]),
    ...cases.flatMap((folder) => ["--cases", folder]),
    ...(allowTools ? ["--allow-tools"] : []),
    ...(toolTimeout === undefined ? [] : ["--tool-timeout", `${toolTimeout / 1000}`]),
    ...(defaultDeadlines ? ["--default-deadlines"] : []),
    ...(spec === undefined ? [] : ["--spec", spec]),
  ];
}
