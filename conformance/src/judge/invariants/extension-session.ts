/** An extension greets first and keeps to the state of the session. */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { deadlines, findFrame } from "@extproto/schemas";
import type { SessionMachine } from "@extproto/spec";
import type { JsonObject } from "../../case/json.js";
import type { Invariant } from "../contract.js";
import { show } from "../match.js";
import { unreadableHint } from "./unreadable-line.js";
import { define, judged, textOf, unconcerned, writtenFrames } from "./watch.js";

let machine: SessionMachine | undefined;

/** The session's state machine. */
export function session(): SessionMachine {
  if (machine === undefined) {
    const file = createRequire(import.meta.url).resolve("@extproto/spec/session.json");
    machine = JSON.parse(readFileSync(file, "utf8")) as SessionMachine;
  }
  return machine;
}

const helloFirst = define<boolean>({
  name: "hello-first",
  target: "extension",
  requirements: ["ext.handshake.hello-first"],
  doc: "The first line of an extension is a hello with its name and version.",
  start: () => false,
  step(seen, event) {
    if (event.kind === "started") return unconcerned(false);
    if (event.kind !== "received" || event.actor !== "host" || seen) return unconcerned(seen);
    const { frame } = event;
    const named = typeof frame?.name === "string" && frame.name !== "";
    if (frame?.type === "hello" && named && typeof frame.version === "string") return judged(true);
    return judged(true, {
      requirement: "ext.handshake.hello-first",
      expected: "a hello frame with name and version as the first line",
      actual: show(frame ?? event.line),
      hint: firstHint(frame, event.line),
      difference: "order",
    });
  },
});

function firstHint(frame: JsonObject | undefined, line: string): string {
  if (frame?.type === "hello") return "Put name and version into hello.";
  // A line that begins like a frame was meant to be one.
  if (frame === undefined && line.trim().startsWith("{")) return unreadableHint(line);
  return "Write hello before anything else; print logs to standard error.";
}

interface Session {
  readonly state: string;
  /** A ready that came before hello_ack is acted on after it. */
  readonly ready: boolean;
  /** When the extension wrote last. */
  readonly last: number;
}

const spawned: Session = { state: "spawned", ready: false, last: 0 };

const keepsToState = define<Session>({
  name: "extension-keeps-to-state",
  target: "extension",
  requirements: ["ext.handshake.extension-keeps-to-state"],
  doc: "An extension sends only what session.json allows it in the state of the session.",
  start: () => spawned,
  step(now, event) {
    if (event.kind === "started") return unconcerned(spawned);
    for (const frame of writtenFrames(event)) {
      const after = hostWrote(now, mayLookLikeShutdown(frame) ? "shutdown" : textOf(frame, "type"));
      if (after !== now) return unconcerned(after);
    }
    if (event.kind !== "received" || event.frame === undefined || event.actor !== "host")
      return unconcerned(now);
    const type = textOf(event.frame, "type");
    const after = extensionWrote(now, type, event.t);
    if (findFrame(`extproto.extension.${type}`) === undefined) return unconcerned(after);
    // What comes before hello is the business of hello-first.
    if (now.state === "spawned") return unconcerned(after);
    const idle = now.state === "registering" && event.t - now.last >= deadlines.ready_idle.ms;
    const allowed = [now.state, ...(idle ? ["ready"] : [])].flatMap(
      (state) => session().allowed[state]?.extension ?? [],
    );
    if (allowed.includes(`extproto.extension.${type}`)) return judged(after);
    return judged(after, {
      requirement: "ext.handshake.extension-keeps-to-state",
      expected: `in the state ${now.state}, one of ${allowed.map((name) => name.split(".").at(-1)).join(", ") || "no frame at all"}`,
      actual: show(event.frame),
      hint: hintFor(type, now.state),
      difference: "order",
    });
  },
});

/** A reader that ignores the case of field names is told to stop; that it ignores it is another rule's business. */
function mayLookLikeShutdown(frame: JsonObject): boolean {
  return Object.entries(frame).some(
    ([name, value]) => name !== "type" && name.toLowerCase() === "type" && value === "shutdown",
  );
}

function hostWrote(now: Session, type: string): Session {
  if (type === "hello_ack" && now.state === "greeting")
    return { ...now, state: now.ready ? "ready" : "registering" };
  if (type === "shutdown" && now.state !== "spawned") return { ...now, state: "stopping" };
  // A host that serves an extension regards it as ready, whether or not it said so.
  const serves = session().allowed.ready?.host.includes(`extproto.host.${type}`) === true;
  return serves && now.state === "registering" ? { ...now, state: "ready" } : now;
}

function extensionWrote(now: Session, type: string, t: number): Session {
  const at = { ...now, last: t };
  if (type === "hello" && now.state === "spawned") return { ...at, state: "greeting" };
  if (type !== "ready") return at;
  return now.state === "registering" ? { ...at, state: "ready", ready: true } : { ...at, ready: true };
}

function hintFor(type: string, state: string): string {
  if (type === "hello") return "Send hello once, at the start.";
  if (type === "shutdown_ack") return "Send shutdown_ack only as the answer to shutdown.";
  return `Do not send ${type} while the session is ${state}.`;
}

/** The invariants about the order of an extension's frames. */
export const extensionSession: readonly Invariant[] = [helloFirst, keepsToState];
