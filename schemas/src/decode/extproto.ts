/** Decoders for what hosts and extensions send each other. */
import { tables } from "../../generated/extproto.accept.js";
import type { ExtensionFrame, HostFrame } from "../definitions/extproto/index.js";
import { createDecoder, type Decoder } from "./decoder.js";

/**
 * Decodes a line that an extension wrote.
 *
 * @example
 * ```ts
 * const decoded = decodeExtensionFrame('{"type":"notify","level":"info","message":"hi"}');
 * if (decoded.kind === "frame" && decoded.frame.type === "notify") console.log(decoded.frame.message);
 * ```
 */
export const decodeExtensionFrame: Decoder<ExtensionFrame> = createDecoder({
  side: "extproto.extension",
  table: tables.extension,
  mode: "accept",
  strict: false,
});

/** Decodes a line that a host wrote to an extension. */
export const decodeHostFrame: Decoder<HostFrame> = createDecoder({
  side: "extproto.host",
  table: tables.host,
  mode: "accept",
  strict: false,
});

export type { ExtensionFrame, HostFrame } from "../definitions/extproto/index.js";
export type { Decoded, Decoder } from "./decoder.js";
export type { FrameError, Problem } from "./problem.js";
