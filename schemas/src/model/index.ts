/** `protocol.json` as a typed value, and ways to find things in it. */
import { protocolText } from "../../generated/model.js";
import type { Field, FrameModel, NamedType, ProtocolModel, Shape } from "./types.js";

let model: ProtocolModel | undefined;
let frames: Map<string, FrameModel> | undefined;
let types: Map<string, NamedType> | undefined;

/** The protocols as data: the content of `protocol.json`. Parsed at the first call. */
export function protocolModel(): ProtocolModel {
  model ??= JSON.parse(protocolText) as ProtocolModel;
  return model;
}

/** The frame with a qualified name such as `extproto.host.tool_call`. */
export function findFrame(id: string): FrameModel | undefined {
  frames ??= new Map(protocolModel().sides.flatMap((side) => side.frames.map((frame) => [frame.id, frame])));
  return frames.get(id);
}

/** The named type, such as `ContentBlock`. */
export function findType(name: string): NamedType | undefined {
  types ??= new Map(protocolModel().types.map((type) => [type.name, type]));
  return types.get(name);
}

/** The shape of a frame that a variant's name selects. */
export function findShape(frame: FrameModel, variant: string | undefined): Shape | undefined {
  if (variant === "failure" && frame.failure !== undefined) return frame.failure;
  return frame.shapes.find((shape) => shape.name === variant);
}

/** The fields of an object of this type: of a union, those of the member that the value's tag selects. */
export function fieldsOf(typeName: string, value: unknown): readonly Field[] | undefined {
  const type = findType(typeName);
  if (type?.union === undefined) return type?.fields;
  const tag = (value as Readonly<Record<string, unknown>> | null)?.[type.union.tag];
  const member = type.union.members.find((candidate) => candidate.value === tag);
  return member === undefined ? undefined : fieldsOf(member.type, value);
}

export type {
  DocumentModel,
  Field,
  FieldType,
  FrameModel,
  NamedType,
  ProtocolModel,
  Shape,
  Side,
} from "./types.js";
