/** What an extension registers, announces and says about itself. */
import { deadlines, extprotoCapabilities, findFrame } from "@extproto/schemas";
import { isObject } from "../../case/json.js";
import type { Invariant } from "../contract.js";
import { show } from "../match.js";
import { define, judged, textOf, textsOf, unconcerned, writtenFrames } from "./watch.js";

const toolSchema = define<null>({
  name: "tool-schemas-are-objects",
  target: "extension",
  requirements: ["ext.register.tool-schema"],
  doc: "The schema of a registered tool is a JSON Schema whose type is object.",
  start: () => null,
  step(state, event) {
    if (event.kind !== "received" || event.frame?.type !== "register_tool") return unconcerned(state);
    const { schema } = event.frame;
    if (isObject(schema ?? null) && (schema as { type?: unknown }).type === "object") return judged(state);
    return judged(state, {
      requirement: "ext.register.tool-schema",
      expected: "a schema whose type is object",
      actual: show(schema ?? null),
      hint: 'Describe the arguments as an object: {"type":"object","properties":{...}}.',
      difference: "invalid",
    });
  },
});

const lowerCase = define<null>({
  name: "command-names-lower-case",
  target: "extension",
  requirements: ["ext.register.command-name-lower-case"],
  doc: "The name of a command contains no upper-case letters.",
  start: () => null,
  step(state, event) {
    if (event.kind !== "received" || event.frame?.type !== "register_command") return unconcerned(state);
    const name = textOf(event.frame, "name");
    if (name === name.toLowerCase()) return judged(state);
    return judged(state, {
      requirement: "ext.register.command-name-lower-case",
      expected: "a name without upper-case letters",
      actual: show(name),
      hint: `Register ${show(name.toLowerCase())}.`,
      difference: "invalid",
    });
  },
});

interface Opening {
  readonly greeted: boolean;
  readonly ready: number;
  readonly subscribed: number;
  /** The last frame before ready, or the hello_ack that was waited for. */
  readonly last: number;
  readonly noise: number;
  /** The host has gone on to serve it, or the run is being given up. */
  readonly over: boolean;
  /** The host has written more than its hello_ack: what comes now may be the answer, and the wait the host's. */
  readonly served: boolean;
}

const closedBook: Opening = {
  over: false,
  served: false,
  greeted: false,
  ready: 0,
  subscribed: 0,
  last: 0,
  noise: 0,
};

/** What an extension announces itself with. Without ready, only these tell how long it takes to do so. */
const initial: ReadonlySet<string> = new Set(["register_command", "register_tool", "subscribe"]);

const opening = define<Opening>({
  name: "registers-then-ready",
  target: "extension",
  requirements: ["ext.ready.sent-once", "ext.ready.no-pause", "ext.subscribe.once-before-ready"],
  doc: "Registrations follow hello without a pause, one subscribe at most, then ready once.",
  start: () => closedBook,
  step(now, event) {
    if (event.kind === "started") return unconcerned({ ...closedBook, noise: now.noise });
    if (event.kind === "noise") return unconcerned({ ...now, noise: Math.max(now.noise, event.ms) });
    if (event.kind === "ready" || event.kind === "interrupted" || event.kind === "harness-error")
      return unconcerned({ ...now, over: true });
    const written = writtenFrames(event);
    if (written.length > 0) {
      const acknowledged = written.some((frame) => frame.type === "hello_ack");
      const served = now.served || written.some((frame) => frame.type !== "hello_ack");
      return unconcerned({ ...now, served, last: acknowledged ? event.t : now.last });
    }
    if (event.kind !== "received" || event.frame === undefined || event.actor !== "host")
      return unconcerned(now);
    const type = textOf(event.frame, "type");
    const after = { ...now, last: event.t };
    if (type === "hello") return unconcerned({ ...after, greeted: true });
    if (!now.greeted) return unconcerned(after);
    if (type === "ready" && now.ready > 0) {
      return judged(after, {
        requirement: "ext.ready.sent-once",
        expected: "ready once",
        actual: "a second ready",
        hint: "Send ready once, after the last initial registration.",
        difference: "duplicate",
      });
    }
    if (type === "subscribe" && (now.ready > 0 || now.subscribed > 0)) {
      return judged(
        { ...after, subscribed: now.subscribed + 1 },
        {
          requirement: "ext.subscribe.once-before-ready",
          expected: "one subscribe, before ready",
          actual: now.ready > 0 ? "a subscribe after ready" : "a second subscribe",
          hint: "Name all events and intercepts in one subscribe before ready.",
          difference: now.ready > 0 ? "order" : "duplicate",
        },
      );
    }
    const counted = {
      ...after,
      ready: now.ready + (type === "ready" ? 1 : 0),
      subscribed: now.subscribed + (type === "subscribe" ? 1 : 0),
    };
    const allowed = deadlines.ready_idle.ms;
    const gap = event.t - now.last;
    const opens = type === "ready" || (initial.has(type) && !now.served);
    if (!opens || now.ready > 0 || gap <= Math.max(3 * allowed, allowed + 20 * now.noise))
      return judged(counted);
    return judged(counted, {
      requirement: "ext.ready.no-pause",
      expected: `less than ${allowed} ms between two frames from hello to ready`,
      actual: `${Math.round(gap)} ms before ${show(event.frame)}`,
      hint: "Do slow work before hello or after ready, not between them.",
      difference: "late",
    });
  },
});

interface Announced {
  readonly capabilities: readonly string[];
}

const additions = define<Announced>({
  name: "additions-announced-by-host",
  target: "extension",
  requirements: ["growth.capability.plain-host-untouched"],
  doc: "An extension sends no frame of an addition that the host did not announce.",
  start: () => ({ capabilities: [] }),
  step(state, event) {
    for (const frame of writtenFrames(event)) {
      if (frame.type === "hello_ack") return unconcerned({ capabilities: textsOf(frame, "capabilities") });
    }
    if (event.kind !== "received" || event.frame === undefined || event.actor !== "host")
      return unconcerned(state);
    const capability = findFrame(`extproto.extension.${textOf(event.frame, "type")}`)?.capability;
    if (capability === undefined || !isAddition(capability)) return unconcerned(state);
    if (state.capabilities.includes(capability)) return judged(state);
    return judged(state, {
      requirement: "growth.capability.plain-host-untouched",
      expected: `no ${textOf(event.frame, "type")}: the host did not announce ${capability}`,
      actual: show(event.frame),
      hint: `Look for ${show(capability)} in hello_ack.capabilities before you send it.`,
      difference: "unasked",
    });
  },
});

/** Whether a capability stands for an addition; the others are advisory. */
export function isAddition(capability: string): boolean {
  return Object.entries(extprotoCapabilities).some(([name, facts]) => name === capability && facts.addition);
}

/** The invariants about registration. */
export const extensionRegistration: readonly Invariant[] = [toolSchema, lowerCase, opening, additions];
