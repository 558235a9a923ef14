/** What the kit's server answers by itself, so that a case need only say what it is about. */
import type { Json, JsonObject } from "../../case/json.js";

const state: JsonObject = {
  provider: "kit",
  model: "kit",
  cwd: "/",
  busy: false,
  message_count: 0,
  usage: { input: 0, output: 0, cache_read: 0, cache_write: 0, cost_usd: 0 },
};

/** Data of the responses; a command that is not listed is left to the steps. */
const data: Readonly<Record<string, Json>> = {
  hello: { protocol_version: 1, version: "1.0.0", provider: "kit", model: "kit" },
  get_state: state,
  get_messages: { messages: [] },
  get_models: { models: [] },
  ping: { pong: true },
  clear: {},
  set_model: {},
  list_commands: { commands: [] },
  list_extensions: { extensions: [] },
};

/** The usual response to a command that has one. */
export function usualAnswer(frame: JsonObject): JsonObject | undefined {
  const { type, id } = frame;
  if (typeof type !== "string" || !Object.hasOwn(data, type)) return undefined;
  const own = data[type] as Json;
  const empty = JSON.stringify(own) === "{}";
  return {
    type: "response",
    ...(typeof id === "string" && id !== "" ? { id } : {}),
    command: type,
    success: true,
    ...(empty ? {} : { data: own }),
  };
}
