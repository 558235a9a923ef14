/** Where extensions step into what the agent does. */
import type { ServerEvent } from "@extproto/schemas";
import type { AgentHooks } from "../agent/contract.js";
import type { ExtensionManager } from "../extensions/contract.js";
import { toHostEvent } from "./extension-events.js";

/** Joins the agent to its extensions: they are told of each event before `onEvent` passes it on. */
export function extensionHooks(manager: ExtensionManager, onEvent: (event: ServerEvent) => void): AgentHooks {
  return {
    beforeTurn: (step, signal) => manager.interceptTurn(step, signal),
    beforeTool: ({ id, name, args }, signal) =>
      manager.interceptToolCall({ toolId: id, toolName: name, toolArgs: args }, signal),
    beforeMessage: (text, signal) => manager.interceptMessage(text, signal),
    holdsText: () => manager.intercepts("assistant_message"),
    onEvent(event, detail) {
      const frame = toHostEvent(event, detail);
      if (frame !== undefined) manager.emit(frame);
      onEvent(event);
    },
  };
}
