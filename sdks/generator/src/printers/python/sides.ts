/** A side as a module: its frames as classes, their union, and decoding by a table. */
import type { GeneratorFrame, GeneratorModel, GeneratorSide } from "../../model.js";
import { shapesOf } from "../../model.js";
import { frameNotes, shapeNotes } from "../../notes.js";
import { classLines, type ModuleOf } from "./classes.js";
import { bracketed, docstring, quoted } from "./layout.js";

/** Prints the body of a side's module. */
export function sideLines(model: GeneratorModel, side: GeneratorSide, moduleOf: ModuleOf): string[] {
  return [
    ...side.frames.flatMap((frame) => frameLines(model, frame, moduleOf)),
    ...bracketed(
      "Frame: TypeAlias = Union[",
      side.frames.map((frame) => frame.localName),
      "]",
      "",
    ),
    ...docstring([side.doc], ""),
    "",
    ...table(side),
    "",
    "",
    "def decode(line: str) -> Frame | UnknownFrame:",
    '    """Decodes a line, given without its LF; raises `DecodeError`."""',
    `    return codec.decode(${quoted(side.id)}, line, _READERS)`,
    "",
    "",
    "def encode(frame: Frame | UnknownFrame) -> str:",
    '    """The line of a frame, without its LF."""',
    "    return codec.encode(frame)",
  ];
}

function frameLines(model: GeneratorModel, frame: GeneratorFrame, moduleOf: ModuleOf): string[] {
  if (frame.select.by === "one")
    return frame.shapes.flatMap(({ fields }) =>
      classLines({ name: frame.localName, notes: frameNotes(model, frame), fields }, moduleOf),
    );
  const shapes = shapesOf(frame);
  return [
    ...shapes.flatMap((shape) =>
      classLines({ name: shape.localName, notes: shapeNotes(shape), fields: shape.fields }, moduleOf),
    ),
    ...bracketed(
      `${frame.localName}: TypeAlias = Union[`,
      shapes.map((shape) => shape.localName),
      "]",
      "",
    ),
    ...docstring(frameNotes(model, frame), ""),
    "",
    "",
  ];
}

function table(side: GeneratorSide): string[] {
  return [
    "_READERS: dict[str, codec.Read[Frame]] = {",
    ...side.frames.flatMap((frame) => {
      const key = `    ${quoted(frame.name)}: `;
      const { select, envelope } = frame;
      if (select.by === "one") return [`${key}${frame.localName}.read,`];
      return [
        `${key}codec.tagged(`,
        `        ${quoted(select.tag)},`,
        "        {",
        ...frame.shapes.map((shape) => `            ${quoted(shape.name ?? "")}: ${shape.localName}.read,`),
        "        },",
        ...(select.default === undefined ? [] : [`        default=${quoted(select.default)},`]),
        ...(envelope === undefined ? [] : [`        failure=${envelope.failure.localName}.read,`]),
        "    ),",
      ];
    }),
    "}",
  ];
}
