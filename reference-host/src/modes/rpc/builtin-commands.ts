/** The host's own slash commands that make sense without a screen. */
import type { CommandInfo } from "@extproto/schemas";
import { queueCompaction, queueReload } from "./operations.js";
import { Refusal } from "./reply.js";
import type { RpcSession } from "./session.js";

/** What `list_commands` says of them. Those that only show something on a screen are left out. */
export const builtinRpcCommands: readonly CommandInfo[] = [
  { name: "clear", description: "drop the transcript" },
  { name: "compact", description: "summarise the transcript" },
  { name: "model", description: "switch to another model: /model ID" },
  { name: "reload-ext", description: "stop all extensions and start them anew" },
];

/** Carries a built-in command out; a Refusal says why not. */
export async function runBuiltinCommand(session: RpcSession, name: string, args: string): Promise<void> {
  const { runtime, queue } = session;
  if (queue.busy) throw new Refusal(`/${name} has to wait until the running prompt or compaction has ended`);
  switch (name) {
    case "clear":
      return runtime.clear();
    case "model":
      if (args === "") throw new Refusal("/model needs the id of a model; get_models lists them");
      return runtime.setModel(args);
    case "compact":
      return queueCompaction(session);
    case "reload-ext":
      return new Promise((resolve, reject) => {
        queueReload(session, { onEnd: () => resolve(), onFailure: reject });
      });
    default:
      throw new Refusal(`no command /${name}`);
  }
}
