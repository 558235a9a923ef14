/** An extension that was greeted goes on running until it is told to end. */
import { createChecker, protocolVersion } from "@extproto/schemas";
import { isObject, type JsonObject } from "../../case/json.js";
import type { Broken, Invariant, JudgeConfig, TraceEvent } from "../contract.js";
import { tellingLines } from "../last-words.js";
import { show } from "../match.js";
import { requests } from "./extension-answers.js";
import { define, judged, textOf, textsOf, unconcerned, writtenFrames } from "./watch.js";

/** Something that a step has sent and that nothing shows to be survived. */
interface Doubt {
  /** Id of a request; empty for what has no answer. */
  readonly id: string;
  /** Name of what it was, for people; empty for a fence, which has been answered before. */
  readonly type: string;
  /** Whether every host sends it, so that nothing in it excuses an end. */
  readonly ordinary: boolean;
}

interface Life {
  readonly phase: "starting" | "running" | "over";
  /** The bytes are not those that the trace shows, and may be what was not survived. */
  readonly transformed: boolean;
  /** The fence, as text, without its id. */
  readonly fence: string;
  readonly ready: boolean;
  readonly events: readonly string[];
  /** Id of the panel that is open. */
  readonly panel: string;
  readonly doubts: readonly Doubt[];
  readonly words: readonly string[];
  /** How its standard output was closed by itself, while its process went on. */
  readonly closed?: Broken | undefined;
}

const requirement = "ext.crash.runs-until-told";
const unborn = { phase: "starting", ready: false, events: [], panel: "", doubts: [], words: [] } as const;
const keptWords = 60;
const judge = createChecker({ protocol: "extproto", from: "host", strict: true });

function born({ transform, facts }: JudgeConfig): Life {
  return { ...unborn, transformed: transform !== undefined, fence: JSON.stringify(facts.fence ?? null) };
}

/** The invariant about its life. */
export const extensionLife: readonly Invariant[] = [
  define<Life>({
    name: "extension-runs-until-told",
    target: "extension",
    requirements: [requirement],
    doc: "The process of an extension ends, and its standard output is closed, only after it was told to end.",
    start: born,
    step(now, event) {
      if (event.kind === "interrupted" || event.kind === "harness-error") return unconcerned(over(now));
      if (event.actor !== "host") return unconcerned(now);
      if (event.kind === "started") return unconcerned({ ...now, ...unborn, closed: undefined });
      if (event.kind === "stderr")
        return unconcerned({ ...now, words: [...now.words, event.line].slice(-keptWords) });
      if (event.kind === "received") return unconcerned(event.frame ? told(now, event.frame) : now);
      if (event.kind === "performed" && (event.act === "signal" || event.act === "close"))
        return unconcerned(over(now));
      if (event.kind === "sent" || event.kind === "raw") return wrote(now, event);
      if (now.phase !== "running" || !isItsOwn(now)) return unconcerned(now);
      if (event.kind === "eof" && event.stream === "stdout") {
        const how = "its standard output was closed while its process ran";
        return unconcerned({ ...now, closed: brokenBy(now, how, "Leave standard output open.") });
      }
      if (event.kind !== "exit") return unconcerned(now);
      // Whoever is killed did not end by itself.
      if (event.signal === "SIGKILL" || event.signal === "SIGTERM") return unconcerned(over(now));
      const how = event.signal === null ? `with code ${event.code}` : `by ${event.signal}`;
      return judged(over(now), brokenBy(now, `the process ended ${how}`, survive(now)));
    },
  }),
];

function over(now: Life): Life {
  return now.phase === "over" ? now : { ...now, phase: "over" };
}

/** What a frame of the extension says of what it has to survive. */
function told(now: Life, frame: JsonObject): Life {
  const { id, open_panel: panel } = frame;
  const place = typeof id === "string" ? now.doubts.findIndex((doubt) => doubt.id === id) : -1;
  const doubts =
    place < 0
      ? now.doubts
      : now.doubts.filter((doubt, index) => index > place || (index < place && doubt.id !== ""));
  const { type } = frame;
  // Whoever takes something else for a shutdown is blamed for that.
  if (type === "shutdown_ack") return over(now);
  return {
    ...now,
    doubts,
    ready: now.ready || type === "ready",
    events: type === "subscribe" ? textsOf(frame, "events") : now.events,
    panel:
      type === "command_response" && isObject(panel ?? null) ? textOf(panel as JsonObject, "id") : now.panel,
  };
}

/** The kit has written something. */
function wrote(now: Life, event: Extract<TraceEvent, { kind: "sent" | "raw" }>) {
  let after = now;
  const frames = writtenFrames(event);
  for (const frame of frames) {
    if (frame.type === "shutdown" && now.phase === "running")
      return judged(over(now), ...(now.closed === undefined ? [] : [now.closed]));
    if (frame.type === "shutdown") after = over(after);
    if (frame.type === "hello_ack" && frame.protocol_version !== protocolVersion) after = over(after);
    else if (frame.type === "hello_ack" && after.phase === "starting") after = { ...after, phase: "running" };
    if (frame.type === "panel_close" && frame.panel_id === after.panel) after = { ...after, panel: "" };
  }
  if (event.send === undefined) return unconcerned(after);
  const doubts = frames.map((frame) => doubtOf(now, frame, event));
  const unframed: Doubt = { id: "", type: "line", ordinary: false };
  return unconcerned({ ...after, doubts: [...after.doubts, ...(doubts.length === 0 ? [unframed] : doubts)] });
}

function doubtOf(now: Life, frame: JsonObject, event: TraceEvent): Doubt {
  const type = textOf(frame, "type");
  const { id: _, ...rest } = frame;
  const isFence = JSON.stringify(rest) === now.fence;
  const id = requests.has(type) ? textOf(frame, "id") : "";
  const ordinary = event.kind === "sent" && (isFence || isOrdinary(now, frame));
  return { id, type: isFence ? "" : type, ordinary };
}

/** Whether it is one that every host may send at this point, with nothing in it that has yet to be defined. */
function isOrdinary(now: Life, frame: JsonObject): boolean {
  if (judge.check(frame).kind !== "frame") return false;
  switch (frame.type) {
    case "event": {
      const event = textOf(frame, "event");
      // The text may be missing, and that is a rule of its own.
      return now.events.includes(event) && (event !== "assistant_message" || "text" in frame);
    }
    case "panel_key":
    case "panel_close":
      return now.panel !== "" && frame.panel_id === now.panel;
    default:
      return false;
  }
}

/** What it was sent beside the ordinary may be what it died of; that is for the case to judge. */
function isItsOwn({ transformed, doubts }: Life): boolean {
  return !transformed && doubts.every(({ ordinary }) => ordinary);
}

function brokenBy({ ready, doubts, words }: Life, how: string, hint: string): Broken {
  const sent = doubts.map(({ type }) => type).filter((type) => type !== "");
  const after = sent.length > 0 ? ` after ${sent.join(", ")}` : ready ? "" : " before it was ready";
  const { from, to } = tellingLines(words);
  const last = words.slice(from, to).join("\n");
  return {
    requirement,
    expected: "a process that runs until shutdown or the end of its input",
    actual: `${how}${after}${last === "" ? "" : `; its last words were ${show(last, 400)}`}`,
    hint,
    difference: "early",
    ends: true,
  };
}

function survive({ ready, doubts }: Life): string {
  if (doubts.some(({ type }) => type !== "")) return "Go on working after every frame that a host sends.";
  return ready
    ? "Go on reading standard input, and end only at shutdown or at its end."
    : "Find out why it ends at its start; look at its standard error, and at its log if it writes one.";
}
