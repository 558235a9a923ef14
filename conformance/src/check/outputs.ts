/** Writes a report to the files that were asked for. */
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { UsageError } from "../cli/usage-error.js";
import { badgeReport } from "../report/badge.js";
import { htmlReport } from "../report/html/page.js";
import { junitReport } from "../report/junit.js";
import { markdownReport } from "../report/markdown.js";
import type { Report } from "../report/model.js";
import { makeFolder } from "./make-folder.js";
import type { OutputFiles } from "./options.js";

/** The report as JSON. */
export function jsonReport(report: Report): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}

const printers = {
  "report.json": jsonReport,
  "report.html": htmlReport,
  "junit.xml": junitReport,
  "summary.md": markdownReport,
  "badge.json": badgeReport,
} as const;

/** The files that a folder of `--out` gets, beside the traces. */
export const outputNames = Object.keys(printers) as readonly (keyof typeof printers)[];

/** Writes all files; gives the paths. */
export function writeOutputs(
  report: Report,
  { out, junit, html, markdown, badge }: OutputFiles,
): readonly string[] {
  const files: (readonly [string | undefined, keyof typeof printers])[] = [
    [junit, "junit.xml"],
    [html, "report.html"],
    [markdown, "summary.md"],
    [badge, "badge.json"],
  ];
  if (out !== undefined) {
    for (const name of outputNames) files.push([join(out, name), name]);
  }
  return files.flatMap(([path, name]) => {
    if (path === undefined) return [];
    write(path, printers[name](report));
    return [path];
  });
}

/** Files are tried before the check begins: an hour of runs is not to be lost to a misspelt folder. */
export function prepareOutputs({ out, ...files }: OutputFiles): void {
  const folders = [
    out,
    ...[files.junit, files.html, files.markdown, files.badge].map((path) => path && dirname(path)),
  ];
  for (const folder of folders) {
    if (folder === undefined || folder === "") continue;
    try {
      makeFolder(folder);
    } catch (cause) {
      throw new UsageError(`the folder ${folder} cannot be made: ${(cause as Error).message}`);
    }
  }
}

function write(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (cause) {
    throw new UsageError(`${path} cannot be written: ${(cause as Error).message}`);
  }
}
