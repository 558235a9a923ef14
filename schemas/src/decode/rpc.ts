/** Decoders for what RPC clients and servers send each other. */
import { tables } from "../../generated/rpc.accept.js";
import type { ClientFrame, ServerFrame } from "../definitions/rpc/index.js";
import { createDecoder, type Decoder } from "./decoder.js";

/** Decodes a line that a client wrote. */
export const decodeClientFrame: Decoder<ClientFrame> = createDecoder({
  side: "rpc.client",
  table: tables.client,
  mode: "accept",
  strict: false,
});

/** Decodes a line that a server wrote: a response or an event. */
export const decodeServerFrame: Decoder<ServerFrame> = createDecoder({
  side: "rpc.server",
  table: tables.server,
  mode: "accept",
  strict: false,
});

export type { ClientFrame, ServerEvent, ServerFrame } from "../definitions/rpc/index.js";
export type { Decoded, Decoder } from "./decoder.js";
export type { FrameError, Problem } from "./problem.js";
