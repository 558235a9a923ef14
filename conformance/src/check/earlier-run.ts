/** What an earlier check left in the folder of `--out`. Two runs in one folder would be judged as one. */
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmdirSync,
  rmSync,
} from "node:fs";
import { join } from "node:path";
import { UsageError } from "../cli/usage-error.js";
import { outputNames } from "./outputs.js";

/** An earlier run, if there is one. */
export interface EarlierRun {
  /** Removes what the kit wrote, and nothing else. */
  remove(): void;
}

/** Looks for an earlier run. A report of somebody else's is not written over. */
export function findEarlierRun(out: string | undefined): EarlierRun {
  if (out === undefined) return { remove: () => {} };
  const report = join(out, "report.json");
  const reported = existsSync(report);
  if (reported && !isReport(report))
    throw new UsageError(`${report} was not written by extproto check: name another folder with --out`);
  return {
    remove() {
      removeTraces(join(out, "traces"));
      if (reported) for (const name of outputNames) rmSync(join(out, name), { force: true });
    },
  };
}

function isReport(file: string): boolean {
  try {
    return (
      (JSON.parse(readFileSync(file, "utf8")) as { format?: unknown } | null)?.format === "extproto-report"
    );
  } catch {
    return false;
  }
}

/** Each run has a folder with its trace; one that holds something else too stays, with that. */
function removeTraces(folder: string): void {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const trace = join(folder, entry.name, "trace.ndjson");
    if (!entry.isDirectory() || !isTrace(trace)) continue;
    rmSync(trace);
    removeIfEmpty(join(folder, entry.name));
  }
  removeIfEmpty(folder);
}

const beginning = '{"kind":"header"';

/** A trace that was cut off counts too, so only its beginning is looked at. */
function isTrace(file: string): boolean {
  if (!existsSync(file)) return false;
  const opened = openSync(file, "r");
  try {
    const bytes = Buffer.alloc(beginning.length);
    const length = readSync(opened, bytes);
    // The first lines of a run that was killed may not have been written.
    return length === 0 || bytes.toString("latin1", 0, length) === beginning;
  } finally {
    closeSync(opened);
  }
}

function removeIfEmpty(folder: string): void {
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}
