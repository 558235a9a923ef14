/** Definitions -> `protocol.json`. */
import { annotations, type TSchema } from "../define/fields.js";
import type { Frame, Variant } from "../define/frame.js";
import { documents, sides } from "../definitions/index.js";
import {
  builtinCommands,
  builtinTools,
  deadlines,
  extprotoCapabilities,
  limits,
  protocolVersion,
  rpcCapabilities,
  specVersion,
} from "../definitions/registries.js";
import type { Source } from "../lower/json-schema.js";
import type { Field, FieldType, FrameModel, NamedType, ProtocolModel, Shape } from "./types.js";

/** Collects the named types that fields refer to, and which protocol met them first. */
class TypeCollector {
  readonly types = new Map<string, NamedType>();

  /** `owner` qualifies the fields of a named type that is met here for the first time. */
  fieldType(schema: TSchema, protocol: string, owner?: string): FieldType {
    const source = schema as Source;
    const { name, open, emit, union } = annotations(schema);
    if (union !== undefined || (name !== undefined && source.properties !== undefined)) {
      this.add(name as string, schema, protocol, owner ?? `type.${name}`);
      return { kind: "named", name: name as string };
    }
    if (source.const !== undefined) return { kind: "const", value: source.const as string | boolean };
    if (open !== undefined) return { kind: "enum", values: [...open] };
    if (Array.isArray(source.type)) {
      const nullable = source.type.includes("null") ? ({ nullable: true } as const) : {};
      return source.type.includes("object") ? { kind: "object", ...nullable } : { kind: "id", ...nullable };
    }
    switch (source.type) {
      case "array":
        return { kind: "list", items: this.fieldType(source.items as TSchema, protocol) };
      case "string": {
        const pattern = source.pattern ?? emit?.pattern;
        const minLength = source.minLength ?? emit?.minLength;
        if (source.contentEncoding === "base64") return { kind: "string", encoding: "base64" };
        return {
          kind: "string",
          ...(minLength === undefined ? {} : { minLength }),
          ...(pattern === undefined ? {} : { pattern }),
          ...(source.minLength === undefined && source.pattern === undefined
            ? {}
            : { strict: true as const }),
        };
      }
      case "integer":
        return { kind: "integer", ...(emit?.minimum === undefined ? {} : { minimum: emit.minimum }) };
      case "number":
        return { kind: "number", ...(emit?.minimum === undefined ? {} : { minimum: emit.minimum }) };
      case "boolean":
        return { kind: "boolean" };
      case "object":
        return { kind: "object" };
      default:
        return { kind: "json" };
    }
  }

  fields(source: Source, owner: string, protocol: string, dataOwner?: string): Field[] {
    return Object.entries(source.properties ?? {}).map(([name, field]) => {
      const { lenient, capability, informative, anyAccepted } = annotations(field as TSchema);
      return {
        id: `${owner}.${name}`,
        name,
        doc: field.description ?? "",
        type: this.fieldType(field as TSchema, protocol, name === "data" ? dataOwner : undefined),
        required: source.required?.includes(name) ?? false,
        ...(lenient === undefined ? {} : { default: lenient.default }),
        ...(capability === undefined ? {} : { capability }),
        ...(anyAccepted === undefined ? {} : { anyAccepted }),
        ...(informative === undefined ? {} : { informative }),
      };
    });
  }

  private add(name: string, schema: TSchema, protocol: string, owner: string): void {
    if (this.types.has(name)) return;
    const { union } = annotations(schema);
    const type: NamedType = { name, doc: (schema as Source).description ?? "", protocol };
    this.types.set(name, type);
    if (union === undefined) {
      type.fields = this.fields(schema as Source, owner, protocol);
      return;
    }
    type.union = {
      tag: union.tag,
      members: union.variants.map((variant) => {
        const member = this.fieldType(variant, protocol);
        if (member.kind !== "named") throw new Error(`${name}: members of a union have names`);
        return { value: String((variant as Source).properties?.[union.tag]?.const), type: member.name };
      }),
    };
  }
}

function shape(collector: TypeCollector, owner: string, protocol: string, variant: Variant): Shape {
  return {
    ...(variant.name === undefined ? {} : { name: variant.name }),
    doc: variant.doc,
    ...(variant.capability === undefined ? {} : { capability: variant.capability }),
    fields: collector.fields(variant.schema as Source, owner, protocol, `${owner}.${variant.name}`),
    examples: [...variant.examples],
  };
}

function frameModel(collector: TypeCollector, protocol: string, side: string, frame: Frame): FrameModel {
  const { name, doc, kind, answers, answeredBy, deadline, capability, optional, since, tag, tagDefault } =
    frame;
  const id = `${protocol}.${side}.${name}`;
  return {
    id,
    name,
    doc,
    kind,
    ...(answers === undefined ? {} : { answers }),
    ...(answeredBy === undefined ? {} : { answeredBy }),
    ...(deadline === undefined ? {} : { deadline }),
    ...(capability === undefined ? {} : { capability }),
    ...(optional === undefined ? {} : { optional }),
    since,
    ...(tag === undefined ? {} : { tag }),
    ...(tagDefault === undefined ? {} : { tagDefault }),
    ...(tag === undefined && frame.variants.length > 1 ? { select: "shape" as const } : {}),
    shapes: frame.variants.map((variant) => shape(collector, id, protocol, variant)),
    ...(frame.failure === undefined ? {} : { failure: shape(collector, id, protocol, frame.failure) }),
  };
}

function registry<T extends object>(entries: Readonly<Record<string, T>>): (T & { name: string })[] {
  return Object.entries(entries).map(([name, entry]) => ({ name, ...entry }));
}

/** Builds the model from the definitions. */
export function buildModel(): ProtocolModel {
  const collector = new TypeCollector();
  return {
    format: 1,
    version: specVersion,
    protocolVersion,
    deadlines: registry(deadlines),
    limits: registry(limits),
    capabilities: { extproto: registry(extprotoCapabilities), rpc: registry(rpcCapabilities) },
    builtins: { tools: [...builtinTools], commands: [...builtinCommands] },
    sides: sides.map(({ protocol, side, doc, frames }) => ({
      protocol,
      side,
      doc,
      frames: frames.map((frame) => frameModel(collector, protocol, side, frame)),
    })),
    documents: Object.entries(documents).map(([id, document]) => ({
      id,
      doc: document.doc,
      since: document.since,
      fields: collector.fields(document.schema as Source, id, document.protocol),
      examples: [...document.examples],
    })),
    types: [...collector.types.values()],
  };
}
