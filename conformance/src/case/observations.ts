/**
 * What the cases for hosts see things through: a note that reaches the client, an interception, the answer to a
 * query. Most cases only use them to show something else. A host that lacks one is told so by the cases that prove
 * it; everywhere else it says nothing about what the case proves.
 */
import { plainSteps } from "./evidence.js";
import type { AwaitStep, Case, Json, PlainStep } from "./format.js";
import { isObject } from "./json.js";

/**
 * Each observation, with the requirements that it belongs to: a step that proves one of them is about the
 * observation itself.
 */
export const observations: Readonly<Record<string, readonly string[]>> = {
  "done over RPC": ["rpc.order.done-last"],
  "user_message over RPC": ["rpc.event.user-message"],
  "turn_start over RPC": ["rpc.event.turn-start"],
  "turn_end over RPC": ["rpc.event.turn-end"],
  "assistant_message over RPC": ["rpc.event.assistant-message"],
  "text_delta over RPC": ["rpc.event.text-delta"],
  "tool_call over RPC": ["rpc.event.tool-call"],
  "tool_result over RPC": ["rpc.event.tool-result"],
  "error over RPC": ["rpc.event.error"],
  "compact_done over RPC": ["rpc.compact.outcome"],
  "ext_notify over RPC": [
    "rpc.event.ext-notify",
    "ext.intercept.turn-refused",
    "ext.intercept.message-refused",
  ],
  "ext_panel_open over RPC": ["add.panels.shown"],
  "tool_approval_request over RPC": ["add.tool-approval.asked"],
  "the answer to get_messages": ["rpc.state.messages"],
  "the answer to get_state": ["rpc.state.snapshot", "rpc.state.busy"],
  "the answer to get_models": ["rpc.model.list"],
  "the answer to ping": ["rpc.state.ping"],
  "calls of the model": ["rpc.prompt.content"],
  "tool_call to an extension": ["ext.tool.call-to-owner", "ext.register.tool-offered"],
  "command_invoked to an extension": ["ext.command.invoked", "ext.register.command-offered"],
  "panel_key to an extension": ["ext.panel.keys-to-owner", "add.panels.keys"],
  "shutdown to an extension": ["ext.shutdown.sent-to-all"],
  "interception of tool_call": ["ext.intercept.tool-call-request"],
  "interception of turn_start": ["ext.intercept.turn-every-call"],
  "interception of assistant_message": ["ext.intercept.message-text"],
  "the event session_start": ["ext.event.session-start", "ext.subscribe.events-delivered"],
  "the event turn_start": ["ext.event.turn-start-step", "ext.subscribe.events-delivered"],
  "the event tool_call": ["ext.event.tool-call", "ext.subscribe.events-delivered"],
  "the event turn_end": ["ext.event.turn-end", "ext.subscribe.events-delivered"],
  "the event assistant_message": ["ext.event.assistant-message", "ext.subscribe.events-delivered"],
  "notes on the screen": ["ext.notify.shown"],
  "texts of commands on the screen": ["ext.command.display-shown"],
  "panels on the screen": ["ext.panel.shown"],
};

/**
 * The observation that a step makes without being about it; undefined where it makes none of them, or proves it.
 *
 * @example
 * ```ts
 * seenThrough(theCase, step) === "ext_notify over RPC"
 * ```
 */
export function seenThrough(theCase: Case, step: PlainStep): string | undefined {
  if (step.kind !== "await" || theCase.for !== "host") return undefined;
  const name = observationOf(theCase, step);
  const about = name === undefined ? undefined : observations[name];
  if (about === undefined) return undefined;
  return (step.proves ?? theCase.proves).some((id) => about.includes(id)) ? undefined : name;
}

/** Everything that a case sees something else through. */
export function reliesOn(theCase: Case): ReadonlySet<string> {
  return new Set(plainSteps(theCase).flatMap((step) => seenThrough(theCase, step) ?? []));
}

/** What kind of thing a step waits for, in the words of {@link observations} where it is one of them. */
export function observationOf(theCase: Case, step: AwaitStep): string | undefined {
  const { actor, channel, pattern } = step;
  if (channel === "screen") return shownBy(theCase, pattern);
  if (channel !== "frame" || !isObject(pattern)) return undefined;
  if (actor === "model") return "calls of the model";
  const { type } = pattern;
  if (typeof type !== "string") return undefined;
  if (actor !== "client") return sentToProbe(theCase, step, type, pattern.event);
  if (type !== "response") return `${type} over RPC`;
  const command = typeof pattern.command === "string" ? pattern.command : askedBy(theCase, pattern.id);
  return command === undefined ? undefined : `the answer to ${command}`;
}

function sentToProbe(
  theCase: Case,
  { actor }: AwaitStep,
  type: string,
  event: Json | undefined,
): string | undefined {
  if (type !== "event" && type !== "event_intercept") return `${type} to an extension`;
  const spec = theCase.extensions[theCase.roles[actor]?.[0] ?? actor];
  const [named, ...others] = (type === "event" ? spec?.subscribe : spec?.intercept) ?? [];
  const which = typeof event === "string" ? event : others.length === 0 ? named : undefined;
  if (which === undefined) return undefined;
  return type === "event" ? `the event ${which}` : `interception of ${which}`;
}

/** The command that the client sent with this id. */
function askedBy(theCase: Case, id: Json | undefined): string | undefined {
  if (typeof id !== "string") return undefined;
  for (const step of plainSteps(theCase)) {
    if (step.kind !== "act" || step.actor !== "client" || !isObject(step.value)) continue;
    if (step.value.id === id && typeof step.value.type === "string") return step.value.type;
  }
  return undefined;
}

/** What put a text on the screen: the frame of an extension that it stands in. */
function shownBy(theCase: Case, pattern: Json): string | undefined {
  if (typeof pattern !== "string") return undefined;
  for (const step of plainSteps(theCase)) {
    if (step.kind !== "act" || step.act !== "send" || !isObject(step.value)) continue;
    if (!textsIn(step.value).some((text) => text.includes(pattern))) continue;
    const { type, action, error } = step.value;
    if (type === "notify") return "notes on the screen";
    if (type === "panel_render" || action === "open_panel") return "panels on the screen";
    if (action === "display" && error === undefined) return "texts of commands on the screen";
  }
  return undefined;
}

function textsIn(value: Json): readonly string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}
