/** The user of a host that is driven over RPC: actions are RPC additions, the screen is made from its events. */
import type { Json, JsonObject } from "../../case/format.js";
import { isObject } from "../../case/json.js";
import type { Send } from "../../judge/contract.js";
import type { Actor, ActorContext } from "../../run/contract.js";
import type { ClientActor } from "../rpc-client/client-actor.js";
import { type Invocation, invocationOf, keyOf } from "./actions.js";
import type { ProgramRunner } from "./program-runner.js";
import { shownBy } from "./screen-text.js";

/** How such a user is made. */
export interface RpcUserOptions {
  readonly context: ActorContext;
  readonly client: ClientActor;
  readonly run: ProgramRunner;
}

/** The actor `user`, over RPC. */
export class RpcUser implements Actor {
  readonly name = "user";
  readonly #options: RpcUserOptions;
  readonly #asked = new Map<string, string>();
  #panel = "";

  constructor(options: RpcUserOptions) {
    this.#options = options;
    const { context, client } = options;
    client.observe({
      onFrame: (frame, t) => {
        if (frame.type === "ext_panel_open" && isObject(frame.panel)) this.#panel = String(frame.panel.id);
        for (const text of this.#shown(frame)) context.emit({ kind: "screen", text, t });
      },
      onStderr: (text) => {
        context.emit({ kind: "stderr", line: text });
        context.emit({ kind: "screen", text });
      },
      onExit: (code, signal) => context.emit({ kind: "exit", code, signal }),
    });
  }

  async start(): Promise<void> {
    this.#options.context.emit({ kind: "ready" });
  }

  async perform({ act, value }: Send): Promise<void> {
    const { client, run, context } = this.#options;
    switch (act) {
      case "type":
        return this.#command({ type: "prompt", message: String(value) });
      case "invoke":
        return this.#invoke(invocationOf(value));
      case "press":
        return this.#press(value);
      case "reload":
        return this.#command({ type: "reload_extensions" });
      case "run":
        context.emit({ kind: "result", value: await run(value) });
        return;
      case "fence":
        return client.fence();
      case "signal":
        return client.signal(String(value));
      case "stop":
        return client.closeInput();
      default:
        throw new Error(`the user cannot ${act}`);
    }
  }

  stop(): Promise<void> {
    return Promise.resolve();
  }

  /** Answers to commands of the client are not for the user's eyes. */
  #shown(frame: JsonObject): readonly string[] {
    if (frame.type !== "response") return shownBy(frame);
    const asked = this.#asked.get(String(frame.id));
    if (asked === undefined) return [];
    return frame.success === true ? shownBy(frame) : [`error: ${asked}: ${String(frame.error)}`];
  }

  /** Sends a command; `asked` is what the user did, for a message that it failed. */
  #command(frame: JsonObject, asked = String(frame.type)): Promise<void> {
    const id = `user-${this.#asked.size + 1}`;
    this.#asked.set(id, asked);
    return this.#options.client.write({ ...frame, id });
  }

  #invoke({ name, args }: Invocation): Promise<void> {
    if (name === "help") return this.#command({ type: "list_commands" });
    const frame = { type: "invoke_command", name, ...(args === "" ? {} : { args }) };
    return this.#command(frame, `/${name}`);
  }

  /** Over RPC the client closes a panel by a command; the key `esc` is one like any other. */
  #press(value: Json): Promise<void> {
    const { key, text } = keyOf(value);
    if (key === "esc") return this.#command({ type: "panel_close", panel_id: this.#panel });
    const typed = text === undefined ? {} : { text };
    return this.#command({ type: "panel_key", panel_id: this.#panel, key, ...typed });
  }
}
