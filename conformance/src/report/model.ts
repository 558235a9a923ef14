/**
 * The report of a check: one value that every output is made from, and that `--json` prints as it is.
 *
 * Its JSON Schema is published as `report.schema.json`.
 */
import Type, { type Static, type TProperties } from "#typebox";

const closed = <P extends TProperties>(properties: P, doc: string) =>
  Type.Object(properties, { additionalProperties: false, description: doc });
const oneOf = <const V extends readonly string[]>(values: V, doc: string) =>
  Type.Unsafe<V[number]>({ type: "string", enum: [...values], description: doc });
const count = (doc: string) => Type.Integer({ minimum: 0, description: doc });
const text = (doc: string) => Type.String({ description: doc });
const texts = (doc: string) => Type.Array(Type.String(), { description: doc });

/** What can be said of one run of a case, the worst first. */
export const verdicts = [
  "harness-error",
  "fail",
  "dependency-failed",
  "could-not-run",
  "warn",
  "pass",
  "not-applicable",
] as const;

/** How often each verdict was given. */
export const Counts = closed(
  {
    runs: count("all runs, also those that were planned and not made"),
    pass: count("nothing is wrong"),
    fail: count("a MUST is broken"),
    warn: count("only a SHOULD is broken"),
    "not-applicable": count("the target does not offer what the case is about"),
    "could-not-run": count("consent or something else was missing"),
    "dependency-failed": count("what the case builds on went wrong"),
    "harness-error": count("the kit itself failed"),
    known: count("of the failures and warnings, those that the baseline expects"),
  },
  "how often each verdict was given",
);

/** How the assertions of a run came out. */
export const AssertionCounts = closed(
  {
    planned: count("known before the run began"),
    passed: count("held"),
    weak: count("held, but only a quiet window shows it"),
    failed: count("did not hold"),
    notReached: count("were never tried; a run with one of these is not green"),
  },
  "how the assertions came out",
);

/** One thing that was seen on the wire or around it, for people. */
export const Moment = closed(
  {
    event: count("index of the event in the trace"),
    t: Type.Number({ description: "milliseconds since the run began" }),
    actor: text("the part of the kit that saw or did it"),
    direction: oneOf(["in", "out", "note"], "`in`: from the target to the actor; `out`: to the target"),
    label: text("the type of the frame, or what happened"),
    text: text("the line or the facts, shortened"),
  },
  "one thing that was seen",
);

/** Something that the target did wrong. */
export const ReportedFinding = closed(
  {
    requirements: Type.Array(Type.String(), {
      minItems: 1,
      description: "ids of what is broken; the first is the one to blame",
    }),
    level: oneOf(["MUST", "SHOULD", "MAY"], "level of the first requirement"),
    sentence: text("sentence of the first requirement"),
    assertion: text("the step or invariant that failed"),
    actor: Type.Optional(text("the actor of the step that failed")),
    line: Type.Optional(count("line of the case file")),
    expected: text("what the specification asks for"),
    actual: text("what came"),
    hint: text("what the author of the target should change"),
    difference: text("the kind of difference: missing, late, early, forbidden, ..."),
    event: Type.Optional(count("index in the trace of the event where expected and actual part")),
    at: count("index in the trace of the moment at which it shows; where nothing came, when the kit gave up"),
    fingerprint: text("stays the same as long as the failure is the same; baselines refer to it"),
    known: Type.Optional(text("the reason that the baseline gives for it")),
  },
  "something that the target did wrong",
);

/** One run of a case. */
export const ReportedRun = closed(
  {
    id: text("names the run; unique within a report"),
    case: text("id of the case"),
    instance: Type.Optional(text("what the case was run for: `tool=weather`")),
    round: Type.Optional(count("which repetition")),
    transform: Type.Optional(text("how the bytes were changed")),
    title: text("title of the case"),
    file: text("file of the case, below its folder of cases"),
    proves: texts("ids of the requirements that the case proves"),
    verdict: oneOf(verdicts, "what came of it"),
    why: Type.Optional(text("one sentence, where the verdict is neither pass nor fail nor warn")),
    milliseconds: Type.Number({ minimum: 0, description: "from the first event to the last" }),
    noise: Type.Number({ minimum: 0, description: "largest scheduling delay that was measured, in ms" }),
    assertions: AssertionCounts,
    notReached: texts("the assertions that were never tried"),
    findings: Type.Array(ReportedFinding),
    known: Type.Boolean({ description: "every finding is in the baseline" }),
    reproduce: text("the command that runs this case alone"),
    trace: Type.Optional(text("file of the trace, relative to the report's folder of traces")),
    moments: Type.Array(Moment, { description: "what was seen, around the divergence if there is one" }),
    omitted: closed({ before: count("earlier"), after: count("later") }, "moments that are not listed"),
  },
  "one run of a case",
);

