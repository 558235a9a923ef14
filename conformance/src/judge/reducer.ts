/**
 * The heart of runner and judge: one event in, the next state out.
 *
 * Pure: no input or output, no clock, no randomness. The runner feeds it live events and does what it asks for;
 * the judge folds it over a stored trace and gets the same.
 */
import type { Case } from "../case/format.js";
import type { JudgeConfig, ReceivedEvent, StepResult, TraceEvent } from "./contract.js";
import { type Draft, draftOf, find, finish, stateOf, wakeAt } from "./draft.js";
import { invariantsFor } from "./invariants/registry.js";
import { itemsOf } from "./items.js";
import { watchNevers } from "./never.js";
import { advance } from "./program.js";
import { inboxKey, initialState, type Life, type State } from "./state.js";
import { listed } from "./words.js";

export { initialState, type State } from "./state.js";

/** How long the prologue may take, as a multiple of the patience with one step; actors give up long before. */
const prologueTimes = 3;

/**
 * Begins a run.
 *
 * @example
 * ```ts
 * let { state } = begin(theCase, config);
 * for (const event of events) ({ state } = step(state, event));
 * ```
 */
export function begin(theCase: Case, config: JudgeConfig): StepResult<State> {
  return {
    state: initialState(theCase, config),
    sends: [],
    findings: [],
    wake: prologueTimes * config.patience,
  };
}

/** Takes one event. */
export function step(state: State, event: TraceEvent): StepResult<State> {
  const draft = draftOf(state);
  const index = draft.index;
  draft.index = index + 1;
  draft.now = Math.max(draft.now, event.t);
  draft.first ??= event.t;
  if (draft.phase !== "over") {
    note(draft, event, index);
    watchInvariants(draft, event, index);
    collect(draft, event, index);
    if (draft.phase === "prologue") prologue(draft);
    if (draft.phase === "steps") advance(draft);
    if (event.kind === "end") {
      finish(draft);
      draft.phase = "over";
    }
  }
  const { sends, findings, wake, finished } = draft.out;
  return {
    state: stateOf(draft),
    sends,
    findings,
    ...(wake === undefined ? {} : { wake }),
    ...(finished ? { finished: true } : {}),
  };
}

/** Events that are facts about the run, not items of an inbox. */
function note(draft: Draft, event: TraceEvent, index: number): void {
  switch (event.kind) {
    case "noise":
      draft.noise = Math.max(draft.noise, event.ms);
      break;
    case "ready":
      draft.ready = [...draft.ready, event.actor];
      break;
    case "not-ready":
      if (draft.phase !== "prologue") break;
      draft.dependency ??= event.reason;
      finish(draft);
      break;
    case "interrupted":
      draft.interrupted ??= event.message;
      finish(draft);
      break;
    case "harness-error":
      draft.harness ??= event.message;
      finish(draft);
      break;
    case "sent":
    case "raw":
      if (event.send !== undefined) draft.sentAt = { [event.send]: event.t, ...draft.sentAt };
      break;
    case "performed": {
      const { t, refused } = event;
      draft.performed = {
        ...draft.performed,
        [event.send]: refused === undefined ? { t, index } : { t, index, refused },
      };
      break;
    }
    case "file":
      if (event.send !== undefined) draft.files = { ...draft.files, [event.send]: { text: event.text } };
      break;
    case "received":
      if (event.frame === undefined) draft.unread = withUnread(draft.unread, event);
      break;
    case "started":
    case "eof":
    case "exit":
    case "stderr":
      draft.lives = { ...draft.lives, [event.actor]: lived(draft.lives[event.actor], event) };
      break;
    default:
  }
}

const keptUnread = 100;
const longestUnread = 1_000;

function withUnread(unread: State["unread"], { actor, line, t }: ReceivedEvent): State["unread"] {
  const one = { line: line.slice(0, longestUnread), t };
  return { ...unread, [actor]: [...(unread[actor] ?? []), one].slice(-keptUnread) };
}

const unborn: Life = { ended: [], stderr: [] };
/** As many as a trace is long, so that the error above it is among them. */
const keptStderr = 60;

function lived(life: Life = unborn, event: TraceEvent): Life {
  switch (event.kind) {
    case "eof":
      return { ...life, ended: [...life.ended, event.stream] };
    case "exit":
      return { ...life, exit: { code: event.code, signal: event.signal, t: event.t } };
    case "stderr":
      return { ...life, stderr: [...life.stderr, event.line].slice(-keptStderr) };
    default:
      return unborn;
  }
}

function collect(draft: Draft, event: TraceEvent, index: number): void {
  for (const item of itemsOf(event, index)) {
    const key = inboxKey(item.actor, item.channel);
    const inbox = draft.inboxes[key];
    if (inbox === undefined) continue;
    draft.inboxes = { ...draft.inboxes, [key]: inbox.with(item) };
    watchNevers(draft, item);
  }
}

/** Where to look when the beginning does not come to its end. */
const advice = {
  extension: "it has to send hello, what it registers, and ready",
  host: "the host has to start each extension that it is given, read its hello and answer with hello_ack; does the profile pass extensions as the host expects?",
  client: "the client has to start its server; does the profile say how it finds one?",
} as const;

function prologue(draft: Draft): void {
  if (draft.config.awaits.every((actor) => draft.ready.includes(actor))) {
    draft.phase = "steps";
    return;
  }
  const longest = prologueTimes * draft.config.patience;
  if (draft.now < longest) {
    wakeAt(draft, longest);
    return;
  }
  const missing = draft.config.awaits.filter((actor) => !draft.ready.includes(actor));
  draft.dependency ??= `${listed(missing)} ${missing.length === 1 ? "was" : "were"} not ready after ${longest / 1000} s; ${advice[draft.config.target]}`;
  finish(draft);
}

/** As often as a rule is told to be broken in one run: a target that does nothing but break it says nothing new. */
const mostFindings = 50;

function watchInvariants(draft: Draft, event: TraceEvent, index: number): void {
  if (isAftermath(draft)) return;
  const invariants = invariantsFor(draft.config.target);
  draft.watched = draft.watched.map((watched, place) => {
    const invariant = invariants[place];
    if (invariant === undefined) return watched;
    const { state, exercised, broken } = invariant.step(watched.state, event, index);
    const told = (broken ?? []).slice(0, Math.max(0, mostFindings - watched.found));
    for (const { requirement, ends, ...finding } of told) {
      find(draft, {
        requirements: [requirement],
        assertion: `invariant ${invariant.name}`,
        event: index,
        ...finding,
      });
      if (ends === true) finish(draft);
    }
    if (state === watched.state && exercised !== true && broken === undefined) return watched;
    return {
      state,
      exercised: watched.exercised || exercised === true || broken !== undefined,
      broken: watched.broken || (broken?.length ?? 0) > 0,
      found: watched.found + told.length,
    };
  });
}

/** A host that is ended in the middle of a broken case is left with work that nobody answers. */
function isAftermath({ phase, config, main }: Draft): boolean {
  return config.target === "host" && phase === "epilogue" && main.next < main.steps.length;
}
