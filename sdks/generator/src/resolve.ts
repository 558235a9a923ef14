/** `protocol.json` -> the model that printers read. */
import type {
  Field,
  FrameModel,
  NamedType,
  ProtocolModel,
  Shape,
  FieldType as SourceType,
} from "@extproto/schemas/model";
import { enumNames } from "./enum-names.js";
import type {
  FieldType,
  GeneratorEnum,
  GeneratorField,
  GeneratorFrame,
  GeneratorModel,
  GeneratorShape,
  GeneratorSide,
  GeneratorType,
  ProtocolName,
} from "./model.js";
import { shapesOf } from "./model.js";
import { pascal } from "./names.js";

/** The protocols that have SDKs. The Dhara profile is a host's business. */
export const protocolNames: readonly ProtocolName[] = ["extproto", "rpc"];

const protocolDocs: Readonly<Record<ProtocolName, string>> = {
  extproto: "Between a host and an extension.",
  rpc: "Between a host and the application that embeds it.",
};

/**
 * Resolves the model for some protocols.
 *
 * @example
 * ```ts
 * const model = resolveModel(protocolModel(), ["extproto"]);
 * ```
 */
export function resolveModel(
  source: ProtocolModel,
  protocols: readonly ProtocolName[] = protocolNames,
): GeneratorModel {
  const resolver = new Resolver(source);
  const resolved = protocols.map((name) => ({
    name,
    doc: protocolDocs[name],
    capabilities: source.capabilities[name],
    sides: source.sides
      .filter((side) => side.protocol === name)
      .map((side) => resolver.side(name, side.side, side.doc, side.frames)),
  }));
  const model: GeneratorModel = {
    format: 1,
    version: source.version,
    protocolVersion: source.protocolVersion,
    protocols: resolved,
    types: [...resolver.types.values()],
    enums: [...resolver.enums.values()],
    deadlines: source.deadlines,
    limits: source.limits,
    builtins: source.builtins,
  };
  refuseCollisions(model);
  return model;
}

type Growing<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer I)[] ? I[] : T[K] };

class Resolver {
  readonly types = new Map<string, GeneratorType>();
  readonly enums = new Map<string, Growing<GeneratorEnum>>();
  private readonly named: ReadonlyMap<string, NamedType>;

  constructor(private readonly source: ProtocolModel) {
    this.named = new Map(source.types.map((type) => [type.name, type]));
  }

  side(protocol: ProtocolName, name: string, doc: string, frames: readonly FrameModel[]): GeneratorSide {
    return {
      name,
      id: `${protocol}.${name}`,
      doc,
      typeName: `${pascal(name)}Frame`,
      frames: frames.map((frame) => this.frame(protocol, name, frame)),
    };
  }

  private frame(protocol: ProtocolName, side: string, frame: FrameModel): GeneratorFrame {
    const localName = pascal(frame.name);
    const other = this.source.sides.find((s) => s.protocol === protocol && s.side !== side)?.side;
    if (frame.select !== undefined) throw new Error(`${frame.id}: shapes without a tag cannot be generated`);
    const shape = (given: Shape) => this.shape(protocol, side, localName, given);
    return {
      id: frame.id,
      name: frame.name,
      localName,
      typeName: `${pascal(side)}${localName}`,
      doc: frame.doc,
      kind: frame.kind,
      ...(frame.answers === undefined ? {} : { answers: `${protocol}.${other}.${frame.answers}` }),
      ...(frame.answeredBy === undefined ? {} : { answeredBy: `${protocol}.${other}.${frame.answeredBy}` }),
      ...(frame.deadline === undefined ? {} : { deadline: frame.deadline }),
      ...(frame.capability === undefined ? {} : { capability: frame.capability }),
      ...(frame.optional === true ? { optional: true } : {}),
      since: frame.since,
      select:
        frame.tag === undefined
          ? { by: "one" }
          : {
              by: "tag",
              tag: frame.tag,
              ...(frame.tagDefault === undefined ? {} : { default: frame.tagDefault }),
            },
      shapes: frame.shapes.map(shape),
      ...(frame.failure === undefined
        ? {}
        : { envelope: { failure: shape(frame.failure), data: frame.shapes.map(dataOf) } }),
    };
  }

  private shape(protocol: ProtocolName, side: string, frameName: string, shape: Shape): GeneratorShape {
    const localName = shape.name === undefined ? frameName : `${frameName}${pascal(shape.name)}`;
    return {
      ...(shape.name === undefined ? {} : { name: shape.name }),
      localName,
      typeName: `${pascal(side)}${localName}`,
      doc: shape.doc,
      ...(shape.capability === undefined ? {} : { capability: shape.capability }),
      fields: this.fields(protocol, `${pascal(side)}${localName}`, shape.fields),
    };
  }

