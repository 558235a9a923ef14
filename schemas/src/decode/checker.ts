/** Any protocol, any side, either duty: for tools that judge traffic. Loads every validator. */
import { tables as dharaAccept } from "../../generated/dhara.accept.js";
import { tables as dharaEmit } from "../../generated/dhara.emit.js";
import { tables as extprotoAccept } from "../../generated/extproto.accept.js";
import { tables as extprotoEmit } from "../../generated/extproto.emit.js";
import { tables as rpcAccept } from "../../generated/rpc.accept.js";
import { tables as rpcEmit } from "../../generated/rpc.emit.js";
import type { JsonObject } from "../define/fields.js";
import { classifyDhara } from "./classify-dhara.js";
import { createDecoder, type Decoder, type Table } from "./decoder.js";

/** The sides of each protocol. */
export const protocolSides = {
  extproto: ["extension", "host"],
  rpc: ["client", "server"],
  dhara: ["host", "extension"],
} as const;

/** A protocol that has frames. */
export type Protocol = keyof typeof protocolSides;

/** Whom the checker judges, and by which duty. */
export interface CheckerOptions {
  readonly protocol: Protocol;
  readonly from: string;
  /** `emit` (the default) judges what a sender may write, `accept` what a receiver takes. */
  readonly mode?: "accept" | "emit";
  /** Reports fields that the definitions do not know. */
  readonly strict?: boolean;
}

const all: Readonly<Record<string, Readonly<Record<string, Table>>>> = {
  "extproto.accept": extprotoAccept,
  "extproto.emit": extprotoEmit,
  "rpc.accept": rpcAccept,
  "rpc.emit": rpcEmit,
  "dhara.accept": dharaAccept,
  "dhara.emit": dharaEmit,
};

/** Makes a decoder for one side. Throws a RangeError when the protocol has no such side. */
export function createChecker(options: CheckerOptions): Decoder<JsonObject> {
  const { protocol, from, mode = "emit", strict = false } = options;
  const table = all[`${protocol}.${mode}`]?.[from];
  if (table === undefined) throw new RangeError(`the protocol ${protocol} has no side ${from}`);
  return createDecoder({
    side: `${protocol}.${from}`,
    table,
    mode,
    strict,
    ...(protocol === "dhara" ? { classify: classifyDhara } : {}),
  });
}
