/** What passes between agent and extensions: their events as RPC events, the agent's as `event` frames. */
import type { Event as HostEvent, ServerEvent } from "@extproto/schemas";
import { noteLevels } from "@extproto/schemas";
import type { EventDetail } from "../agent/contract.js";
import type { InterceptOutcome, ManagerEvent } from "../extensions/contract.js";

type NoteLevel = (typeof noteLevels)[number];

/** The RPC event for what an extension does; undefined for the host's own words about it. */
export function toServerEvent(event: ManagerEvent): ServerEvent | undefined {
  switch (event.type) {
    case "notify":
      return {
        type: "ext_notify",
        extension: event.extension,
        level: knownLevel(event.level),
        message: event.message,
      };
    case "display":
      return { type: "ext_display", extension: event.extension, text: event.text };
    case "insert":
      return { type: "ext_insert", extension: event.extension, text: event.text };
    case "submit":
      return { type: "ext_submit", extension: event.extension, text: event.text };
    case "panel_open":
      return { type: "ext_panel_open", extension: event.extension, panel: event.panel };
    case "panel_render": {
      const { id, ...content } = event.panel;
      return { type: "ext_panel_render", extension: event.extension, panel_id: id, ...content };
    }
    case "panel_close":
      return { type: "ext_panel_close", extension: event.extension, panel_id: event.panelId };
    case "intercept":
      return interceptEvent(event.outcome);
    case "problem":
      return undefined;
  }
}

function knownLevel(level: string): NoteLevel {
  return noteLevels.find((known) => known === level) ?? "info";
}

function interceptEvent(outcome: InterceptOutcome): ServerEvent {
  return {
    type: "ext_intercept",
    extension: outcome.extension,
    event: outcome.event,
    outcome: outcome.outcome,
    ...(outcome.reason === undefined ? {} : { reason: outcome.reason }),
    ...(outcome.toolId === undefined ? {} : { tool_id: outcome.toolId }),
    ...(outcome.step === undefined ? {} : { step: outcome.step }),
  };
}

/**
 * The `event` frame by which extensions learn of what the agent does; undefined for what they are not told.
 * A call whose arguments are not a JSON object is never executed, so they are not told of it either.
 */
export function toHostEvent(event: ServerEvent, detail: EventDetail): HostEvent | undefined {
  switch (event.type) {
    case "turn_start":
      return { type: "event", event: "turn_start", step: event.step };
    case "turn_end":
      return {
        type: "event",
        event: "turn_end",
        stop: event.stop,
        ...(event.error === undefined ? {} : { error: event.error }),
      };
    case "tool_call":
      if (detail.callable !== true || event.args === null) return undefined;
      return {
        type: "event",
        event: "tool_call",
        tool_id: event.id,
        tool_name: event.name,
        tool_args: event.args,
      };
    case "assistant_message":
      return {
        type: "event",
        event: "assistant_message",
        ...(detail.text === undefined || detail.text === "" ? {} : { text: detail.text }),
      };
    default:
      return undefined;
  }
}
