/**
 * Go, types with reading and writing, standard library only: a side is an interface with a struct for each
 * frame, a tagged union an interface, an open enum a string type with constants. What is optional is a pointer,
 * or nil where the type has one.
 */
import type { GeneratorEnum, GeneratorModel, GeneratorType, GeneratorUnion } from "../../model.js";
import { OutputError } from "../../output-error.js";
import type { GeneratedFile, Printer } from "../../printer.js";
import { column, comment, goName, marker, quoted } from "./layout.js";
import { sideLines } from "./sides.js";
import { structLines } from "./structs.js";
import { decoding, encoding } from "./support.js";

const defaultPackage = "protocol";
/** Keywords, and names that a package has but cannot be imported under. */
const reservedWords = new Set(
  (
    "break case chan const continue default defer else fallthrough for func go goto if import interface map package " +
    "range return select struct switch type var main init _"
  ).split(" "),
);

/** Prints Go. */
export const printer: Printer = {
  language: "go",
  takesPackage: true,
  summary: "a package of structs and interfaces for Go 1.23, with decoders, without dependencies",
  files(model, options) {
    const name = options.package ?? defaultPackage;
    if (!/^[a-z_]\w*$/.test(name) || reservedWords.has(name))
      throw new OutputError(
        `${name} is no name of a Go package: --package takes one word such as protocol, and none that Go keeps for itself`,
      );
    const file = (path: string, imports: readonly string[], lines: readonly string[]): GeneratedFile => ({
      path,
      text: [
        `// ${options.notice}`,
        "",
        ...(path === "protocol.go" ? packageComment(name) : []),
        `package ${name}`,
        "",
        ...importLines(imports),
        ...lines.slice(0, lines.at(-1) === "" ? -1 : undefined),
        "",
      ].join("\n"),
    });
    return [
      file("protocol.go", ["time"], constants(model)),
      file("decoding.go", decoding.imports, decoding.text.trim().split("\n")),
      file("encoding.go", encoding.imports, encoding.text.trim().split("\n")),
      file(
        "types.go",
        ["encoding/json"],
        [...model.enums.flatMap(enumLines), ...model.types.flatMap((type) => typeLines(model, type))],
      ),
      ...model.protocols
        .flatMap((protocol) => protocol.sides)
        .map((side) => file(`${side.name}.go`, ["encoding/json"], sideLines(model, side))),
    ];
  },
};

function packageComment(name: string): string[] {
  return [
    ...comment([
      `Package ${name} has the frames of extproto and of its RPC protocol as Go types.`,
      "Frames, fields, members of unions and values of enums from the future are kept and written back;",
      "null reads as missing and is never written for what is optional; free-form JSON stays as it came.",
    ]),
  ];
}

function importLines(imports: readonly string[]): string[] {
  if (imports.length === 1) return [`import ${quoted(imports[0] ?? "")}`, ""];
  return ["import (", ...imports.map((path) => `\t${quoted(path)}`), ")", ""];
}

function enumLines(type: GeneratorEnum): string[] {
  const names = column(type.values.map((value) => `${type.name}${goName(value)}`));
  return [
    ...comment([`${type.name} is an open enum: other values are kept.`, type.doc]),
    `type ${type.name} string`,
    "",
    `// The values of ${type.name} that this version knows.`,
    "const (",
    ...type.values.map((value, index) => `\t${names[index]} ${type.name} = ${quoted(value)}`),
    ")",
    "",
  ];
}

function typeLines(model: GeneratorModel, type: GeneratorType): string[] {
  if (type.kind === "union") return unionLines(type);
  const unions = model.types.filter(
    (other) => other.kind === "union" && other.members.some((member) => member.type === type.name),
  );
  return [
    ...structLines({
      name: type.name,
      notes: [`${type.name} is a part of frames.`, type.doc],
      id: type.name,
      fields: type.fields,
    }),
    ...unions.flatMap((union) => [`func (${type.name}) ${marker(union.name)}() {}`, ""]),
  ];
}

function unionLines(union: GeneratorUnion): string[] {
  const unknown = `Unknown${union.name}`;
  const members = union.members.map((member) => member.type).join(", ");
  return [
    ...comment([`${union.name} is one of ${members} and ${unknown}.`, union.doc]),
    `type ${union.name} interface {`,
    "\tjson.Marshaler",
    `\t${marker(union.name)}()`,
    "\twrite(out *writer)",
    "}",
    "",
    ...comment([`${unknown} is a ${union.name} that this version does not know.`]),
    `type ${unknown} struct {`,
    `\t// Tag is the value of the field ${union.tag}.`,
    "\tTag string",
    "\t// Raw is the object as it came.",
    "\tRaw json.RawMessage",
    "}",
    "",
    "// MarshalJSON gives the object as it came.",
    `func (v ${unknown}) MarshalJSON() ([]byte, error) {`,
    "\treturn marshal(v.write)",
    "}",
    "",
    `func (${unknown}) ${marker(union.name)}() {}`,
    "",
    `func (v ${unknown}) write(out *writer) {`,
    "\twriteObject(out, v.Raw)",
    "}",
    "",
    `func read${union.name}(value json.RawMessage, at place) (${union.name}, *DecodeError) {`,
    "\tin := openObject(value, at)",
    `\tvar member ${union.name}`,
    `\tswitch tag := in.tag(${quoted(union.tag)}); tag {`,
    ...union.members.flatMap(({ value, type }) => [
      `\tcase ${quoted(value)}:`,
      `\t\tmember = readFrame[${type}](in)`,
    ]),
    "\tdefault:",
    `\t\tmember = ${unknown}{Tag: tag, Raw: value}`,
    "\t}",
    "\treturn member, in.err",
    "}",
    "",
  ];
}

function constants(model: GeneratorModel): string[] {
  const lines = [
    "// SpecVersion is the version of the specification that this package was generated from.",
    `const SpecVersion = ${quoted(model.version)}`,
    "",
    "// Version is the major version of the protocol on the wire.",
    `const Version = ${model.protocolVersion}`,
    "",
  ];
  for (const { name, ms, doc } of model.deadlines) {
    lines.push(...comment([`${goName(name)}Deadline is a deadline.`, doc]));
    lines.push(`const ${goName(name)}Deadline = ${ms} * time.Millisecond`, "");
  }
  for (const { name, bytes, doc } of model.limits) {
    lines.push(...comment([`${goName(name)}Limit is a limit in bytes, with the LF.`, doc]));
    lines.push(`const ${goName(name)}Limit = ${bytes}`, "");
  }
  const capabilities = new Map(
    model.protocols.flatMap((protocol) => protocol.capabilities.map(({ name, doc }) => [name, doc] as const)),
  );
  for (const [name, doc] of capabilities) {
    lines.push(...comment([`Capability${goName(name)} is the name of a capability.`, doc]));
    lines.push(`const Capability${goName(name)} = ${quoted(name)}`, "");
  }
  for (const { name, capabilities: own } of model.protocols) {
    lines.push(
      `// ${goName(name)}Capabilities lists the capabilities of ${name}.`,
      `var ${goName(name)}Capabilities = []string{`,
      ...own.map((capability) => `\tCapability${goName(capability.name)},`),
      "}",
      "",
    );
  }
  for (const [kind, values] of Object.entries(model.builtins)) {
    lines.push(
      `// Builtin${goName(kind)} lists the names of ${kind} that are taken by the host.`,
      `var Builtin${goName(kind)} = []string{`,
      ...values.map((value) => `\t${quoted(value)},`),
      "}",
      "",
    );
  }
  return lines;
}
