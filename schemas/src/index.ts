/**
 * Every extproto and RPC frame: types, decoders, the protocol as data.
 *
 * Import a subpath (`@extproto/schemas/extproto`, `/rpc`, `/dhara`, `/manifest`) to load one protocol only.
 *
 * @packageDocumentation
 */
export { type CheckerOptions, createChecker, type Protocol, protocolSides } from "./decode/checker.js";
export type { Decoded, Decoder } from "./decode/decoder.js";
export { decodeDharaExtensionFrame, decodeDharaHostFrame } from "./decode/dhara.js";
export { decodeExtensionFrame, decodeHostFrame } from "./decode/extproto.js";
export {
  type CheckedDocument,
  checkDocument,
  type DocumentName,
  type DocumentOptions,
} from "./decode/manifest.js";
export { didYouMean, type FrameError, type Problem, type Rule, sentence } from "./decode/problem.js";
export { decodeClientFrame, decodeServerFrame } from "./decode/rpc.js";
export type * from "./definitions/index.js";
export {
  builtinCommands,
  builtinTools,
  deadlines,
  eventNames,
  extprotoCapabilities,
  interceptNames,
  keyNames,
  limits,
  noteLevels,
  protocolVersion,
  rpcCapabilities,
  specVersion,
  stopReasons,
} from "./definitions/registries.js";
export {
  type DocumentModel,
  type Field,
  type FieldType,
  type FrameModel,
  fieldsOf,
  findFrame,
  findShape,
  findType,
  type NamedType,
  type ProtocolModel,
  protocolModel,
  type Shape,
  type Side,
} from "./model/index.js";
