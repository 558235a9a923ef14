/** Every line is a frame: one JSON object, in UTF-8, ended by an LF, within the limit, valid under its schema. */
import { createChecker, type Decoder, findFrame, limits, type Problem, sentence } from "@extproto/schemas";
import type { TargetKind } from "../../case/format.js";
import { duplicateKeys } from "../../validate/duplicate-keys.js";
import type { Broken, Invariant, ReceivedEvent } from "../contract.js";
import { show } from "../match.js";
import { withArticle } from "../words.js";
import { unreadableHint } from "./unreadable-line.js";
import { define, judged, unconcerned } from "./watch.js";

/** Whose lines are judged, by which rules. */
interface Subject {
  readonly target: TargetKind;
  /** Name of the sender in the names of the invariants. */
  readonly sender: string;
  readonly judges: (actor: string) => boolean;
  readonly framing: string;
  readonly valid: string;
  readonly limit?: { readonly requirement: string; readonly bytes: number };
  /** The whole of `ext.framing.one-object-per-line`, which says more than the RPC one. */
  readonly strict: boolean;
  readonly check: Decoder<unknown>;
}

const aside = new Set(["client", "model", "user", "files", "run"]);

const subjects: readonly Subject[] = [
  {
    target: "extension",
    sender: "extension",
    judges: (actor) => actor === "host",
    framing: "ext.framing.one-object-per-line",
    valid: "ext.framing.extension-frames-valid",
    limit: { requirement: "ext.framing.line-limit-sent", bytes: limits.extproto_line.bytes },
    strict: true,
    check: createChecker({ protocol: "extproto", from: "extension" }),
  },
  {
    target: "host",
    sender: "host",
    judges: (actor) => !aside.has(actor),
    framing: "ext.framing.one-object-per-line",
    valid: "ext.framing.host-frames-valid",
    limit: { requirement: "ext.framing.line-limit-sent", bytes: limits.extproto_line.bytes },
    strict: true,
    check: createChecker({ protocol: "extproto", from: "host" }),
  },
  {
    target: "host",
    sender: "server",
    judges: (actor) => actor === "client",
    framing: "rpc.framing.one-object-per-line",
    valid: "rpc.framing.server-frames-valid",
    strict: false,
    check: createChecker({ protocol: "rpc", from: "server" }),
  },
  {
    target: "client",
    sender: "client",
    judges: (actor) => actor === "server",
    framing: "rpc.framing.one-object-per-line",
    valid: "rpc.framing.client-frames-valid",
    limit: { requirement: "rpc.framing.client-frames-valid", bytes: limits.rpc_client_line.bytes },
    strict: false,
    check: createChecker({ protocol: "rpc", from: "client" }),
  },
];

/** The invariants about single lines. */
export const lineInvariants: readonly Invariant[] = subjects.flatMap((subject) => [
  define<null>({
    name: `${subject.sender}-lines-are-frames`,
    target: subject.target,
    requirements: [subject.framing],
    doc: "Every line is one JSON object with a type, in UTF-8, ended by an LF.",
    start: () => null,
    step(state, event) {
      if (event.kind !== "received" || !subject.judges(event.actor)) return unconcerned(state);
      const broken = framingFault(event, subject);
      return broken === undefined ? judged(state) : judged(state, broken);
    },
  }),
  define<null>({
    name: `${subject.sender}-frames-are-valid`,
    target: subject.target,
    requirements: [subject.valid],
    doc: "Every frame of a defined type is valid under the emit schema of that type.",
    start: () => null,
    step(state, event) {
      if (event.kind !== "received" || event.frame === undefined || !subject.judges(event.actor))
        return unconcerned(state);
      const found = subject.check.check(event.frame);
      if (found.kind !== "invalid" || found.error.code === "EXT_NO_TYPE") return judged(state);
      const { frame, problems } = found.error;
      return judged(state, {
        requirement: subject.valid,
        expected: `${withArticle(frame?.split(".").at(-1) ?? "frame")} that is valid under its emit schema`,
        actual: `${[...new Set(problems.map(sentence))].slice(0, 3).join("; ")} in ${show(event.frame)}`,
        hint: fix(problems[0], frame),
        difference: "invalid",
      });
    },
  }),
  ...limitInvariant(subject),
]);

function limitInvariant({ target, sender, judges, limit }: Subject): readonly Invariant[] {
  if (limit === undefined) return [];
  return [
    define<null>({
      name: `${sender}-lines-within-limit`,
      target,
      requirements: [limit.requirement],
      doc: `No line is longer than ${limit.bytes} bytes, LF included.`,
      start: () => null,
      step(state, event) {
        if (event.kind !== "received" || !judges(event.actor)) return unconcerned(state);
        if (event.bytes + 1 <= limit.bytes) return judged(state);
        return judged(state, {
          requirement: limit.requirement,
          expected: `lines of at most ${limit.bytes} bytes, LF included`,
          actual: `a line of ${event.bytes + 1} bytes that begins ${show(event.line.slice(0, 80))}`,
          hint: "Shorten what you send, or send it in several frames.",
          difference: "invalid",
        });
      },
    }),
  ];
}

function framingFault(event: ReceivedEvent, subject: Subject): Broken | undefined {
  const fault = (expected: string, actual: string, hint: string): Broken => ({
    requirement: subject.framing,
    expected,
    actual,
    hint,
    difference: "invalid",
  });
  const { line, frame } = event;
  const shown = show(line, 120);
  if (event.cut) return undefined;
  if (event.base64 !== undefined)
    return fault("UTF-8", `bytes that are not UTF-8: ${shown}`, "Encode everything you write as UTF-8.");
  if (line.startsWith("\uFEFF"))
    return fault("UTF-8 without a byte order mark", `a line with one: ${shown}`, unreadableHint(line));
  if (event.ended === false)
    return fault(
      "a line feed after every frame",
      `the stream ended after ${shown}`,
      "End every frame with a line feed.",
    );
  if (line.trim() === "")
    return fault(
      "nothing but frames",
      "a blank line",
      "Write no blank lines: one line feed after each frame.",
    );
  if (frame === undefined)
    return fault("nothing but frames, each one JSON object", `the line ${shown}`, unreadableHint(line));
  if (typeof frame.type !== "string")
    return fault("an object with a string `type`", shown, "Give every frame its type.");
  if (!subject.strict) return undefined;
  if (line.endsWith("\r"))
    return fault(
      "a single line feed at the end",
      "a carriage return before it",
      "End lines with LF, not CRLF; on Windows, set the stream to binary.",
    );
  const [repeated] = duplicateKeys(line, 1).findings;
  if (repeated !== undefined)
    return fault("each field once", `${repeated.path} is there twice in ${shown}`, "Write each field once.");
  return undefined;
}

function fix(problem: Problem | undefined, frame: string | undefined): string {
  if (problem === undefined)
    return "Compare the frame with its schema: `extproto validate` shows each difference.";
  const { path, rule, expected, actual, hint } = problem;
  if (hint !== undefined) return `${path}: ${hint}`;
  if (actual === "null" && isOptional(path, frame)) return `Leave ${path} out: what is absent is never null.`;
  return rule === "required" ? `Add ${path}: ${expected}.` : `Make ${path} ${expected}.`;
}

/** Whether a frame of this shape can do without the field. */
function isOptional(path: string, frame: string | undefined): boolean {
  const [id = "", shape] = frame?.split("/") ?? [];
  const shapes = findFrame(id)?.shapes.filter(({ name }) => shape === undefined || name === shape) ?? [];
  return shapes.some(({ fields }) => fields.some(({ name, required }) => `/${name}` === path && !required));
}
