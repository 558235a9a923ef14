/**
 * Rust, types with reading and writing on serde_json (with its feature `raw_value`): a side is a module with an
 * enum of its frames, a tagged union an enum with `Unknown`, an open enum one with `Other`.
 */
import type { GeneratorEnum, GeneratorModel, GeneratorType, GeneratorUnion } from "../../model.js";
import { screaming } from "../../names.js";
import type { GeneratedFile, Printer } from "../../printer.js";
import { codec } from "./codec-text.js";
import { doc, grouped, quoted, slice, variantName } from "./layout.js";
import { fromLines, sideLines } from "./sides.js";
import { structLines } from "./structs.js";

/** Prints Rust. */
export const printer: Printer = {
  language: "rust",
  summary: "a module of structs and enums for Rust 1.82, with decoders; needs serde and serde_json",
  files(model, { notice }) {
    const file = (path: string, lines: readonly string[]): GeneratedFile => ({
      path,
      text: [`// ${notice}`, "", ...lines.slice(0, lines.at(-1) === "" ? -1 : undefined), ""].join("\n"),
    });
    return [
      file("mod.rs", moduleLines(model)),
      file("codec.rs", codec.trim().split("\n")),
      file("constants.rs", constants(model)),
      file("types.rs", typesModule(model)),
      ...model.protocols
        .flatMap((protocol) => protocol.sides)
        .map((side) =>
          file(`${side.name}.rs`, [`//! What the ${side.name} writes.`, "", ...sideLines(model, side)]),
        ),
    ];
  },
};

function moduleLines(model: GeneratorModel): string[] {
  const sides = model.protocols.flatMap((protocol) => protocol.sides.map(({ name }) => name));
  return [
    "//! The frames of extproto and of its RPC protocol as types.",
    "//!",
    "//! Frames, fields, members of unions and values of enums from the future are kept and written back;",
    "//! null reads as missing and is never written for what is optional; free-form JSON stays as it came.",
    "",
    ...["codec", "constants", ...sides, "types"]
      .sort()
      .map((name) => `${name === "codec" ? "" : "pub "}mod ${name};`),
    "",
    "pub use codec::{DecodeError, Extra, Json, Object, Unknown};",
  ];
}

function typesModule(model: GeneratorModel): string[] {
  return [
    "//! The parts of frames.",
    "",
    "use super::codec::*;",
    "use serde_json::value::RawValue;",
    "use std::fmt;",
    "",
    ...model.enums.flatMap(enumLines),
    ...model.types.flatMap(typeLines),
  ];
}

function enumLines({ name, doc: text, values }: GeneratorEnum): string[] {
  if (values.some((value) => variantName(value) === "Other"))
    throw new Error(`${name} has a value that is printed as Other, the name of values that are not known`);
  return [
    ...doc([text, "An open enum: other values are kept."]),
    "#[derive(Clone, Debug, PartialEq, Eq, Hash)]",
    `pub enum ${name} {`,
    ...values.flatMap((value) => [`    /// \`${value}\`.`, `    ${variantName(value)},`]),
    "    /// A value that this version does not know.",
    "    Other(String),",
    "}",
    "",
    `impl ${name} {`,
    "    /// The value on the wire.",
    "    pub fn as_str(&self) -> &str {",
    "        match self {",
    ...values.map((value) => `            Self::${variantName(value)} => ${quoted(value)},`),
    "            Self::Other(value) => value,",
    "        }",
    "    }",
    "}",
    "",
    `impl From<&str> for ${name} {`,
    "    fn from(value: &str) -> Self {",
    "        match value {",
    ...values.map((value) => `            ${quoted(value)} => Self::${variantName(value)},`),
    "            _ => Self::Other(value.to_owned()),",
    "        }",
    "    }",
    "}",
    "",
    `impl fmt::Display for ${name} {`,
    "    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {",
    "        f.write_str(self.as_str())",
    "    }",
    "}",
    "",
    `impl Value for ${name} {`,
    "    fn read(value: Option<&RawValue>, at: &Place<'_>) -> Result<Self, DecodeError> {",
    "        String::read(value, at).map(|value| Self::from(value.as_str()))",
    "    }",
    "",
    "    fn write(&self, out: &mut String) {",
    "        write_text(out, self.as_str());",
    "    }",
    "}",
    "",
  ];
}

