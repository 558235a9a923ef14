/** A side as an interface: its frames are structs, a frame with several shapes an interface of its own. */
import type {
  GeneratorField,
  GeneratorFrame,
  GeneratorModel,
  GeneratorShape,
  GeneratorSide,
} from "../../model.js";
import { shapesOf } from "../../model.js";
import { frameNotes, shapeNotes } from "../../notes.js";
import { comment, marker, quoted } from "./layout.js";
import { structLines } from "./structs.js";

/** Prints the interface of a side, its decoder and its frames. */
export function sideLines(model: GeneratorModel, side: GeneratorSide): string[] {
  const name = side.typeName;
  const mark = marker(name);
  return [
    ...comment([
      `${name} is a frame of the ${side.name}: one of the structs of this file, or an UnknownFrame.`,
      side.doc,
    ]),
    `type ${name} interface {`,
    "\tFrame",
    `\t${mark}()`,
    "}",
    "",
    `func (UnknownFrame) ${mark}() {}`,
    "",
    ...comment([
      `Decode${name} decodes a line, given without its LF. An error is a *DecodeError, and then there is no frame.`,
    ]),
    `func Decode${name}(line []byte) (${name}, error) {`,
    `\tin, kind := openFrame(${quoted(side.id)}, line)`,
    `\tvar frame ${name}`,
    "\tswitch kind {",
    ...side.frames.flatMap((frame) => [
      `\tcase ${quoted(frame.name)}:`,
      frame.select.by === "tag"
        ? `\t\tframe = read${frame.typeName}(in)`
        : `\t\tframe = readFrame[${frame.typeName}](in)`,
    ]),
    "\tdefault:",
    '\t\tframe = in.unknown(kind, "")',
    "\t}",
    "\tif in.err != nil {",
    "\t\treturn nil, in.err",
    "\t}",
    "\treturn frame, nil",
    "}",
    "",
    ...side.frames.flatMap((frame) => frameLines(model, side, frame)),
  ];
}

function frameLines(model: GeneratorModel, side: GeneratorSide, frame: GeneratorFrame): string[] {
  const mark = marker(side.typeName);
  const [first = "", ...rest] = frameNotes(model, frame);
  const what = `${frame.typeName} is the frame ${frame.name} of the ${side.name}.`;
  if (frame.select.by === "one") {
    return frame.shapes.flatMap((shape) => [
      ...structLines({
        name: frame.typeName,
        notes: [what, first, ...rest],
        id: frame.id,
        fields: shape.fields,
      }),
      ...frameMethods(frame.typeName, frame.name, shape, [mark]),
    ]);
  }
  const own = marker(frame.typeName);
  return [
    ...comment([what, first, ...rest]),
    `type ${frame.typeName} interface {`,
    `\t${side.typeName}`,
    ...(shapesOf(frame).every((shape) => idOf(shape) !== undefined)
      ? ["\t// FrameID is the field id; empty where there is none.", "\tFrameID() string"]
      : []),
    `\t${own}()`,
    "}",
    "",
    ...tagReader(side, frame, frame.select),
    ...shapesOf(frame).flatMap((shape) => [
      ...structLines({
        name: shape.typeName,
        notes: [`${shape.typeName} is ${frame.name} in the form ${shape.name ?? ""}.`, ...shapeNotes(shape)],
        id: frame.id,
        fields: shape.fields,
      }),
      ...frameMethods(shape.typeName, frame.name, shape, [mark, own]),
    ]),
  ];
}

function frameMethods(type: string, kind: string, shape: GeneratorShape, marks: readonly string[]): string[] {
  const id = idOf(shape);
  return [
    `// FrameType is ${quoted(kind)}.`,
    `func (${type}) FrameType() string {`,
    `\treturn ${quoted(kind)}`,
    "}",
    "",
    ...(id === undefined
      ? []
      : [
          "// FrameID is the field id; empty where there is none.",
          `func (v ${type}) FrameID() string {`,
          ...(id.presence === "optional" ? ["\tif v.ID == nil {", '\t\treturn ""', "\t}"] : []),
          `\treturn ${id.presence === "optional" ? "*v.ID" : "v.ID"}`,
          "}",
          "",
        ]),
    ...marks.flatMap((mark) => [`func (${type}) ${mark}() {}`, ""]),
  ];
}

/** The field that ties requests to their answers. */
function idOf(shape: GeneratorShape): GeneratorField | undefined {
  return shape.fields.find(({ name, type }) => name === "id" && type.kind === "string");
}

/** A value that no shape has makes the frame an unknown one; an envelope's failure is told before that. */
function tagReader(
  side: GeneratorSide,
  frame: GeneratorFrame,
  select: { readonly tag: string; readonly default?: string },
): string[] {
  const failure = frame.envelope?.failure;
  const tag =
    select.default === undefined
      ? `in.tag(${quoted(select.tag)})`
      : `in.tagOr(${quoted(select.tag)}, ${quoted(select.default)})`;
  return [
    `func read${frame.typeName}(in *reader) ${side.typeName} {`,
    ...(failure === undefined
      ? []
      : ['\tif in.is("success", "false") {', `\t\treturn readFrame[${failure.typeName}](in)`, "\t}"]),
    `\tswitch tag := ${tag}; tag {`,
    ...frame.shapes.flatMap((shape) => [
      `\tcase ${quoted(shape.name ?? "")}:`,
      `\t\treturn readFrame[${shape.typeName}](in)`,
    ]),
    "\tdefault:",
    `\t\treturn in.unknown(${quoted(frame.name)}, tag)`,
    "\t}",
    "}",
    "",
  ];
}
