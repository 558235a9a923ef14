/**
 * Write an extension for a coding agent.
 *
 * @example
 * ```ts
 * import { extension, Type } from "@extproto/sdk";
 *
 * extension("hello", "1.0.0")
 *   .tool("hello", "Greets somebody.", Type.Object({ name: Type.String() }), ({ name }) => `Hello, ${name}!`)
 *   .run();
 * ```
 *
 * @packageDocumentation
 */
export { Type } from "#typebox";
export {
  allow,
  type Block,
  block,
  type CommandAnswer,
  type Decision,
  display,
  type Failure,
  failure,
  image,
  insert,
  openPanel,
  prompt,
  type Replace,
  type Rewrite,
  replace,
  rewrite,
  type ToolAnswer,
  text,
} from "./answers.js";
export { Extension, type ExtensionOptions, extension } from "./extension.js";
export type {
  ArgsOf,
  CommandContext,
  CommandHandler,
  EventHandlers,
  HostInfo,
  InterceptHandlers,
  InterceptOptions,
  PanelContent,
  PanelHandlers,
  ToolContext,
  ToolHandler,
  ToolSchema,
  Verdict,
} from "./handlers.js";
export type { Panel } from "./panel.js";
export type { Transport, TransportEvents } from "./transport.js";
