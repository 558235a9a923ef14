/** The report as one page that needs nothing else: no network, no server, no script to be read. */
import { createHash } from "node:crypto";
import { html, htmlProse } from "../escape.js";
import { type Report, type ReportedRun, type RequirementRow, verdicts } from "../model.js";
import { brokenRequirements, brokenText, partText, tellingOrder, toolBoundText } from "../telling.js";
import { runDetails, runId } from "./run.js";
import { script } from "./script.js";
import { style } from "./style.js";

/** The page. */
export function htmlReport(report: Report): string {
  const byId = [...report.runs].sort((one, other) => (one.id < other.id ? -1 : 1));
  const runs = [...tellingOrder(byId)].sort(byWeight);
  const hash = createHash("sha256").update(script).digest("base64");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'">
<title>${html(`${report.verdict}: ${report.target.name}`)}</title>
<style>${style}</style>
</head>
<body>
${heading(report)}
<h2 id="runs">Runs</h2>
${filterBar(report)}
${runs.map((run) => runDetails(run, report)).join("\n")}
<p id="none" class="none${runs.length === 0 ? "" : " hidden"}">${runs.length === 0 ? "Nothing was run." : "No run fits the filter."}</p>
<h2 id="coverage">Requirements</h2>
${matrix(report)}
<script>${script}</script>
</body>
</html>
`;
}

/** What needs attention comes first. */
function byWeight(one: ReportedRun, other: ReportedRun): number {
  const weight = (run: ReportedRun) => verdicts.indexOf(run.verdict) + (run.known ? 0.5 : 0);
  return weight(one) - weight(other);
}

function heading(report: Report): string {
  const { target, counts, assertions, why } = report;
  const numbers = [
    ...verdicts
      .filter((verdict) => counts[verdict] > 0)
      .map((verdict) => `<span><b>${counts[verdict]}</b> ${verdict}</span>`),
    ...(counts.known > 0 ? [`<span><b>${counts.known}</b> known</span>`] : []),
    `<span class="soft"><b>${assertions.passed + assertions.weak}</b> of <b>${assertions.planned}</b> assertions hold</span>`,
    `<span class="soft">${(report.milliseconds / 1000).toFixed(1)} s</span>`,
  ];
  const broken = brokenRequirements(report.runs).map(
    (one) => `<li>broken: <a href="#${html(one.id)}">${html(brokenText(one))}</a></li>`,
  );
  const facts = [partText(report), toolBoundText(report)].filter((text) => text !== undefined);
  const points = [...facts, ...why];
  return `<header>
<h1><span class="pill ${report.verdict}">${report.verdict}</span> ${html(target.name)} <span class="soft">${html(target.version ?? "")}</span></h1>
<p class="soft">${target.kind} <code>${html(target.source)}</code>, checked ${html(report.started.replace("T", " ").slice(0, 19))} UTC with extproto ${html(report.kit.version)} against specification ${html(report.kit.spec)}${report.kit.frozen ? ", as it was released" : ""}</p>
<div class="counts">${numbers.join("")}</div>
${points.length === 0 ? "" : `<ul>${points.map((sentence) => `<li>${html(sentence)}</li>`).join("")}${broken.join("")}</ul>`}
${baselineText(report)}<pre>${html(report.command)}</pre>
<details><summary class="soft">What the kit knows of it</summary><pre>${html(JSON.stringify(target.details, null, 2))}</pre></details>
</header>`;
}

function baselineText({ baseline }: Report): string {
  if (baseline === undefined) return "";
  const problems = baseline.problems.map(
    ({ problem, entry, message }) =>
      `<li><b>${problem}</b> <code>${html(entry)}</code>: ${html(message)}</li>`,
  );
  return `<p>Baseline <code>${html(baseline.file)}</code>: ${baseline.entries} known failures</p>${problems.length === 0 ? "" : `<ul>${problems.join("")}</ul>`}\n`;
}

function filterBar({ counts }: Report): string {
  const boxes = verdicts
    .filter((verdict) => counts[verdict] > 0)
    .map(
      (verdict) =>
        `<label><input type="checkbox" value="${verdict}" checked> ${verdict} ${counts[verdict]}</label>`,
    );
  return `<div class="bar"><input id="search" type="search" placeholder="Filter by case, title, requirement" aria-label="Filter">${boxes.join("")}</div>`;
}

function matrix({ requirements, runs }: Report): string {
  const first = new Map(runs.toReversed().map((run) => [run.case, runId(run)]));
  const rows = requirements.map((row) => matrixRow(row, first));
  return `<div><table><thead><tr><th>requirement</th><th>level</th><th>outcome</th><th>shown by</th></tr></thead>
<tbody>
${rows.join("\n")}
</tbody></table></div>`;
}

function matrixRow(row: RequirementRow, runs: ReadonlyMap<string, string>): string {
  const cases = row.cases.map(
    (id) => `<li><a href="#${html(encodeURIComponent(runs.get(id) ?? ""))}">${html(id)}</a></li>`,
  );
  const invariants = row.invariants.map((name) => `<li class="soft">in every run: ${html(name)}</li>`);
  const text = [row.id, row.level, row.outcome, row.sentence, ...row.cases].join(" ").toLowerCase();
  return `<tr id="${html(row.id)}" data-text="${html(text)}"><td><code>${html(row.id)}</code><br><span class="soft">${htmlProse(row.sentence)}</span></td><td>${row.level}</td><td><span class="pill ${row.outcome}">${row.outcome}</span></td><td><ul>${[...cases, ...invariants].join("")}</ul></td></tr>`;
}
