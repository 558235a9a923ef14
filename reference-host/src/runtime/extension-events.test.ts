import { describe, expect, it } from "vitest";
import type { ManagerEvent } from "../extensions/contract.js";
import { toHostEvent, toServerEvent } from "./extension-events.js";

describe("what an extension does, as an RPC event", () => {
  it.each<[ManagerEvent, unknown]>([
    [
      { type: "notify", extension: "w", level: "warn", message: "m" },
      { type: "ext_notify", extension: "w", level: "warn", message: "m" },
    ],
    [
      { type: "notify", extension: "w", level: "loud", message: "m" },
      { type: "ext_notify", extension: "w", level: "info", message: "m" },
    ],
    [
      { type: "display", extension: "w", text: "t" },
      { type: "ext_display", extension: "w", text: "t" },
    ],
    [
      { type: "insert", extension: "w", text: "t" },
      { type: "ext_insert", extension: "w", text: "t" },
    ],
    [
      { type: "submit", extension: "w", text: "t" },
      { type: "ext_submit", extension: "w", text: "t" },
    ],
    [
      { type: "panel_open", extension: "w", panel: { id: "p", lines: ["a"] } },
      { type: "ext_panel_open", extension: "w", panel: { id: "p", lines: ["a"] } },
    ],
    [
      { type: "panel_render", extension: "w", panel: { id: "p", title: "T", lines: ["b"], footer: "f" } },
      { type: "ext_panel_render", extension: "w", panel_id: "p", title: "T", lines: ["b"], footer: "f" },
    ],
    [
      { type: "panel_close", extension: "w", panelId: "p" },
      { type: "ext_panel_close", extension: "w", panel_id: "p" },
    ],
    [
      {
        type: "intercept",
        outcome: {
          extension: "g",
          event: "tool_call",
          outcome: "blocked",
          reason: "no",
          toolId: "t1",
          step: undefined,
        },
      },
      {
        type: "ext_intercept",
        extension: "g",
        event: "tool_call",
        outcome: "blocked",
        reason: "no",
        tool_id: "t1",
      },
    ],
    [{ type: "problem", extension: "w", message: "died" }, undefined],
  ])("%j", (event, expected) => {
    expect(toServerEvent(event)).toEqual(expected);
  });
});

describe("what the agent does, as an event frame", () => {
  it("tells of turns, calls and messages", () => {
    expect(toHostEvent({ type: "turn_start", step: 2 }, {})).toEqual({
      type: "event",
      event: "turn_start",
      step: 2,
    });
    expect(toHostEvent({ type: "turn_end", stop: "error", error: "no" }, {})).toEqual({
      type: "event",
      event: "turn_end",
      stop: "error",
      error: "no",
    });
    expect(
      toHostEvent({ type: "tool_call", id: "t", name: "bash", args: { a: 1 } }, { callable: true }),
    ).toEqual({
      type: "event",
      event: "tool_call",
      tool_id: "t",
      tool_name: "bash",
      tool_args: { a: 1 },
    });
    expect(toHostEvent({ type: "assistant_message", content: [], time: "" }, { text: "shown" })).toEqual({
      type: "event",
      event: "assistant_message",
      text: "shown",
    });
  });

  it("keeps a garbled call to itself", () => {
    expect(
      toHostEvent({ type: "tool_call", id: "t", name: "bash", args: null }, { callable: false }),
    ).toBeUndefined();
  });

  it("leaves text out of a message that has none", () => {
    expect(toHostEvent({ type: "assistant_message", content: [], time: "" }, { text: "" })).toEqual({
      type: "event",
      event: "assistant_message",
    });
  });
});
