/** A report to try the outputs on: one of each verdict, with texts that outputs have to be careful with. */
import type { Report, ReportedFinding, ReportedRun, RequirementRow } from "../../src/report/model.js";
import { countVerdicts, outcomeOf, sumAssertions } from "../../src/report/verdict.js";

const assertions = { planned: 2, passed: 2, weak: 0, failed: 0, notReached: 0 };

/** A run that passes, unless told otherwise. */
export function sampleRun(fields: Partial<ReportedRun> & { readonly id: string }): ReportedRun {
  return {
    case: fields.id,
    title: "A tool call is answered once",
    file: `cases/${fields.id}.yaml`,
    proves: ["ext.tool.answered-once"],
    verdict: "pass",
    milliseconds: 41.5,
    noise: 0.4,
    assertions,
    notReached: [],
    findings: [],
    known: false,
    reproduce: `extproto check ./weather --only '${fields.id}'`,
    moments: [
      { event: 0, t: 0, actor: "host", direction: "note", label: "started", text: "{}" },
      {
        event: 1,
        t: 31.2,
        actor: "host",
        direction: "in",
        label: "hello weather",
        text: '{"type":"hello","name":"weather"}',
      },
      {
        event: 2,
        t: 31.9,
        actor: "host",
        direction: "out",
        label: "hello_ack",
        text: '{"type":"hello_ack"}',
      },
    ],
    omitted: { before: 0, after: 0 },
    ...fields,
  };
}

/** A finding whose texts hold what terminals, XML and HTML would obey. */
export const sampleFinding: ReportedFinding = {
  requirements: ["ext.tool.answered-once"],
  level: "MUST",
  sentence: "An extension MUST answer a `tool_call` with exactly one `tool_result`.",
  assertion: "step 3",
  line: 12,
  expected: 'a tool_result with id "k-1" & nothing else',
  actual: 'two: "\u001b[31mred\u001b[0m" and ]]> <script>alert(1)</script> \u0000 \uFFFE',
  hint: "Remember which calls have been answered.",
  difference: "duplicate",
  event: 4,
  at: 4,
  fingerprint: "0123456789ab",
};

/** A run that fails. */
export const failingRun = sampleRun({
  id: "extension/tools/answers-once[tool=weather]",
  case: "extension/tools/answers-once",
  instance: "tool=weather",
  verdict: "fail",
  assertions: { planned: 4, passed: 2, weak: 0, failed: 1, notReached: 1 },
  notReached: ["step 4: host receives { type: shutdown_ack }"],
  findings: [sampleFinding],
  moments: [
    { event: 1, t: 31.2, actor: "host", direction: "in", label: "hello weather", text: '{"type":"hello"}' },
    {
      event: 2,
      t: 40,
      actor: "host",
      direction: "out",
      label: "tool_call weather",
      text: '{"type":"tool_call","id":"k-1"}',
    },
    {
      event: 3,
      t: 52,
      actor: "host",
      direction: "in",
      label: "tool_result",
      text: '{"type":"tool_result","id":"k-1"}',
    },
    {
      event: 4,
      t: 52.1,
      actor: "host",
      direction: "in",
      label: "tool_result",
      text: '{"type":"tool_result","id":"k-1","x":"<&\u0007"}',
    },
    { event: 5, t: 60, actor: "host", direction: "note", label: "exit", text: "code 0" },
  ],
});

const rows: RequirementRow[] = [
  {
    id: "ext.tool.answered-once",
    level: "MUST",
    document: "tools.md",
    sentence: sampleFinding.sentence,
    outcome: "broken",
    cases: ["extension/tools/answers-once"],
    invariants: ["one-answer"],
  },
  {
    id: "ext.framing.no-bom",
    level: "SHOULD",
    document: "framing.md",
    sentence: "An extension SHOULD NOT write a byte order mark.",
    outcome: "kept",
    cases: [],
    invariants: ["no-bom"],
  },
];

/** A report of these runs. */
export function sampleReport(runs: ReportedRun[], fields: Partial<Report> = {}): Report {
  return {
    format: "extproto-report",
    version: 1,
    kit: { version: "0.1.0", spec: "1.0", frozen: false },
    selection: { cases: 7, of: 7 },
    target: {
      kind: "extension",
      name: "weather",
      version: "1.2.0",
      source: "./weather",
      details: { tools: ["weather"] },
    },
    command: "extproto check ./weather",
    started: "2026-01-02T03:04:05.000Z",
    milliseconds: 1234,
    ...outcomeOf({ runs, baselineProblems: [] }),
    counts: countVerdicts(runs),
    assertions: sumAssertions(runs),
    runs,
    requirements: rows,
    ...fields,
  };
}

/** One run of each verdict. */
export const everyVerdict: ReportedRun[] = [
  sampleRun({ id: "extension/handshake/first-line" }),
  failingRun,
  sampleRun({
    id: "extension/framing/no-bom",
    verdict: "warn",
    findings: [{ ...sampleFinding, level: "SHOULD", requirements: ["ext.framing.no-bom"] }],
  }),
  sampleRun({
    id: "extension/panels/close",
    verdict: "not-applicable",
    why: "it opens no panel",
    moments: [],
  }),
  sampleRun({
    id: "extension/tools/invalid",
    verdict: "could-not-run",
    why: "its tools may act on the world: allow them with --allow-tools",
    moments: [],
  }),
  sampleRun({ id: "extension/tools/late", verdict: "dependency-failed", why: "the handshake failed" }),
  sampleRun({ id: "extension/tools/odd", verdict: "harness-error", why: "the kit could not make a folder" }),
];
