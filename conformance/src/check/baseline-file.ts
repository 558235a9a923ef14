/** The file of a baseline: known failures, one entry for each assertion, written by the tool and explained by people. */
import { readFileSync } from "node:fs";
import { isMap, isSeq, LineCounter, parseDocument, stringify } from "yaml";
import { UsageError } from "../cli/usage-error.js";

/** A failure that is known. */
export interface BaselineEntry {
  readonly case: string;
  /** What the case was run for, where it is run for several things. */
  readonly instance?: string;
  readonly requirement: string;
  readonly assertion: string;
  /** Of the failure; another failure of the same assertion is a new one. */
  readonly fingerprint: string;
  /** For readers: what was expected and what came, when the entry was written. */
  readonly failure: string;
  /** Why it is accepted. Empty where nobody has said so yet. */
  readonly reason: string;
  /** True: it does not fail every time. */
  readonly flaky?: boolean;
}

/** A baseline. */
export interface Baseline {
  readonly target: string;
  readonly entries: readonly BaselineEntry[];
}

const required = ["case", "requirement", "assertion", "fingerprint"] as const;
const known = new Set([...required, "instance", "failure", "reason", "flaky"]);

/** Reads a baseline; a file that is none is a fault of the command line. */
export function readBaseline(path: string): Baseline {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (cause) {
    throw new UsageError(`the baseline ${path} cannot be read: ${(cause as Error).message}`);
  }
  return parseBaseline(text, path);
}

/** Known failures of one target say nothing of another. A baseline that names none is for any. */
export function assertSameTarget({ target }: Baseline, name: string, path = "the baseline"): void {
  if (target === "" || target === name) return;
  throw new UsageError(
    `${path} holds the known failures of ${target}, and this is ${name}: write one of its own with --write-baseline, or correct target in ${path}`,
  );
}

/** Parses the text of a baseline; `path` is for messages. */
export function parseBaseline(text: string, path: string): Baseline {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const [error] = document.errors;
  if (error !== undefined) throw new UsageError(`${path}: ${error.message}`);
  const root = document.contents;
  const list = isMap(root) ? root.get("known_failures") : undefined;
  if (!isMap(root) || !isSeq(list))
    throw new UsageError(
      `${path} is no baseline: it has no list known_failures; write one with --write-baseline ${path}`,
    );
  const target = root.get("target");
  return {
    target: typeof target === "string" ? target : "",
    entries: list.items.map((item) => {
      const offset = (item as { range?: readonly [number, number, number] }).range?.[0] ?? 0;
      const place = `${path}:${lines.linePos(offset).line}`;
      if (!isMap(item)) throw new UsageError(`${place}: an entry is a mapping with ${required.join(", ")}`);
      return entryOf(item.toJSON() as Record<string, unknown>, place);
    }),
  };
}

function entryOf(fields: Record<string, unknown>, place: string): BaselineEntry {
  const strange = Object.keys(fields).find((name) => !known.has(name));
  if (strange !== undefined)
    throw new UsageError(`${place}: an entry has no field "${strange}"; it has ${[...known].join(", ")}`);
  const text = (name: string): string => {
    const value = fields[name];
    if (typeof value === "string") return value;
    if (value === undefined && !(required as readonly string[]).includes(name)) return "";
    throw new UsageError(`${place}: ${name} has to be a text`);
  };
  if (fields.flaky !== undefined && typeof fields.flaky !== "boolean")
    throw new UsageError(`${place}: flaky has to be true or false`);
  return {
    case: text("case"),
    ...(fields.instance === undefined ? {} : { instance: text("instance") }),
    requirement: text("requirement"),
    assertion: text("assertion"),
    fingerprint: text("fingerprint"),
    failure: text("failure"),
    reason: text("reason").trim(),
    ...(fields.flaky === undefined ? {} : { flaky: fields.flaky }),
  };
}

const comment = `# Failures that are known and accepted for now, written by \`extproto check --write-baseline\`.
# Each entry needs a reason. An entry that no longer fails, or fails in another way, is reported;
# mark one that fails only now and then with \`flaky: true\`.
`;

/** The text of a baseline. */
export function baselineText({ target, entries }: Baseline): string {
  const sorted = [...entries].sort((one, other) => (entryName(one) < entryName(other) ? -1 : 1));
  return `${comment}${stringify({ target, known_failures: sorted }, { lineWidth: 100 })}`;
}

/** Names an entry: what it is about, without its fingerprint. */
export function entryName(
  entry: Pick<BaselineEntry, "case" | "instance" | "requirement" | "assertion">,
): string {
  const instance = entry.instance === undefined ? "" : `[${entry.instance}]`;
  return `${entry.case}${instance}, ${entry.requirement}, ${entry.assertion}`;
}
