/**
 * The reference host as a library: the whole agent in this process, or its extension manager by itself.
 *
 * - `createRuntime` makes the agent with provider, tools and extensions; its `prompt()` yields the same
 *   events as `extproto-host rpc`.
 * - `createExtensionManager` starts, asks and stops extensions, for hosts with an agent of their own.
 *
 * Types of frames and events are in `@extproto/schemas`.
 *
 * @packageDocumentation
 */
export type {
  Block,
  ModelEntry,
  ModelRequest,
  PromptInput,
  Provider,
  ProviderEvent,
  Reasoning,
  ResultContent,
  TokenCounts,
  ToolSpec,
  TranscriptMessage,
} from "./agent/contract.js";
export { ProviderError } from "./agent/contract.js";
export { BusyError, EmptyPromptError } from "./agent/errors.js";
export { SessionError, type SessionListing } from "./agent/sessions.js";
export type { Skill } from "./agent/skills.js";
export type {
  CallOptions,
  CommandListing,
  CommandOutcome,
  Deadlines,
  ExtensionManager,
  ExtensionState,
  HostFacts,
  InterceptOutcome,
  ManagerEvent,
  ManagerOptions,
  MessageVerdict,
  OfferedTool,
  ReloadReport,
  Scope,
  ToolCallVerdict,
  ToolOutcome,
  Trace,
  TurnVerdict,
} from "./extensions/contract.js";
export {
  createExtensionManager,
  defaultDeadlines,
  type HomeOptions,
  killExtensionProcesses,
  zotHome,
} from "./extensions/index.js";
export { ProviderSetupError, type SetupErrorCode } from "./providers/index.js";
export type {
  Approval,
  OperationOptions,
  Problem,
  Runtime,
  RuntimeOptions,
  RuntimeState,
  SessionOptions,
} from "./runtime/contract.js";
export { RuntimeError, type RuntimeErrorCode } from "./runtime/errors.js";
export { createRuntime } from "./runtime.js";
export { hostVersion } from "./version.js";
export { openTraceFile, type TraceFile } from "./wire/index.js";
