/** What an RPC server tells while it works. Spec: rpc.md, additions.md. */
import type { TProperties } from "typebox";
import {
  choice,
  flag,
  id,
  integer,
  list,
  object,
  objectOrNull,
  of,
  opt,
  text,
  time,
} from "../../define/fields.js";
import { type FrameFacts, frame, type Infer } from "../../define/frame.js";
import { Panel } from "../extproto/panels.js";
import { interceptNames, noteLevels, stopReasons } from "../registries.js";
import { MessageBlock, ResultBlock, Usage, usageFields } from "./messages.js";

function event<const N extends string, P extends TProperties>(
  definition: Partial<FrameFacts> & {
    type: N;
    doc: string;
    fields: P;
    examples: readonly Infer<ReturnType<typeof frame<N, P>>>[];
  },
) {
  return frame<N, P>({ kind: "one-way", since: "1.0", ...definition });
}

const callId = id("The model's id of the call.");
const extension = id("Name of the extension.");

export const TurnStart = event({
  type: "turn_start",
  doc: "A model call begins.",
  fields: { step: integer("Number of the model call within the prompt, from 1.", { from: 1 }) },
  examples: [{ type: "turn_start", step: 1 }],
});
export type TurnStart = Infer<typeof TurnStart>;

export const UserMessage = event({
  type: "user_message",
  doc: "The prompt, as it was added to the transcript.",
  fields: { content: list("The parts of the message.", MessageBlock), time: time("When it was added.") },
  examples: [
    { type: "user_message", content: [{ type: "text", text: "hello" }], time: "2026-04-19T11:30:00Z" },
  ],
});
export type UserMessage = Infer<typeof UserMessage>;

export const AssistantStart = event({
  type: "assistant_start",
  doc: "The model begins to answer.",
  fields: {},
  examples: [{ type: "assistant_start" }],
});
export type AssistantStart = Infer<typeof AssistantStart>;

export const TextDelta = event({
  type: "text_delta",
  doc: "The next piece of the assistant's text.",
  fields: { delta: text("The piece.") },
  examples: [{ type: "text_delta", delta: "Hel" }],
});
export type TextDelta = Infer<typeof TextDelta>;

export const ToolCallEvent = event({
  type: "tool_call",
  doc: "The model wants to call a tool.",
  fields: {
    id: callId,
    name: id("Name of the tool."),
    args: objectOrNull("The model's arguments; null where they were not a JSON object."),
  },
  examples: [
    { type: "tool_call", id: "toolu_1", name: "read", args: { path: "a.go" } },
    { type: "tool_call", id: "toolu_2", name: "read", args: null },
  ],
});
export type ToolCallEvent = Infer<typeof ToolCallEvent>;

export const ToolProgressEvent = event({
  type: "tool_progress",
  doc: "Output of a tool that is still running.",
  optional: true,
  fields: { id: callId, text: text("The output.") },
  examples: [{ type: "tool_progress", id: "toolu_1", text: "12 files read" }],
});
export type ToolProgressEvent = Infer<typeof ToolProgressEvent>;

export const ToolResultEvent = event({
  type: "tool_result",
  doc: "A tool has answered.",
  fields: {
    id: callId,
    is_error: flag("True where the call failed."),
    content: list("The result.", ResultBlock),
    extension: opt(
      text("The extension whose tool it is; absent for built-in tools.", { capability: "tool_attribution" }),
    ),
  },
  examples: [
    { type: "tool_result", id: "toolu_1", is_error: false, content: [{ type: "text", text: "package a" }] },
    {
      type: "tool_result",
      id: "toolu_2",
      is_error: false,
      content: [{ type: "image", mime_type: "image/png", bytes: 12345 }],
      extension: "weather",
    },
  ],
});
export type ToolResultEvent = Infer<typeof ToolResultEvent>;

export const AssistantMessage = event({
  type: "assistant_message",
  doc: "What the assistant said in this model call, as the user sees it.",
  fields: { content: list("The parts of the message.", MessageBlock), time: time("When it was added.") },
  examples: [
    { type: "assistant_message", content: [{ type: "text", text: "Hello." }], time: "2026-04-19T11:30:01Z" },
  ],
});
export type AssistantMessage = Infer<typeof AssistantMessage>;

export const UsageEvent = event({
  type: "usage",
  doc: "Tokens and cost of this model call, and of all so far.",
  fields: { ...usageFields, cumulative: of("All model calls so far.", Usage) },
  examples: [
    {
      type: "usage",
      input: 10,
      output: 5,
      cache_read: 0,
      cache_write: 0,
      cost_usd: 0.0001,
      cumulative: { input: 10, output: 5, cache_read: 0, cache_write: 0, cost_usd: 0.0001 },
    },
  ],
});
export type UsageEvent = Infer<typeof UsageEvent>;

export const TurnEnd = event({
  type: "turn_end",
  doc: "A model call has ended.",
  fields: {
    stop: choice("Why it ended.", stopReasons),
    error: opt(text("What went wrong, where stop is error.")),
  },
  examples: [
    { type: "turn_end", stop: "end_turn" },
    { type: "turn_end", stop: "error", error: "outside business hours" },
  ],
});
export type TurnEnd = Infer<typeof TurnEnd>;

export const Done = event({
  type: "done",
  doc: "The prompt or compaction is over, whatever came of it.",
  fields: {},
  examples: [{ type: "done" }],
});
export type Done = Infer<typeof Done>;

export const ErrorEvent = event({
  type: "error",
  doc: "Something failed. The server goes on; done still follows.",
  fields: { message: text("What went wrong.") },
  examples: [{ type: "error", message: "overloaded" }],
});
export type ErrorEvent = Infer<typeof ErrorEvent>;

