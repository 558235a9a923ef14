/** What the reducer remembers between two events. Plain data; never changed in place. */
import { plainSteps } from "../case/evidence.js";
import type { Case, Channel, JsonObject, NeverStep, Step } from "../case/format.js";
import type { Finding, JudgeConfig } from "./contract.js";
import { Inbox } from "./inbox.js";
import { invariantsFor } from "./invariants/registry.js";

/** A sequence of steps that is being carried out: the case itself, or a branch of a group. */
export interface Thread {
  readonly steps: readonly Step[];
  /** Index of the current step. */
  readonly next: number;
  /** For each inbox, the index of the first event that has not been passed. */
  readonly cursors: Readonly<Record<string, number>>;
  /** When the current step was reached. */
  readonly since?: number;
  /** The send that the current step waits for. */
  readonly pending?: number;
  /** When a file is to be looked at again. */
  readonly look?: number;
  /** What the current step has looked at in vain: all before this index, with these bindings. */
  readonly seen?: { readonly before: number; readonly bindings: unknown };
}

/** A moment that steps can refer to: of a bound frame or of a labelled step. */
export interface Moment {
  readonly t: number;
  readonly actor: string;
  readonly by: "sent" | "received";
}

/** A `never` step that is in force. */
export interface Armed {
  readonly step: NeverStep;
  readonly broken: boolean;
}

/** What an invariant remembers. */
export interface Watched {
  readonly state: unknown;
  readonly exercised: boolean;
  readonly broken: boolean;
  /** How many findings it has led to. */
  readonly found: number;
}

/** What is known of the process behind an actor. */
export interface Life {
  readonly ended: readonly string[];
  readonly exit?: { readonly code: number | null; readonly signal: string | null; readonly t: number };
  readonly stderr: readonly string[];
}

/** The reducer's state. */
export interface State {
  readonly case: Case;
  readonly config: JudgeConfig;
  readonly phase: "prologue" | "steps" | "epilogue" | "over";
  /** Index of the next event. */
  readonly index: number;
  readonly now: number;
  readonly first: number | undefined;
  readonly noise: number;
  readonly ready: readonly string[];
  /** The inboxes that a step of this case looks into, by actor and channel; see {@link inboxKey}. */
  readonly inboxes: Readonly<Record<string, Inbox>>;
  readonly main: Thread;
  /** The branches of the group that the main thread stands at; undefined for one that is done. */
  readonly branches: readonly (Thread | undefined)[] | undefined;
  /** Items that a branch of the current group has taken: `index channel`. */
  readonly taken: readonly string[];
  readonly joined: Readonly<Record<string, number>>;
  readonly armed: readonly Armed[];
  readonly bindings: JsonObject;
  readonly moments: Readonly<Record<string, Moment>>;
  readonly roles: Readonly<Record<string, string>>;
  readonly sends: number;
  /** When each send was written, by its number. */
  readonly sentAt: Readonly<Record<number, number>>;
  /** Sends that are done, and why one was refused. */
  readonly performed: Readonly<
    Record<number, { readonly t: number; readonly index: number; readonly refused?: string }>
  >;
  /** By actor: the event with which its latest fence was over. */
  readonly fenced: Readonly<Record<string, number>>;
  /** What file reads found, by the number of the send. */
  readonly files: Readonly<Record<number, { readonly text: string | null }>>;
  readonly lives: Readonly<Record<string, Life>>;
  /** By actor: the last lines that are no frames. One of them may be what a step waits for in vain. */
  readonly unread: Readonly<Record<string, readonly UnreadLine[]>>;
  /** `at` of the steps that were done, and of those that failed. */
  readonly passed: readonly string[];
  readonly failed: readonly string[];
  readonly findings: readonly Finding[];
  readonly watched: readonly Watched[];
  /** Why everything else could not be judged. */
  readonly dependency?: string;
  /** What a step could not be judged by: its precondition, or what it would have been seen through. */
  readonly unmet?: string;
  readonly harness?: string;
  /** Why the run was given up. */
  readonly interrupted?: string;
}

/** A line that is no frame. */
export interface UnreadLine {
  readonly line: string;
  readonly t: number;
}

/** More than any case or chatty program comes to: whoever writes more than this does not stop by itself. */
const floodedAt = 200_000;

/** Whether so much has happened that waiting for more is in vain. */
export function isFlooded({ index }: Pick<State, "index">): boolean {
  return index > floodedAt;
}

/** The name of an inbox. */
export function inboxKey(actor: string, channel: Channel): string {
  return `${actor} ${channel}`;
}

/** The state before the first event. */
export function initialState(theCase: Case, config: JudgeConfig): State {
  return {
    case: theCase,
    config,
    phase: "prologue",
    index: 0,
    now: 0,
    first: undefined,
    noise: 0,
    ready: [],
    inboxes: emptyInboxes(theCase),
    main: { steps: theCase.steps, next: 0, cursors: {} },
    branches: undefined,
    taken: [],
    joined: {},
    armed: [],
    bindings: config.bindings,
    moments: {},
    roles: {},
    sends: 0,
    sentAt: {},
    performed: {},
    fenced: {},
    files: {},
    lives: {},
    unread: {},
    passed: [],
    failed: [],
    findings: [],
    watched: invariantsFor(config.target).map((invariant) => ({
      state: invariant.start(config, theCase),
      exercised: false,
      broken: false,
      found: 0,
    })),
  };
}

/** Only what a step may ask for is kept: a flood that nobody reads costs nothing. */
function emptyInboxes(theCase: Case): Readonly<Record<string, Inbox>> {
  const keys = plainSteps(theCase).flatMap((step) => {
    if (step.kind !== "await" && step.kind !== "never") return [];
    const actors = theCase.roles[step.actor] ?? [step.actor];
    return actors.map((actor) => inboxKey(actor, step.channel));
  });
  return Object.fromEntries(keys.map((key) => [key, Inbox.empty]));
}
