/** The name of the definition that a frame is held against. */
import { findFrame, type Protocol } from "@extproto/schemas";

/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** `extproto.host.event/tool_call`: protocol, side, type and, where the type has several shapes, the shape. */
export function frameName(protocol: Protocol, side: string, value: JsonObject): string {
  const id = `${protocol}.${side}.${protocol === "dhara" ? dharaName(value) : String(value.type)}`;
  const frame = findFrame(id);
  if (frame?.tag === undefined) return id;
  if (frame.failure !== undefined && value.success === false) return `${id}/failure`;
  return `${id}/${String(value[frame.tag])}`;
}

/** JSON-RPC has no type: a message is named by its method, or by being an answer. */
function dharaName(value: JsonObject): string {
  if (typeof value.method === "string") return value.method.startsWith("event/") ? "event" : value.method;
  return "error" in value ? "error" : "response";
}
