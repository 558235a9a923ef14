/** Decoders for Dhara's JSON-RPC messages. */
import { tables } from "../../generated/dhara.accept.js";
import type { DharaExtensionFrame, DharaHostFrame } from "../definitions/dhara.js";
import { classifyDhara } from "./classify-dhara.js";
import { createDecoder, type Decoder } from "./decoder.js";

/** Decodes a line that a Dhara host wrote. */
export const decodeDharaHostFrame: Decoder<DharaHostFrame> = createDecoder({
  side: "dhara.host",
  table: tables.host,
  mode: "accept",
  strict: false,
  classify: classifyDhara,
});

/** Decodes a line that a Dhara extension wrote. */
export const decodeDharaExtensionFrame: Decoder<DharaExtensionFrame> = createDecoder({
  side: "dhara.extension",
  table: tables.extension,
  mode: "accept",
  strict: false,
  classify: classifyDhara,
});

export type { DharaExtensionFrame, DharaHostFrame } from "../definitions/dhara.js";
export type { Decoded, Decoder } from "./decoder.js";
