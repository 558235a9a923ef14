/** A badge, in the form that shields.io reads from an address. */
import type { Report } from "./model.js";
import { isWhole } from "./telling.js";

/** The JSON of the badge. */
export function badgeReport(report: Report): string {
  return `${JSON.stringify({ schemaVersion: 1, label: "extproto", ...face(report) }, null, 2)}\n`;
}

function face(report: Report): { message: string; color: string; isError?: true } {
  const { verdict, counts, kit, selection } = report;
  switch (verdict) {
    case "pass":
      // A chosen part of the cases shows nothing about the whole.
      if (!isWhole(report))
        return {
          message: `${selection.cases} ${selection.cases === 1 ? "case passes" : "cases pass"}`,
          color: "blue",
        };
      return counts.known > 0
        ? { message: `${kit.spec}, ${counts.known} known failures`, color: "yellow" }
        : { message: `conforms ${kit.spec}`, color: counts.warn > 0 ? "green" : "brightgreen" };
    case "fail":
      return {
        message: `${counts.fail - Math.min(counts.known, counts.fail)} failing`,
        color: "red",
        isError: true,
      };
    case "incomplete":
      return { message: "incomplete", color: "lightgrey" };
    case "harness-error":
      return { message: "kit failed", color: "lightgrey" };
  }
}
