/** A side as a module: an enum of its frames, and a struct for each; a frame with several shapes is an enum. */
import type { GeneratorFrame, GeneratorModel, GeneratorSide } from "../../model.js";
import { shapesOf } from "../../model.js";
import { frameNotes, shapeNotes } from "../../notes.js";
import { doc, quoted, variantName } from "./layout.js";
import { structLines, usesTypes } from "./structs.js";

const prefix = "types::";

/** Prints the module of a side, without its opening comment. */
export function sideLines(model: GeneratorModel, side: GeneratorSide): string[] {
  const used = side.frames.some((frame) => shapesOf(frame).some((shape) => usesTypes(shape.fields)));
  return [
    // A list of names would be sorted differently by the editions of rustfmt.
    "use super::codec::*;",
    ...(used ? ["use super::types;"] : []),
    "",
    ...doc([`A frame of the ${side.name}.`, side.doc]),
    "#[derive(Clone, Debug, PartialEq)]",
    "pub enum Frame {",
    ...side.frames.flatMap((frame) => [
      ...doc([frame.doc], "    "),
      `    ${frame.localName}(${frame.localName}),`,
    ]),
    "    /// A frame of a type, or of a variant of a known type, that this version does not know.",
    "    Unknown(Unknown),",
    "}",
    "",
    "impl Frame {",
    "    /// Decodes a line, given without its line feed.",
    "    pub fn decode(line: &str) -> Result<Self, DecodeError> {",
    `        decode_line(${quoted(side.id)}, line, |kind, input| match kind {`,
    ...side.frames.map((frame) =>
      frame.select.by === "one"
        ? `            ${quoted(frame.name)} => Record::read(input).map(Self::${frame.localName}),`
        : `            ${quoted(frame.name)} => ${frame.localName}::read(input),`,
    ),
    "            _ => Ok(Self::Unknown(input.unknown(kind, None))),",
    "        })",
    "    }",
    "",
    "    /// The frame as a line, without a line feed.",
    "    pub fn encode(&self) -> String {",
    "        match self {",
    ...side.frames.map((frame) =>
      frame.select.by === "one"
        ? `            Self::${frame.localName}(frame) => encode_record(frame),`
        : `            Self::${frame.localName}(frame) => frame.encode(),`,
    ),
    "            Self::Unknown(frame) => frame.raw.clone(),",
    "        }",
    "    }",
    "",
    "    /// The value of the field `type`.",
    "    pub fn kind(&self) -> &str {",
    "        match self {",
    ...side.frames.map((frame) => `            Self::${frame.localName}(_) => ${quoted(frame.name)},`),
    "            Self::Unknown(frame) => &frame.kind,",
    "        }",
    "    }",
    "}",
    "",
    ...side.frames.flatMap((frame) => frameLines(model, frame)),
  ];
}

function frameLines(model: GeneratorModel, frame: GeneratorFrame): string[] {
  const notes = [`\`${frame.name}\`.`, ...frameNotes(model, frame)];
  if (frame.select.by === "one") {
    return frame.shapes.flatMap((shape) => [
      ...structLines({ name: frame.localName, notes, fields: shape.fields, prefix }),
      ...fromLines(frame.localName, "Frame", `Self::${frame.localName}(value)`),
    ]);
  }
  const { tag, default: otherwise } = frame.select;
  const failure = frame.envelope?.failure;
  return [
    ...doc(notes),
    "#[derive(Clone, Debug, PartialEq)]",
    `pub enum ${frame.localName} {`,
    ...shapesOf(frame).flatMap((shape) => [
      ...doc([shape.doc], "    "),
      `    ${variantName(shape.name ?? "")}(${shape.localName}),`,
    ]),
    "}",
    "",
    `impl ${frame.localName} {`,
    "    fn read(input: &mut Reader<'_>) -> Result<Frame, DecodeError> {",
    ...(failure === undefined
      ? []
      : [
          '        if input.is("success", "false") {',
          "            let failure = Self::Failure(Record::read(input)?);",
          `            return Ok(Frame::${frame.localName}(failure));`,
          "        }",
        ]),
    otherwise === undefined
      ? `        let tag = input.tag(${quoted(tag)})?;`
      : `        let tag = input.tag_or(${quoted(tag)}, ${quoted(otherwise)})?;`,
    "        let shape = match tag.as_str() {",
    ...frame.shapes.map(
      (shape) =>
        `            ${quoted(shape.name ?? "")} => Self::${variantName(shape.name ?? "")}(Record::read(input)?),`,
    ),
    "            _ => {",
    `                let unknown = input.unknown(${quoted(frame.name)}, Some(tag));`,
    "                return Ok(Frame::Unknown(unknown));",
    "            }",
    "        };",
    `        Ok(Frame::${frame.localName}(shape))`,
    "    }",
    "",
    "    fn encode(&self) -> String {",
    "        match self {",
    ...shapesOf(frame).map(
      (shape) => `            Self::${variantName(shape.name ?? "")}(shape) => encode_record(shape),`,
    ),
    "        }",
    "    }",
    "}",
    "",
    ...fromLines(frame.localName, "Frame", `Self::${frame.localName}(value)`),
    ...shapesOf(frame).flatMap((shape) => [
      ...structLines({
        name: shape.localName,
        notes: [`\`${frame.name}\` in the form \`${shape.name ?? ""}\`.`, ...shapeNotes(shape)],
        fields: shape.fields,
        prefix,
      }),
      ...fromLines(shape.localName, frame.localName, `Self::${variantName(shape.name ?? "")}(value)`),
      ...fromLines(shape.localName, "Frame", `Self::${frame.localName}(value.into())`),
    ]),
  ];
}

/** A conversion into an enum that has the type as a variant. */
export function fromLines(from: string, into: string, made: string): string[] {
  return [
    `impl From<${from}> for ${into} {`,
    `    fn from(value: ${from}) -> Self {`,
    `        ${made}`,
    "    }",
    "}",
    "",
  ];
}
