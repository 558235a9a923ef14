/** Every extproto frame, by the side that sends it. */
import type { Infer } from "../../define/frame.js";
import { ChannelMessage, ChannelReply, RegisterChannel, UnregisterChannel } from "./channels.js";
import { CommandInvoked, CommandResponse } from "./commands.js";
import { Event, EventIntercept, EventInterceptResponse } from "./events.js";
import { Hello, HelloAck } from "./handshake.js";
import { ExtensionPanelClose, HostPanelClose, Notify, PanelKey, PanelRender } from "./panels.js";
import { Ready, RegisterCommand, RegisterTool, Subscribe, UnregisterTool } from "./registration.js";
import { Shutdown, ShutdownAck } from "./shutdown.js";
import { ToolCall, ToolCancel, ToolProgress, ToolResult } from "./tools.js";

export const extensionFrames = [
  Hello,
  RegisterCommand,
  RegisterTool,
  Subscribe,
  Ready,
  CommandResponse,
  ToolResult,
  EventInterceptResponse,
  PanelRender,
  ExtensionPanelClose,
  Notify,
  ShutdownAck,
  ToolProgress,
  UnregisterTool,
  RegisterChannel,
  UnregisterChannel,
  ChannelMessage,
] as const;

export const hostFrames = [
  HelloAck,
  CommandInvoked,
  ToolCall,
  Event,
  EventIntercept,
  PanelKey,
  HostPanelClose,
  Shutdown,
  ToolCancel,
  ChannelReply,
] as const;

/** Any frame that an extension sends. Narrow on `type`. */
export type ExtensionFrame = Infer<(typeof extensionFrames)[number]>;

/** Any frame that a host sends. Narrow on `type`, then on `event`. */
export type HostFrame = Infer<(typeof hostFrames)[number]>;

export * from "./channels.js";
export * from "./commands.js";
export * from "./events.js";
export * from "./handshake.js";
export * from "./panels.js";
export * from "./registration.js";
export * from "./shutdown.js";
export * from "./tools.js";
