/** What the protocol forbids an extension to write. A host takes more than that: it has to live with every extension. */
import { decodeExtensionFrame } from "../protocol/index.js";
import { judgeExtensionFrame } from "../protocol/sender.js";

/** What is wrong with a line; undefined where nothing is. */
export function forbidden(line: string): string | undefined {
  const error = judgeExtensionFrame(line);
  if (error !== undefined) return error.message;
  // The frame's definition takes any object here; the specification asks for more.
  const decoded = decodeExtensionFrame(line);
  if (decoded.kind !== "frame" || decoded.frame.type !== "register_tool") return undefined;
  const { type } = decoded.frame.schema;
  return type === "object"
    ? undefined
    : `extproto.extension.register_tool: /schema/type is ${JSON.stringify(type) ?? "missing"}: expected "object"`;
}
