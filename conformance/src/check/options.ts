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
  readonly client?: string;
  readonly cases?: readonly string[];
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly jobs?: string;
  readonly repeat?: string;
  readonly shard?: string;
  readonly spec?: string;
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
  | { readonly kind: "host"; readonly profile: string }
  | { readonly kind: "client"; readonly profile: string };

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
  /** A released specification: only what it froze counts. */
  readonly spec?: string;
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
    ...(written.spec === undefined ? {} : { spec: written.spec }),
    ...(written.toolTimeout === undefined
      ? {}
      : { toolTimeout: seconds("--tool-timeout", written.toolTimeout) * 1000 }),
    ...(written.baseline === undefined ? {} : { baseline: written.baseline }),
    ...(written.writeBaseline === undefined ? {} : { writeBaseline: written.writeBaseline }),
  };
  const checked = whatIsChecked(dirs, written);
  if (checked.kind !== "extension" && (written.allowTools || written.toolTimeout !== undefined))
    throw new UsageError(`--allow-tools and --tool-timeout are for extensions, not for a ${checked.kind}`);
  if (checked.kind !== "host" && written.defaultDeadlines)
    throw new UsageError("--default-deadlines is for hosts");
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
export function readOutputs(written: Omit<WrittenCheckOptions, "host" | "client">): OutputFiles {
  return {
    ...(written.out === undefined ? {} : { out: written.out }),
    ...(written.junit === undefined ? {} : { junit: written.junit }),
    ...(written.html === undefined ? {} : { html: written.html }),
    ...(written.markdown === undefined ? {} : { markdown: written.markdown }),
    ...(written.badge === undefined ? {} : { badge: written.badge }),
    json: written.json ?? false,
  };
}

function whatIsChecked(dirs: readonly string[], { host, client }: WrittenCheckOptions): Checked {
  if (dirs.length > 1) throw new UsageError(`one extension at a time, not ${dirs.length}: ${dirs.join(" ")}`);
  const [dir] = dirs;
  const named = [
    ...(dir === undefined || dir === "" ? [] : [`the extension ${dir}`]),
    ...(host === undefined ? [] : [`the host of ${host}`]),
    ...(client === undefined ? [] : [`the client of ${client}`]),
  ];
  if (named.length > 1) throw new UsageError(`check ${named.join(" or ")}, not both at once`);
  if (host !== undefined) return { kind: "host", profile: host };
  if (client !== undefined) return { kind: "client", profile: client };
  if (dir === undefined || dir === "")
    throw new UsageError(
      "name the folder of an extension, a host with --host PROFILE.yaml, or an RPC client with --client PROFILE.yaml",
    );
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
