/**
 * Python 3.10: dataclasses with reading and writing, the standard library alone.
 *
 * A side is a module (`host.ToolCall`, `host.decode`). The named types are in a module for each protocol, so
 * that an extension does not load what only RPC clients need: making a dataclass takes time at every start.
 */
import type { GeneratorModel, GeneratorSide, GeneratorType, GeneratorUnion } from "../../model.js";
import { screaming } from "../../names.js";
import type { GeneratedFile, Printer } from "../../printer.js";
import { classLines, type ModuleOf, readUnion } from "./classes.js";
import { codecText } from "./codec-text.js";
import { bracketed, docstring, literal, quoted } from "./layout.js";
import { sideLines } from "./sides.js";

/** Prints Python. */
export const printer: Printer = {
  language: "python",
  summary: "dataclasses and decoders for Python 3.10, without dependencies",
  files(model, { notice }) {
    const file = (name: string, about: string, text: string): GeneratedFile => ({
      path: `${name}.py`,
      text: `# ${notice}\n${docstring([about], "").join("\n")}\n\n${text.trimEnd()}\n`,
    });
    const sides = model.protocols.flatMap((protocol) => protocol.sides);
    const homes = [...new Set(model.types.map(homeOf))];
    return [
      {
        path: "__init__.py",
        text: `# ${notice}\n${docstring(["The frames of the protocols, a module for each side."], "").join("\n")}\n`,
      },
      file("codec", "What all decoders share.", codecText),
      file("constants", "Deadlines, limits, capabilities and known values.", constants(model)),
      ...homes.map((home) =>
        file(home, `The types that frames of ${home.replace("_types", "")} carry.`, typesModule(model, home)),
      ),
      ...sides.map((side) => file(side.name, side.doc, sideModule(model, side))),
    ];
  },
};

/** The module of a named type: that of the first protocol that uses it. */
function homeOf(type: GeneratorType): string {
  return `${type.protocols[0] ?? "extproto"}_types`;
}

function modules(model: GeneratorModel, own: string): ModuleOf {
  const homes = new Map(model.types.map((type) => [type.name, homeOf(type)]));
  return (name) => {
    const home = homes.get(name);
    return home === undefined || home === own ? "" : `${home}.`;
  };
}

function typesModule(model: GeneratorModel, home: string): string {
  const own = model.types.filter((type) => homeOf(type) === home);
  const moduleOf = modules(model, home);
  const lines = own.flatMap((type) =>
    type.kind === "union"
      ? unionLines(type, moduleOf)
      : classLines({ name: type.name, notes: [type.doc], fields: type.fields }, moduleOf),
  );
  return withImports(model, lines);
}

function sideModule(model: GeneratorModel, side: GeneratorSide): string {
  return withImports(model, sideLines(model, side, modules(model, side.name)));
}

function unionLines(union: GeneratorUnion, moduleOf: ModuleOf): string[] {
  const members = union.members.map(({ value, type }) => ({ value, type: `${moduleOf(type)}${type}` }));
  return [
    ...bracketed(
      `${union.name}: TypeAlias = Union[`,
      [...members.map(({ type }) => type), "UnknownMember"],
      "]",
      "",
    ),
    ...docstring([union.doc, "A member that this version does not know is kept."], ""),
    "",
    "",
    `def ${readUnion(union.name)}(value: object) -> ${union.name}:`,
    '    """Reads a member from JSON; raises `codec.Mismatch`."""',
    `    body, told = codec.tag_of(value, ${quoted(union.tag)})`,
    ...members.flatMap(({ value, type }) => [
      `    if told == ${quoted(value)}:`,
      `        return ${type}.read(body)`,
    ]),
    "    return UnknownMember(told, body)",
    "",
    "",
  ];
}

/** Only what the lines use is imported. */
function withImports(model: GeneratorModel, lines: readonly string[]): string {
  const code = lines.filter((line) => !line.trimStart().startsWith('"""')).join("\n");
  const used = (names: readonly string[]): string[] =>
    names.filter((name) => new RegExp(`(?<![.\\w"])${name}\\b`).test(code));
  const from = (module: string, names: readonly string[]): string[] => {
    if (names.length === 0) return [];
    const one = `from ${module} import ${names.join(", ")}`;
    return one.length <= 88 ? [one] : bracketed(`from ${module} import (`, names, ")", "");
  };
  const homes = [...new Set(model.types.map(homeOf))];
  const enums = model.enums.map(({ name }) => name).sort();
  return [
    "from __future__ import annotations",
    "",
    ...from("dataclasses", used(["dataclass", "field"])),
    ...from("typing", used(["Any", "ClassVar", "Literal", "TypeAlias", "Union"])),
    "",
    ...from(".", used(["codec", ...homes])),
    ...from(".codec", used(["JsonObject", "UnknownFrame", "UnknownMember"])),
    ...from(".constants", used(enums)),
    "",
    "",
    ...lines,
  ].join("\n");
}

function constants(model: GeneratorModel): string {
  const lines = ["from typing import Literal, TypeAlias", ""];
  const add = (statement: readonly string[], ...notes: string[]): void => {
    lines.push(...statement, ...docstring(notes, ""), "");
  };
  add(
    [`SPEC_VERSION = ${quoted(model.version)}`],
    "Version of the specification that these files are generated from.",
  );
  add([`PROTOCOL_VERSION = ${model.protocolVersion}`], "Major version of the protocol on the wire.");
  for (const { name, ms, doc } of model.deadlines)
    add([`${screaming(name)}_DEADLINE_MS = ${ms}`], doc, "Milliseconds.");
  for (const { name, bytes, doc } of model.limits)
    add([`${screaming(name)}_LIMIT_BYTES = ${bytes}`], doc, "Bytes.");
  const names = (constant: string, values: readonly string[], doc: string): void =>
    add(bracketed(`${constant} = (`, values.map(literal), ")", ""), doc);
  for (const { name, capabilities } of model.protocols)
    names(
      `${screaming(name)}_CAPABILITIES`,
      capabilities.map((capability) => capability.name),
      `The capabilities of ${name}.`,
    );
  for (const [kind, values] of Object.entries(model.builtins))
    names(`BUILTIN_${screaming(kind)}`, values, `Names of ${kind} that are taken by the host.`);
  for (const { name, doc, values } of model.enums)
    add(
      bracketed(`${name}: TypeAlias = Literal[`, values.map(literal), "]", ""),
      doc,
      "The known values; a reader takes others too.",
    );
  return lines.join("\n");
}
