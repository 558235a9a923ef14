/** `extproto report merge`: the parts of a divided check become one report. */
import { readFileSync } from "node:fs";
import { Command } from "commander";
import { gatherTraces } from "../check/gather-traces.js";
import { readOutputs, type WrittenCheckOptions } from "../check/options.js";
import { jsonReport, prepareOutputs, writeOutputs } from "../check/outputs.js";
import { UsageError } from "../cli/usage-error.js";
import { mergeReports } from "../report/merge.js";
import type { Report } from "../report/model.js";
import { writeOut } from "../validate/output.js";
import { terminalText } from "./terminal-text.js";

/** Makes the command; `done` takes the exit code. */
export function reportCommand(done: (code: number) => void): Command {
  const merge = new Command("merge")
    .description("Join the reports of all shards of a check, and give the verdict of the whole.")
    .argument("<REPORT...>", "files that check --out wrote: shard-1/report.json shard-2/report.json")
    .option("--out <dir>", "write all reports there, and copy the traces that lie beside the parts")
    .option("--json", "print the report as JSON")
    .option("--junit <file>", "write JUnit XML")
    .option("--html <file>", "write the page")
    .option("--markdown <file>", "write the summary for a CI job")
    .option("--badge <file>", "write the JSON of a badge")
    .helpOption("-h, --help", "print this help")
    .action(async (files: readonly string[], written: WrittenCheckOptions) => {
      const outputs = readOutputs(written);
      prepareOutputs(outputs);
      const parts = files.map((file) => ({ file, report: readReport(file) }));
      const report = mergeReports(parts.map((part) => part.report));
      const { out } = outputs;
      const lacking = out === undefined ? [] : gatherTraces(parts, out);
      writeOutputs(report, outputs);
      for (const file of lacking)
        process.stderr.write(
          `traces of ${file} are not beside it: extproto judge ${out} will miss them; keep the folder traces of check --out with its report\n`,
        );
      if (outputs.json) await writeOut(jsonReport(report));
      else await writeOut(terminalText(report));
      done(report.exitCode);
    });
  return new Command("report")
    .description("Work with reports of check --out.")
    .helpOption("-h, --help", "print this help")
    .addCommand(merge);
}

/** Reads a report that `check` wrote. */
export function readReport(file: string): Report {
  let report: Partial<Report>;
  try {
    report = JSON.parse(readFileSync(file, "utf8")) as Partial<Report>;
  } catch (cause) {
    throw new UsageError(`${file} cannot be read as a report: ${(cause as Error).message}`);
  }
  if (report.format !== "extproto-report") throw new UsageError(`${file} is no report of extproto check`);
  if (report.version !== 1)
    throw new UsageError(`${file} is a report of version ${report.version}; this command reads version 1`);
  return report as Report;
}