export const CompactDone = event({
  type: "compact_done",
  doc: "The transcript has been summarised.",
  fields: { summary: text("The summary.") },
  examples: [{ type: "compact_done", summary: "We fixed the failing test." }],
});
export type CompactDone = Infer<typeof CompactDone>;

export const ToolUseStart = event({
  type: "tool_use_start",
  doc: "The model begins to write a tool call.",
  optional: true,
  fields: { id: callId, name: id("Name of the tool.") },
  examples: [{ type: "tool_use_start", id: "toolu_1", name: "read" }],
});
export type ToolUseStart = Infer<typeof ToolUseStart>;

export const ToolUseArgs = event({
  type: "tool_use_args",
  doc: "The next piece of a tool call's arguments.",
  optional: true,
  fields: { id: callId, delta: text("The piece, of JSON text.") },
  examples: [{ type: "tool_use_args", id: "toolu_1", delta: '{"path":' }],
});
export type ToolUseArgs = Infer<typeof ToolUseArgs>;

export const ToolUseEnd = event({
  type: "tool_use_end",
  doc: "The model has written a tool call to its end.",
  optional: true,
  fields: { id: callId },
  examples: [{ type: "tool_use_end", id: "toolu_1" }],
});
export type ToolUseEnd = Infer<typeof ToolUseEnd>;

export const ExtNotify = event({
  type: "ext_notify",
  doc: "A note of an extension.",
  optional: true,
  fields: { extension, level: choice("How serious it is.", noteLevels), message: text("The note.") },
  examples: [{ type: "ext_notify", extension: "weather", level: "info", message: "refreshed cache" }],
});
export type ExtNotify = Infer<typeof ExtNotify>;

export const ExtDisplay = event({
  type: "ext_display",
  doc: "What a slash command's answer shows.",
  capability: "slash_commands",
  optional: true,
  fields: { extension, text: text("The note.") },
  examples: [{ type: "ext_display", extension: "weather", text: "16°C, fog" }],
});
export type ExtDisplay = Infer<typeof ExtDisplay>;

export const ExtInsert = event({
  type: "ext_insert",
  doc: "Text that an extension puts into the user's editor.",
  capability: "slash_commands",
  fields: { extension, text: text("The text.") },
  examples: [{ type: "ext_insert", extension: "weather", text: "Berlin" }],
});
export type ExtInsert = Infer<typeof ExtInsert>;

export const ExtSubmit = event({
  type: "ext_submit",
  doc: "A prompt that an extension submits; it is queued like any other and runs to its done.",
  capability: "slash_commands",
  fields: { extension, text: text("The prompt.") },
  examples: [{ type: "ext_submit", extension: "weather", text: "Show today's weather for Berlin." }],
});
export type ExtSubmit = Infer<typeof ExtSubmit>;

export const ExtPanelOpen = event({
  type: "ext_panel_open",
  doc: "An extension opened a panel.",
  capability: "panels",
  fields: { extension, panel: of("The panel.", Panel) },
  examples: [
    {
      type: "ext_panel_open",
      extension: "todo",
      panel: { id: "todos-main", title: "Todos", lines: ["□ one"] },
    },
  ],
});
export type ExtPanelOpen = Infer<typeof ExtPanelOpen>;

export const ExtPanelRender = event({
  type: "ext_panel_render",
  doc: "The open panel shows something else: all of it, not a difference.",
  capability: "panels",
  fields: {
    extension,
    panel_id: id("The panel."),
    title: opt(text("Heading.")),
    lines: opt(list("The body, one string a line.", text("A line."))),
    footer: opt(text("The last line: keys and hints.")),
  },
  examples: [
    { type: "ext_panel_render", extension: "todo", panel_id: "todos-main", title: "Todos", lines: ["✓ one"] },
  ],
});
export type ExtPanelRender = Infer<typeof ExtPanelRender>;

export const ExtPanelClose = event({
  type: "ext_panel_close",
  doc: "The panel is gone.",
  capability: "panels",
  fields: { extension, panel_id: id("The panel.") },
  examples: [{ type: "ext_panel_close", extension: "todo", panel_id: "todos-main" }],
});
export type ExtPanelClose = Infer<typeof ExtPanelClose>;

export const ExtIntercept = event({
  type: "ext_intercept",
  doc: "What came of asking one interceptor.",
  capability: "intercept_outcomes",
  fields: {
    extension,
    event: choice("What was intercepted.", interceptNames),
    outcome: choice("What came of it.", ["allowed", "blocked", "rewritten", "timed_out", "crashed"]),
    reason: opt(text("The reason that the extension or the host gives.")),
    tool_id: opt(text("For tool_call: the model's id of the call.")),
    step: opt(integer("For turn_start: the number of the model call.", { from: 1 })),
  },
  examples: [
    {
      type: "ext_intercept",
      extension: "guard",
      event: "tool_call",
      outcome: "blocked",
      reason: "refused",
      tool_id: "toolu_1",
    },
    { type: "ext_intercept", extension: "gate", event: "turn_start", outcome: "timed_out", step: 1 },
  ],
});
export type ExtIntercept = Infer<typeof ExtIntercept>;

export const ToolApprovalRequest = event({
  type: "tool_approval_request",
  doc: "A tool waits for the user's word. Answer with tool_approval.",
  capability: "tool_approval",
  fields: {
    approval_id: id("Correlates the answer."),
    id: callId,
    name: id("Name of the tool."),
    args: object("The arguments, as interceptors left them."),
  },
  examples: [
    {
      type: "tool_approval_request",
      approval_id: "a1",
      id: "toolu_1",
      name: "bash",
      args: { command: "ls" },
    },
  ],
});
export type ToolApprovalRequest = Infer<typeof ToolApprovalRequest>;