function typeLines(type: GeneratorType): string[] {
  if (type.kind === "union") return unionLines(type);
  return structLines({ name: type.name, notes: [type.doc], fields: type.fields, prefix: "" });
}

function unionLines({ name, doc: text, tag, members }: GeneratorUnion): string[] {
  return [
    ...doc([text]),
    "#[derive(Clone, Debug, PartialEq)]",
    `pub enum ${name} {`,
    ...members.flatMap(({ value, type }) => [`    /// \`${value}\`.`, `    ${variantName(value)}(${type}),`]),
    "    /// One that this version does not know, as it came.",
    "    Unknown(Object),",
    "}",
    "",
    `impl Value for ${name} {`,
    "    fn read(value: Option<&RawValue>, at: &Place<'_>) -> Result<Self, DecodeError> {",
    "        let mut input = Reader::open(value, at)?;",
    `        match input.tag(${quoted(tag)})?.as_str() {`,
    ...members.map(
      ({ value }) =>
        `            ${quoted(value)} => Record::read(&mut input).map(Self::${variantName(value)}),`,
    ),
    "            _ => Object::read(value, at).map(Self::Unknown),",
    "        }",
    "    }",
    "",
    "    fn write(&self, out: &mut String) {",
    "        match self {",
    ...members.map(
      ({ value }) => `            Self::${variantName(value)}(member) => Value::write(member, out),`,
    ),
    "            Self::Unknown(object) => object.write(out),",
    "        }",
    "    }",
    "}",
    "",
    ...members.flatMap(({ value, type }) => fromLines(type, name, `Self::${variantName(value)}(value)`)),
  ];
}

function constants(model: GeneratorModel): string[] {
  const lines = [
    "//! Names and numbers of the protocols.",
    "",
    "use std::time::Duration;",
    "",
    "/// The version of the specification that this module was generated from.",
    `pub const SPEC_VERSION: &str = ${quoted(model.version)};`,
    "",
    "/// The major version of the protocol on the wire.",
    `pub const PROTOCOL_VERSION: i64 = ${model.protocolVersion};`,
    "",
  ];
  for (const { name, ms, doc: text } of model.deadlines)
    lines.push(
      ...doc([text]),
      `pub const ${screaming(name)}_DEADLINE: Duration = Duration::from_millis(${grouped(ms)});`,
      "",
    );
  for (const { name, bytes, doc: text } of model.limits)
    lines.push(
      ...doc([text, "In bytes, with the line feed."]),
      `pub const ${screaming(name)}_LIMIT: usize = ${grouped(bytes)};`,
      "",
    );
  const capabilities = new Map(
    model.protocols.flatMap((protocol) => protocol.capabilities.map(({ name, doc }) => [name, doc] as const)),
  );
  for (const [name, text] of capabilities)
    lines.push(...doc([text]), `pub const CAPABILITY_${screaming(name)}: &str = ${quoted(name)};`, "");
  for (const { name, capabilities: own } of model.protocols)
    lines.push(
      `/// The capabilities of ${name}.`,
      ...slice(
        `pub const ${screaming(name)}_CAPABILITIES: &[&str] = `,
        own.map((capability) => `CAPABILITY_${screaming(capability.name)}`),
      ),
      "",
    );
  for (const [kind, values] of Object.entries(model.builtins))
    lines.push(
      `/// Names of ${kind} that are taken by the host.`,
      ...slice(`pub const BUILTIN_${screaming(kind)}: &[&str] = `, values.map(quoted)),
      "",
    );
  return lines;
}
