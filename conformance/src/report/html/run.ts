/** One run on the page: closed, a line; open, what is wrong and the sequence of frames. */
import { html, htmlProse } from "../escape.js";
import type { Report, ReportedFinding, ReportedRun } from "../model.js";
import { sequenceDiagram } from "../sequence.js";

/** The anchor of a run. */
export function runId(run: ReportedRun): string {
  return `run-${run.id}`;
}

/** The run, as a part of the page that opens. */
export function runDetails(run: ReportedRun, { target }: Report): string {
  const text = [
    run.id,
    run.title,
    run.verdict,
    ...run.proves,
    ...run.findings.flatMap((finding) => finding.requirements),
  ]
    .join(" ")
    .toLowerCase();
  const attributes = `class="run" id="${html(runId(run))}" data-verdict="${run.verdict}" data-text="${html(text)}"`;
  return `<details ${attributes}><summary><span class="pill ${run.known ? "warn" : run.verdict}">${run.known ? "known" : run.verdict}</span><span>${htmlProse(run.title)}<span class="id">${html(run.id)}</span></span><span class="ms">${run.milliseconds.toFixed(0)} ms</span></summary><div class="inside">
${run.why === undefined ? "" : `<p>${html(run.why)}</p>`}
${run.findings.map((finding) => findingPart(finding, run)).join("\n")}
${notReached(run)}
<p class="soft">Proves ${run.proves.map((id) => `<a href="#${html(encodeURIComponent(id))}"><code>${html(id)}</code></a>`).join(", ")}. ${countText(run)}</p>
<div class="wide">${sequenceDiagram({ target: target.name, run })}</div>
<pre>${html(run.reproduce)}</pre>
</div></details>`;
}

function findingPart(finding: ReportedFinding, run: ReportedRun): string {
  const place =
    finding.line === undefined ? finding.assertion : `${finding.assertion}, ${run.file}:${finding.line}`;
  const others = finding.requirements.slice(1);
  const rows: readonly (readonly [string, string])[] = [
    ["expected", finding.expected],
    ["actual", finding.actual],
    ["to do", finding.hint],
    ["at", place],
    ...(others.length === 0 ? [] : [["also", others.join(", ")] as const]),
    ...(finding.known === undefined ? [] : [["known", finding.known] as const]),
  ];
  const list = rows.map(([name, value]) => `<dt>${name}</dt><dd>${html(value)}</dd>`).join("");
  return `<div class="finding ${finding.level}${finding.known === undefined ? "" : " known"}"><b>${finding.level}</b> <code>${html(finding.requirements[0] ?? "")}</code><br>${htmlProse(finding.sentence)}<dl>${list}</dl></div>`;
}

function notReached({ notReached: untried }: ReportedRun): string {
  if (untried.length === 0) return "";
  return `<p>Not reached:</p><ul>${untried.map((text) => `<li><code>${html(text)}</code></li>`).join("")}</ul>`;
}

function countText({ assertions, noise }: ReportedRun): string {
  const { planned, passed, weak, failed } = assertions;
  const parts = [
    `${passed + weak} of ${planned} assertions hold`,
    ...(weak > 0 ? [`${weak} of them on weak evidence`] : []),
    ...(failed > 0 ? [`${failed} fail`] : []),
  ];
  return `${parts.join(", ")}; largest scheduling delay ${noise.toFixed(1)} ms.`;
}
