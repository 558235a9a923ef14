/** Every RPC frame, by the side that sends it. */
import type { Infer } from "../../define/frame.js";
import * as commands from "./commands.js";
import * as events from "./events.js";
import { Response } from "./response.js";

export const clientFrames = [
  commands.RpcHello,
  commands.Prompt,
  commands.Abort,
  commands.Compact,
  commands.GetState,
  commands.GetMessages,
  commands.Clear,
  commands.SetModel,
  commands.GetModels,
  commands.Ping,
  commands.ListCommands,
  commands.InvokeCommand,
  commands.RpcPanelKey,
  commands.RpcPanelClose,
  commands.ListExtensions,
  commands.ReloadExtensions,
  commands.ToolApproval,
] as const;

export const eventFrames = [
  events.TurnStart,
  events.UserMessage,
  events.AssistantStart,
  events.TextDelta,
  events.ToolCallEvent,
  events.ToolProgressEvent,
  events.ToolResultEvent,
  events.AssistantMessage,
  events.UsageEvent,
  events.TurnEnd,
  events.Done,
  events.ErrorEvent,
  events.CompactDone,
  events.ToolUseStart,
  events.ToolUseArgs,
  events.ToolUseEnd,
  events.ExtNotify,
  events.ExtDisplay,
  events.ExtInsert,
  events.ExtSubmit,
  events.ExtPanelOpen,
  events.ExtPanelRender,
  events.ExtPanelClose,
  events.ExtIntercept,
  events.ToolApprovalRequest,
] as const;

export const serverFrames = [Response, ...eventFrames] as const;

/** Any command of a client. Narrow on `type`. */
export type ClientFrame = Infer<(typeof clientFrames)[number]>;

/** Any event of a server. Narrow on `type`. */
export type ServerEvent = Infer<(typeof eventFrames)[number]>;

/** Any frame of a server: a response or an event. */
export type ServerFrame = Response | ServerEvent;

export * from "./commands.js";
export * from "./events.js";
export * from "./messages.js";
export * from "./response.js";
