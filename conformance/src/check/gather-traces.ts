/** The traces of the parts of a check come together, so that the whole can be judged again. */
import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { UsageError } from "../cli/usage-error.js";
import type { Report } from "../report/model.js";
import { findEarlierRun } from "./earlier-run.js";

/** A report, and the file that it was read from. */
export interface Part {
  readonly file: string;
  readonly report: Report;
}

/**
 * Copies the traces that lie beside the reports of the parts into a folder. Gives the parts of which some are not
 * there: reports are often carried about alone. What an earlier command left in the folder is removed.
 */
export function gatherTraces(parts: readonly Part[], out: string): readonly string[] {
  const own = parts.some(({ file }) => resolve(dirname(file)) === resolve(out));
  if (!own) findEarlierRun(out).remove();
  const lacking = new Set<string>();
  for (const { file, report } of parts) {
    for (const { trace } of report.runs) {
      if (trace === undefined) continue;
      const from = join(dirname(file), "traces", trace);
      const to = join(out, "traces", trace);
      if (!isInside(join(out, "traces"), to) || !existsSync(from)) lacking.add(file);
      else if (resolve(from) !== resolve(to)) copy(from, to);
    }
  }
  return [...lacking];
}

/** A report is a file that somebody may have written: its paths lead nowhere else. */
function isInside(folder: string, path: string): boolean {
  const below = relative(folder, path);
  return !isAbsolute(below) && below.split(/[\\/]/)[0] !== "..";
}

function copy(from: string, to: string): void {
  try {
    mkdirSync(dirname(to), { recursive: true });
    copyFileSync(from, to);
  } catch (cause) {
    throw new UsageError(`the trace ${from} cannot be copied to ${to}: ${(cause as Error).message}`);
  }
}