/** How a requirement fared in the runs of this report. */
export const requirementOutcomes = ["broken", "kept", "not-shown", "not-applicable", "no-case"] as const;

/** A row of the coverage matrix of this report. */
export const RequirementRow = closed(
  {
    id: text("the requirement"),
    level: oneOf(["MUST", "SHOULD", "MAY"], "how binding it is"),
    document: text("document of the specification"),
    sentence: text("its sentence"),
    outcome: oneOf(
      requirementOutcomes,
      "`broken`: a finding names it; `kept`: a case or invariant that proves it passed; `not-shown`: none of those that prove it came to a verdict; `not-applicable`; `no-case`: nothing in this run proves it",
    ),
    cases: texts("cases of this report that prove it"),
    invariants: texts("rules that were watched in every run and prove it"),
  },
  "a row of the coverage matrix",
);

/** What is wrong with an entry of the baseline. */
export const BaselineProblem = closed(
  {
    problem: oneOf(["stale", "unknown", "no-reason"], "what is wrong with it"),
    entry: text("case, requirement and assertion of the entry"),
    message: text("what to do"),
  },
  "what is wrong with an entry of the baseline",
);

/** The report of a check. */
export const ReportSchema = Type.Object(
  {
    format: Type.Literal("extproto-report"),
    version: Type.Literal(1),
    kit: closed(
      {
        version: text("of the kit"),
        spec: text("of the specification"),
        frozen: Type.Boolean({
          description: "true: only what the release of that specification froze was counted (--spec)",
        }),
      },
      "who checked",
    ),
    selection: closed(
      {
        cases: count("cases that were chosen"),
        of: count(
          "cases that there are for this kind of target; 0 where only cases of the user's own were run",
        ),
      },
      "how much of the whole this is; a check in parts counts all parts",
    ),
    target: closed(
      {
        kind: oneOf(["extension", "host", "client"], "what was checked"),
        name: text("the extension or the profile"),
        version: Type.Optional(text("as the target says")),
        source: text("the folder or profile file, as it was given"),
        details: Type.Record(Type.String(), Type.Unknown(), {
          description: "what the target registers and offers, and the bounds that were used",
        }),
      },
      "what was checked",
    ),
    command: text("the command that made this report"),
    started: Type.String({ format: "date-time", description: "when the check began" }),
    milliseconds: Type.Number({ minimum: 0, description: "how long it took" }),
    verdict: oneOf(["pass", "fail", "incomplete", "harness-error"], "what came of the whole check"),
    exitCode: Type.Integer({ description: "0 pass, 1 fail, 3 incomplete, 4 fault of the kit" }),
    why: texts("why the verdict is not a plain pass, one sentence each"),
    counts: Counts,
    assertions: AssertionCounts,
    shards: Type.Optional(
      closed(
        {
          of: Type.Integer({ minimum: 1, description: "how many parts the check was divided into" }),
          included: Type.Array(Type.Integer({ minimum: 1 }), { description: "the parts in this report" }),
        },
        "which part of the check this is",
      ),
    ),
    baseline: Type.Optional(
      closed(
        {
          file: text("the baseline, as it was given"),
          entries: count("how many it has"),
          problems: Type.Array(BaselineProblem),
        },
        "known failures",
      ),
    ),
    runs: Type.Array(ReportedRun),
    requirements: Type.Array(RequirementRow, { description: "the requirements that bind the target" }),
  },
  {
    title: "Report of extproto check",
    additionalProperties: false,
  },
);

/** The report of a check. */
export type Report = Static<typeof ReportSchema>;
/** One run of a case, in a report. */
export type ReportedRun = Static<typeof ReportedRun>;
/** Something that the target did wrong, in a report. */
export type ReportedFinding = Static<typeof ReportedFinding>;
/** One thing that was seen. */
export type Moment = Static<typeof Moment>;
/** A row of the coverage matrix of a report. */
export type RequirementRow = Static<typeof RequirementRow>;
/** How often each verdict was given. */
export type Counts = Static<typeof Counts>;
/** How assertions came out. */
export type AssertionCounts = Static<typeof AssertionCounts>;
/** What is wrong with an entry of the baseline. */
export type BaselineProblem = Static<typeof BaselineProblem>;
