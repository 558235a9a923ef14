/** From what was typed to what is checked. */
import { availableParallelism } from "node:os";
import { didYouMean } from "@extproto/schemas";
import { UsageError } from "../cli/usage-error.js";
import type { Transform } from "../run/transform.js";
import { transforms } from "../run/transforms.js";
import { parseShard, type Shard } from "./shard.js";

/** The options as they are written on the command line. */
export interface WrittenCheckOptions {
  readonly host?: string;
  readonly cases?: readonly string[];
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly jobs?: string;
  readonly repeat?: string;
  readonly shard?: string;
  readonly transform?: readonly string[];
  readonly allowTools?: boolean;
  readonly toolTimeout?: string;
  readonly defaultDeadlines?: boolean;
  readonly baseline?: string;
  readonly writeBaseline?: string;
  readonly reason?: string;
  readonly out?: string;
  readonly json?: boolean;
  readonly junit?: string;
  readonly html?: string;
  readonly markdown?: string;
  readonly badge?: string;
}

/** What is checked. */
export type Checked =
  | { readonly kind: "extension"; readonly dir: string }
  | { readonly kind: "host"; readonly profile: string };

/** Files that a report is written to. */
export interface OutputFiles {
  readonly out?: string;
  readonly junit?: string;
  readonly html?: string;
  readonly markdown?: string;
  readonly badge?: string;
  /** The report as JSON on standard output, and nothing else there. */
  readonly json: boolean;
}

/** A check. */
export interface CheckOptions {
  readonly checked: Checked;
  readonly cases: readonly string[];
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly jobs: number;
  readonly repeat: number;
  readonly shard?: Shard;
  readonly transforms: readonly Transform[];
  readonly allowTools: boolean;
  /** In milliseconds. */
  readonly toolTimeout?: number;
  /** Host target: leave deadlines as they are. */
  readonly defaultDeadlines: boolean;
  readonly baseline?: string;
  readonly writeBaseline?: string;
  readonly reason: string;
  readonly files: OutputFiles;
}

/** Checks what was typed. */
export function readCheckOptions(dirs: readonly string[], written: WrittenCheckOptions): CheckOptions {
  const optional = {
    ...(written.shard === undefined ? {} : { shard: parseShard(written.shard) }),
    ...(written.toolTimeout === undefined
      ? {}
      : { toolTimeout: seconds("--tool-timeout", written.toolTimeout) * 1000 }),
    ...(written.baseline === undefined ? {} : { baseline: written.baseline }),
    ...(written.writeBaseline === undefined ? {} : { writeBaseline: written.writeBaseline }),
  };
  const checked = whatIsChecked(dirs, written);
  if (checked.kind === "host" && (written.allowTools || written.toolTimeout !== undefined))
    throw new UsageError("--allow-tools and --tool-timeout are for extensions, not for a host");
  if (checked.kind === "extension" && written.defaultDeadlines)
    throw new UsageError("--default-deadlines is for a host, not for an extension");
  if (written.reason !== undefined && written.writeBaseline === undefined)
    throw new UsageError("--reason belongs to --write-baseline");
  return {
    checked,
    cases: written.cases ?? [],
    only: written.only ?? [],
    skip: written.skip ?? [],
    jobs:
      written.jobs === undefined ? Math.min(4, availableParallelism()) : whole("--jobs", written.jobs, 64),
    repeat: written.repeat === undefined ? 1 : whole("--repeat", written.repeat, 10_000),
    transforms: readTransforms(written.transform ?? []),
    allowTools: written.allowTools ?? false,
    defaultDeadlines: written.defaultDeadlines ?? false,
    reason: written.reason ?? "",
    files: readOutputs(written),
    ...optional,
  };
}

/** The files of a report that were asked for. */
export function readOutputs(written: Omit<WrittenCheckOptions, "host">): OutputFiles {
  return {
    ...(written.out === undefined ? {} : { out: written.out }),
    ...(written.junit === undefined ? {} : { junit: written.junit }),
    ...(written.html === undefined ? {} : { html: written.html }),
    ...(written.markdown === undefined ? {} : { markdown: written.markdown }),
    ...(written.badge === undefined ? {} : { badge: written.badge }),
    json: written.json ?? false,
  };
}

function whatIsChecked(dirs: readonly string[], { host }: WrittenCheckOptions): Checked {
  const [dir] = dirs;
  if (dirs.length > 1) throw new UsageError(`one extension at a time, not ${dirs.length}: ${dirs.join(" ")}`);
  if (host !== undefined && dir !== undefined)
    throw new UsageError(`check the extension ${dir} or the host of ${host}, not both at once`);
  if (host !== undefined) return { kind: "host", profile: host };
  if (dir === undefined || dir === "")
    throw new UsageError("name the folder of an extension, or a host with --host PROFILE.yaml");
  return { kind: "extension", dir };
}

function readTransforms(names: readonly string[]): readonly Transform[] {
  const wanted = names.flatMap((name) => name.split(",")).filter((name) => name !== "");
  const offered = [...transforms.values()].filter(({ name }) => name !== "plain");
  if (wanted.includes("all")) return offered;
  return [...new Set(wanted)].map((name) => {
    const found = offered.find((transform) => transform.name === name);
    if (found !== undefined) return found;
    const all = offered.map((transform) => transform.name);
    throw new UsageError(
      `there is no transform "${name}"; ${didYouMean(name, all) ?? "there are"} ${all.join(", ")}, or all`,
    );
  });
}

function whole(option: string, text: string, most: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= 1 && value <= most) return value;
  throw new UsageError(`${option} takes a whole number from 1 to ${most}, not "${text}"`);
}

function seconds(option: string, text: string): number {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (value > 0 && value <= 3600) return value;
  throw new UsageError(`${option} takes seconds, from above 0 to 3600, not "${text}"`);
}
