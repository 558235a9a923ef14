/** Tells Dhara's JSON-RPC messages apart. */
import type { JsonObject } from "../define/fields.js";
import type { Classify } from "./decoder.js";

/** The field that only one kind of result has; see `resultMarks` in the definitions. */
const marks: readonly (readonly [field: string, variant: string])[] = [
  ["protocolVersion", "initialize"],
  ["content", "content"],
  ["status", "status"],
  ["action", "verdict"],
];

/** A message with a method is never a response. Responses are told apart by the fields of their result. */
export const classifyDhara: Classify = (value) => {
  if (typeof value.method === "string") {
    return value.method.startsWith("event/") ? { name: "event" } : { name: value.method };
  }
  if ("error" in value) return { name: "error" };
  if (!("result" in value)) return "id" in value ? { name: "response", variant: "content" } : undefined;
  const result = value.result as JsonObject | null;
  if (typeof result !== "object" || result === null || Array.isArray(result)) {
    return { name: "response", variant: "content" };
  }
  const found = marks.find(([field]) => field in result);
  return { name: "response", variant: found?.[1] ?? "unknown" };
};