  private fields(protocol: ProtocolName, owner: string, fields: readonly Field[]): GeneratorField[] {
    return fields.map((field) => {
      if (field.name === "extra") throw new Error(`${field.id}: the name extra is kept for unknown fields`);
      const presence = !field.required ? "optional" : field.default === undefined ? "required" : "defaulted";
      return {
        id: field.id,
        name: field.name,
        doc: field.doc,
        type: this.fieldType(protocol, owner, field, field.type),
        presence,
        ...(field.default === undefined ? {} : { default: field.default }),
        ...(field.capability === undefined ? {} : { capability: field.capability }),
        ...(field.anyAccepted === true ? { anyAccepted: true } : {}),
      };
    });
  }

  private fieldType(protocol: ProtocolName, owner: string, field: Field, type: SourceType): FieldType {
    switch (type.kind) {
      case "string": {
        const refused = type.strict === true && type.minLength !== undefined;
        return {
          kind: "string",
          ...(refused ? { nonEmpty: true } : {}),
          ...(type.encoding === undefined ? {} : { base64: true }),
          ...(type.pattern === undefined ? {} : { senderPattern: type.pattern }),
          ...(type.minLength === undefined || refused ? {} : { senderNonEmpty: true }),
        };
      }
      case "integer":
      case "number":
        return { kind: type.kind, ...(type.minimum === undefined ? {} : { senderMinimum: type.minimum }) };
      case "boolean":
      case "json":
        return { kind: type.kind };
      case "const":
        return { kind: "const", value: type.value };
      case "object":
        return { kind: "object", ...(type.nullable === true ? { nullable: true } : {}) };
      case "enum":
        return { kind: "enum", name: this.enumOf(protocol, owner, field, type.values) };
      case "list":
        return { kind: "list", items: this.fieldType(protocol, owner, field, type.items) };
      case "named":
        return { kind: this.reach(protocol, type.name), name: type.name };
      case "id":
        throw new Error(`${field.id}: the type id occurs in the Dhara profile only`);
    }
  }

  /** Two fields whose enums share a name share the values of both. */
  private enumOf(protocol: ProtocolName, owner: string, field: Field, values: readonly string[]): string {
    const given = enumNames[field.id] ?? enumNames[`${owner}.${field.name}`];
    const { name, doc } = given ?? { name: `${owner}${pascal(field.name)}`, doc: field.doc };
    let found = this.enums.get(name);
    if (found === undefined) {
      found = { name, doc, protocols: [], values: [] };
      this.enums.set(name, found);
    }
    if (!found.protocols.includes(protocol)) found.protocols.push(protocol);
    for (const value of values) if (!found.values.includes(value)) found.values.push(value);
    return name;
  }

  /** Adds a named type and what it uses, used ones first, and says which kind it is. */
  private reach(protocol: ProtocolName, name: string): "record" | "union" {
    const source = this.named.get(name);
    if (source === undefined) throw new Error(`protocol.json names the type ${name} but does not define it`);
    const kind = source.union === undefined ? "record" : "union";
    const known = this.types.get(name);
    if (known?.protocols.includes(protocol)) return kind;
    const protocols: ProtocolName[] = [...(known?.protocols ?? []), protocol];
    const { doc } = source;
    let resolved: GeneratorType;
    if (source.union === undefined) {
      resolved = {
        kind: "record",
        name,
        doc,
        protocols,
        fields: this.fields(protocol, name, source.fields ?? []),
      };
    } else {
      for (const member of source.union.members) this.reach(protocol, member.type);
      resolved = {
        kind: "union",
        name,
        doc,
        protocols,
        tag: source.union.tag,
        members: source.union.members,
      };
    }
    this.types.set(name, resolved);
    return kind;
  }
}

function dataOf(shape: Shape): { command: string; type?: string; required: boolean } {
  const data = shape.fields.find((field) => field.name === "data");
  const command = shape.name ?? "";
  if (data === undefined) return { command, required: false };
  if (data.type.kind !== "named") throw new Error(`${data.id}: the data of a response is a named type`);
  return { command, type: data.type.name, required: data.required };
}

/** A printer may put every type into one namespace, so no two may have one name. */
function refuseCollisions(model: GeneratorModel): void {
  const owners = new Map<string, string>();
  const claim = (name: string, owner: string) => {
    const before = owners.get(name);
    if (before !== undefined) {
      throw new Error(
        `${owner} and ${before} would both be named ${name}; rename one in enum-names.ts or in schemas`,
      );
    }
    owners.set(name, owner);
  };
  for (const { name } of model.types) claim(name, `type ${name}`);
  for (const { name } of model.enums) claim(name, `enum ${name}`);
  for (const side of model.protocols.flatMap((protocol) => protocol.sides)) {
    claim(side.typeName, side.id);
    for (const frame of side.frames) {
      claim(frame.typeName, frame.id);
      for (const shape of shapesOf(frame))
        if (shape.name !== undefined) claim(shape.typeName, `${frame.id}/${shape.name}`);
    }
  }
}
