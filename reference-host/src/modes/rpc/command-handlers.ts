/** What each command does. Spec: rpc.md, additions.md. */
import {
  type ClientFrame,
  keyNames,
  protocolVersion,
  type Response,
  type ResponseData,
  rpcCapabilities,
} from "@extproto/schemas";
import type { PromptInput } from "../../agent/contract.js";
import { messageOf } from "../../agent/errors.js";
import { builtinRpcCommands, runBuiltinCommand } from "./builtin-commands.js";
import { queueCompaction, queuePrompt, queueReload } from "./operations.js";
import { failure, Refusal, success } from "./reply.js";
import type { RpcSession } from "./session.js";

const panelKeys: readonly string[] = keyNames;

type CommandOf<T extends ClientFrame["type"]> = Extract<ClientFrame, { type: T }>;

/** The answer, or undefined where the answer is sent later. A thrown error is answered as a failure. */
type Handled = Response | undefined | Promise<Response>;

type Handlers = {
  readonly [T in ClientFrame["type"]]: (session: RpcSession, command: CommandOf<T>) => Handled;
};

const handlers: Handlers = {
  hello: ({ runtime, version }, command) => {
    const { provider, model } = runtime.state();
    const capabilities = Object.keys(rpcCapabilities);
    return success(command, { protocol_version: protocolVersion, version, provider, model, capabilities });
  },
  ping: (_, command) => success(command, { pong: true }),
  abort: ({ queue }, command) => {
    queue.abort();
    return success(command, undefined);
  },

  prompt: (session, command) => {
    queuePrompt(session, inputOf(command), () => session.send(success(command, { started: true })));
    return undefined;
  },
  compact: (session, command) => {
    void queueCompaction(session, () => session.send(success(command, { started: true })));
    return undefined;
  },

  get_state: ({ runtime, queue }, command) => {
    const { provider, model, cwd, messageCount, usage } = runtime.state();
    return success(command, { provider, model, cwd, message_count: messageCount, busy: queue.busy, usage });
  },
  get_messages: ({ runtime }, command) => success(command, { messages: runtime.messages() }),
  clear: (session, command) => {
    refuseWhileBusy(session, "clear the transcript");
    session.runtime.clear();
    return success(command, undefined);
  },
  set_model: (session, command) => {
    refuseWhileBusy(session, "change the model");
    session.runtime.setModel(command.model);
    return success(command, { model: command.model });
  },
  get_models: ({ runtime }, command) => success(command, { models: runtime.listModels() }),

  list_commands: async ({ runtime }, command) => {
    await runtime.start();
    return success(command, { commands: [...builtinRpcCommands, ...runtime.listCommands()] });
  },
  invoke_command: async (session, command) => {
    const args = (command.args ?? "").trim();
    if (builtinRpcCommands.some(({ name }) => name === command.name)) {
      await runBuiltinCommand(session, command.name, args);
      return success(command, { action: "noop" });
    }
    return success(command, { action: await invokeExtension(session, command.name, args) });
  },
  panel_key: ({ runtime }, command) => {
    const { key, text } = command;
    if (!panelKeys.includes(key)) {
      throw new Refusal(`unknown key ${JSON.stringify(key)}; the keys are ${panelKeys.join(", ")}`);
    }
    if (key === "rune" && (text === undefined || text === ""))
      throw new Refusal("the key rune needs its character as text");
    if (!runtime.panelKey(command.panel_id, key, text)) throw notOpen(command.panel_id);
    return success(command, undefined);
  },
  panel_close: ({ runtime }, command) => {
    if (!runtime.closePanel(command.panel_id)) throw notOpen(command.panel_id);
    return success(command, undefined);
  },

  list_extensions: ({ runtime }, command) => success(command, { extensions: runtime.listExtensions() }),
  reload_extensions: (session, command) => {
    queueReload(session, {
      onEnd: (report) => session.send(success(command, report)),
      onFailure: (error) => session.send(failure(command, messageOf(error))),
    });
    return undefined;
  },
  tool_approval: ({ runtime }, command) => {
    const { allow, reason } = command;
    const approval = allow ? { allow } : { allow, ...(reason === undefined ? {} : { reason }) };
    if (!runtime.answerApproval(command.approval_id, approval)) {
      throw new Refusal(`no tool call waits for the approval ${JSON.stringify(command.approval_id)}`);
    }
    return success(command, undefined);
  },
};

/** Carries a command out. */
export function handleCommand(session: RpcSession, command: ClientFrame): Handled {
  // The table has a handler of just this type under just this name, which the compiler cannot pair up.
  const handle = handlers[command.type] as (session: RpcSession, command: ClientFrame) => Handled;
  return handle(session, command);
}

function inputOf(command: CommandOf<"prompt">): PromptInput {
  const images = (command.images ?? []).map(({ mime_type, data }) => ({ mimeType: mime_type, data }));
  if (command.message === "" && images.length === 0) {
    throw new Refusal("the prompt is empty: give it a message or at least one image");
  }
  const wrong = images.findIndex(({ data }) => !isBase64(data));
  if (wrong !== -1)
    throw new Refusal(`images[${wrong}].data is not base64 in the standard alphabet with padding`);
  return { text: command.message, images };
}

function isBase64(text: string): boolean {
  return text !== "" && text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}

async function invokeExtension(
  session: RpcSession,
  name: string,
  args: string,
): Promise<ResponseData["invoke_command"]["action"]> {
  await session.runtime.start();
  const outcome = await session.runtime.invokeCommand(name, args);
  if (outcome === undefined) throw new Refusal(`no command /${name}; list_commands has those there are`);
  if (outcome.action === "error") throw new Refusal(outcome.message);
  if (outcome.action === "prompt") queuePrompt(session, { text: outcome.prompt });
  return outcome.action;
}

function refuseWhileBusy({ queue }: RpcSession, what: string): void {
  if (queue.busy)
    throw new Refusal(`cannot ${what}: a prompt or compaction is running; wait for its done or abort it`);
}

function notOpen(panelId: string): Refusal {
  return new Refusal(`the panel ${JSON.stringify(panelId)} is not open`);
}
