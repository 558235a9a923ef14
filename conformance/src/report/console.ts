/** What a check prints: progress while it runs, failures as they come, a summary last. */
import type { Colours } from "../validate/colours.js";
import { printable } from "../validate/printable.js";
import { failureText } from "./failure-text.js";
import { type Report, type ReportedRun, verdicts } from "./model.js";
import { brokenRequirements, brokenText, partText, toldRuns, toolBoundText } from "./telling.js";

/** Where and how to print. */
export interface ConsoleOptions {
  readonly write: (text: string) => void;
  readonly colours: Colours;
  /** True: a line at the bottom shows what is running, and is written over. */
  readonly live: boolean;
  readonly width: number;
  /** How many runs there will be. */
  readonly planned: number;
}

/** How wide lines may be; a terminal that does not know its width says nothing, or nought. */
export function terminalWidth({ columns }: { readonly columns?: number }): number {
  return columns === undefined || columns < 40 ? 120 : columns;
}

/** Prints a check as it goes on. */
export interface ConsoleReporter {
  begin(name: string): void;
  end(run: ReportedRun): void;
  /** What went wrong, in full, and the summary. */
  finish(report: Report): void;
}

/** Makes the reporter. */
export function consoleReporter(options: ConsoleOptions): ConsoleReporter {
  const { write, colours, live, width, planned } = options;
  const running: string[] = [];
  let ended = 0;

  function status(): string {
    const text = `[${ended}/${planned}] ${running.map(printable).join(", ")}`;
    return text.length < width ? text : `${text.slice(0, width - 2)}…`;
  }

  function above(text: string): void {
    write(live ? `\r\u001b[2K${text}${colours.dim(status())}` : text);
  }

  return {
    begin(name) {
      running.push(name);
      if (live) above("");
    },
    end(run) {
      ended += 1;
      const index = running.indexOf(run.id);
      if (index !== -1) running.splice(index, 1);
      above(`${runLine(run, colours)}\n`);
    },
    finish(report) {
      if (live) write("\r\u001b[2K");
      const told = toldRuns(report.runs);
      const stuck = report.runs.filter((run) => run.findings.length === 0 && !run.known && isStuck(run));
      const lines = [
        "",
        ...told.flatMap((one) => failureText(one, { colours, width })),
        ...stuckLines(stuck, colours),
        ...(report.baseline?.problems ?? []).map(
          ({ problem, entry, message }) =>
            `${colours.red(`baseline, ${problem}`)}  ${printable(entry)}: ${printable(message)}`,
        ),
        ...summary(report, colours),
      ];
      write(`${lines.join("\n")}\n`);
    },
  };
}

function isStuck({ verdict, assertions }: ReportedRun): boolean {
  const unreached = verdict === "pass" && assertions.notReached > 0;
  return ["could-not-run", "dependency-failed", "harness-error"].includes(verdict) || unreached;
}

function runLine(run: ReportedRun, colours: Colours): string {
  const time = run.moments.length === 0 ? "" : colours.dim(` ${run.milliseconds.toFixed(0)} ms`);
  const why = run.why === undefined ? "" : colours.dim(`: ${printable(run.why)}`);
  return `${paint(run, colours)} ${printable(run.id)}${time}${why}`;
}

const longestVerdict = Math.max(...verdicts.map((verdict) => verdict.length));

function paint(run: ReportedRun, colours: Colours): string {
  const text = (run.known ? "known" : run.verdict).padEnd(longestVerdict);
  if (run.known) return colours.yellow(text);
  switch (run.verdict) {
    case "pass":
      return colours.green(text);
    case "fail":
    case "harness-error":
      return colours.red(text);
    case "not-applicable":
      return colours.dim(text);
    default:
      return colours.yellow(text);
  }
}

/** Runs that share a reason are told together: ninety times "no consent" helps nobody. */
function stuckLines(runs: readonly ReportedRun[], colours: Colours): string[] {
  const reasons = new Map<string, ReportedRun[]>();
  for (const run of runs) {
    const reason = `${run.verdict}: ${run.why ?? `not reached: ${run.notReached[0] ?? ""}`}`;
    reasons.set(reason, [...(reasons.get(reason) ?? []), run]);
  }
  return [...reasons].flatMap(([reason, group]) => {
    const names = group.slice(0, 3).map((run) => run.id);
    const more = group.length > 3 ? ` and ${group.length - 3} more` : "";
    return [`${colours.yellow(printable(reason))}`, `  ${printable(names.join(", "))}${more}`, ""];
  });
}

function summary(report: Report, colours: Colours): string[] {
  const { target, counts, assertions, verdict, why } = report;
  const paintVerdict =
    verdict === "pass" ? colours.green : verdict === "incomplete" ? colours.yellow : colours.red;
  const numbers = verdicts.filter((name) => counts[name] > 0).map((name) => `${counts[name]} ${name}`);
  const known = counts.known > 0 ? ` (${counts.known} known)` : "";
  const bound = toolBoundText(report);
  const weak = assertions.weak > 0 ? `, ${assertions.weak} of them weak` : "";
  const version = target.version === undefined ? "" : ` ${target.version}`;
  return [
    `${colours.bold(paintVerdict(verdict.toUpperCase()))}  ${target.kind} ${printable(target.name)}${printable(version)}: ${numbers.join(", ") || "no runs"}${known}`,
    `${assertions.passed + assertions.weak} of ${assertions.planned} assertions hold${weak}; ${bound === undefined ? "" : `${bound}; `}${(report.milliseconds / 1000).toFixed(1)} s`,
    ...[partText(report)].flatMap((part) => (part === undefined ? [] : [`  ${part}`])),
    ...why.map((sentence) => `  ${printable(sentence)}`),
    ...brokenRequirements(report.runs).map((broken) => `  broken: ${brokenText(broken)}`),
  ];
}
