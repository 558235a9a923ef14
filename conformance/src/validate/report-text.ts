/** Verdicts for people: what is wrong, where, with the line below it; a summary last. */
import { clause } from "./clause.js";
import type { Colours } from "./colours.js";
import { excerpt } from "./excerpt.js";
import type { LineReport, PlacedProblem } from "./finding.js";
import type { ValidateOptions } from "./options.js";
import { printable } from "./printable.js";
import type { Ending, Reporter } from "./reporter.js";
import type { Summary } from "./tally.js";

/** How many problems of one line are shown. */
const mostShown = 10;

/** How to print. */
export interface TextOptions {
  readonly colours: Colours;
  /** The time taken is for people who wait, not for files that are compared. */
  readonly showTime: boolean;
}

/** Makes the reporter for people. */
export function textReporter({ file, sides }: ValidateOptions, { colours, showTime }: TextOptions): Reporter {
  const name = file === "-" ? "stdin" : printable(file);

  function heading(problem: PlacedProblem, label: string): string {
    const place = colours.bold(`${name}:${problem.line}:${problem.column}`);
    return `${[place, label, printable(clause(problem))].filter((part) => part !== "").join("  ")}\n`;
  }

  function picture(problem: PlacedProblem, text: string): string {
    const shown = excerpt(text, problem.column);
    if (shown.text === "") return "";
    return `    ${colours.dim(shown.text)}\n    ${colours.red(shown.caret)}\n`;
  }

  function labelOf({ verdict, frame }: LineReport): string {
    const known = frame === null ? "" : printable(frame);
    return verdict === "unknown" ? colours.yellow(`unknown ${known}`.trimEnd()) : colours.red(known);
  }

  return {
    line({ report, text }) {
      const label = labelOf(report);
      const shown = report.problems.slice(0, mostShown);
      const more = report.problems.length - shown.length + (report.omitted ?? 0);
      return [
        ...shown.map((problem) => heading(problem, label) + picture(problem, text)),
        more === 0 ? "" : `${name}:${report.line}  and ${count(more, "more problem")} in this line\n`,
        ...report.notes.map((note) => heading(note, colours.cyan("note"))),
      ].join("");
    },
    end(ending) {
      const time = showTime ? colours.dim(` in ${duration(ending.milliseconds)}`) : "";
      const stopped = ending.interrupted ? "interrupted; so far " : "";
      const fits = sides.length > 1 && ending.summary.valid > 0 ? `${fitting(ending.summary)}\n` : "";
      return `${stopped}${counted(ending, colours)}${time}\n${fits}`;
    },
  };
}

function counted({ summary }: Ending, colours: Colours): string {
  if (summary.frames === 0) return "no frames";
  const { frames, valid, unknown, invalid } = summary;
  const parts = [
    `${valid} valid`,
    unknown > 0 ? colours.yellow(`${unknown} unknown`) : "0 unknown",
    invalid > 0 ? colours.red(`${invalid} invalid`) : "0 invalid",
  ];
  return `${count(frames, "frame")}: ${parts.join(", ")}`;
}

function fitting({ fits, ambiguous }: Summary): string {
  const parts = Object.entries(fits).map(([side, frames]) => `${side} ${frames}`);
  return `fits: ${parts.join(", ")}${ambiguous === 0 ? "" : ` (${ambiguous} of them either)`}`;
}

function count(many: number, noun: string): string {
  return `${many} ${noun}${many === 1 ? "" : "s"}`;
}

function duration(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}
