/** A report that is there already, for the terminal. */
import { consoleReporter, terminalWidth } from "../report/console.js";
import type { Report } from "../report/model.js";
import { coloursFor } from "../validate/colours.js";

/** What went wrong, and the summary. */
export function terminalText(report: Report): string {
  let text = "";
  const reporter = consoleReporter({
    write: (part) => {
      text += part;
    },
    colours: coloursFor(process.stdout, process.env),
    live: false,
    width: terminalWidth(process.stdout),
    planned: report.runs.length,
  });
  reporter.finish(report);
  return text;
}
