/** A side as a sealed interface: its frames are nested records. */
import type { GeneratorFrame, GeneratorModel, GeneratorSide } from "../../model.js";
import { shapesOf } from "../../model.js";
import { camel } from "../../names.js";
import { frameNotes, shapeNotes } from "../../notes.js";
import { javadoc, quoted } from "./layout.js";
import { recordLines } from "./records.js";

/** Prints the interface of a side. */
export function sideLines(model: GeneratorModel, given: GeneratorSide): string[] {
  const side = withoutShadows(model, given);
  const name = side.typeName;
  const lines = [
    ...javadoc([side.doc], ""),
    `public sealed interface ${name} extends Encodable {`,
    "  /** The line of the frame, without its LF. */",
    "  default String encode() {",
    "    return toJson().text();",
    "  }",
    "",
    "  /** Decodes a line, given without its LF; fails with a DecodeException. */",
    `  static ${name} decode(String line) {`,
    "    Json value = Json.parse(line);",
    "    if (!(value instanceof Json.Obj object)) {",
    `      throw new DecodeException("EXT_NOT_OBJECT", null, "", "is not a JSON object");`,
    "    }",
    `    if (!(object.fields().get("type") instanceof Json.Str type)) {`,
    "      throw new DecodeException(",
    `          "EXT_NO_TYPE", null, "/type", "is not a string that names the frame");`,
    "    }",
    `    Place at = new Place(${quoted(`${side.id}.`)} + type.value(), "");`,
    "    switch (type.value()) {",
  ];
  for (const frame of side.frames) {
    lines.push(`      case ${quoted(frame.name)}:`);
    lines.push(
      frame.select.by === "tag"
        ? `        return read${frame.localName}(line, object, at);`
        : `        return ${frame.localName}.read(object, at);`,
    );
  }
  lines.push(
    "      default:",
    "        return new Unknown(type.value(), null, line);",
    "    }",
    "  }",
    "",
    ...side.frames.flatMap((frame) =>
      frame.select.by === "tag" ? tagReader(name, frame, frame.select) : [],
    ),
    ...side.frames.flatMap((frame) => frameLines(model, name, frame)),
    "  /**",
    "   * A frame of a type, or of a variant of a known type, that this version does not know.",
    "   *",
    "   * @param type The type.",
    "   * @param variant What told the variant; null where the type itself is unknown.",
    "   * @param raw The line as it came.",
    "   */",
    `  record Unknown(String type, String variant, String raw) implements ${name} {`,
    "",
    "    @Override",
    "    public Json toJson() {",
    "      return Json.parse(raw);",
    "    }",
    "",
    "    @Override",
    "    public String encode() {",
    "      return raw;",
    "    }",
    "  }",
    "}",
  );
  return lines;
}

/** Inside the interface, a frame with the name of a named type would hide that type: it becomes `UsageFrame`. */
function withoutShadows(model: GeneratorModel, side: GeneratorSide): GeneratorSide {
  const outer = new Set([...model.types, ...model.enums].map((type) => type.name).concat("Unknown"));
  const free = <T extends { readonly localName: string }>(named: T): T =>
    outer.has(named.localName) ? { ...named, localName: `${named.localName}Frame` } : named;
  return {
    ...side,
    frames: side.frames.map((frame) => ({ ...free(frame), shapes: frame.shapes.map(free) })),
  };
}

function frameLines(model: GeneratorModel, side: string, frame: GeneratorFrame): string[] {
  if (frame.select.by === "one") {
    return frame.shapes.flatMap((shape) =>
      recordLines(
        {
          name: frame.localName,
          notes: frameNotes(model, frame),
          fields: shape.fields,
          implements: [side],
          head: "record",
        },
        "  ",
      ),
    );
  }
  return [
    ...javadoc(frameNotes(model, frame), "  "),
    `  sealed interface ${frame.localName} extends ${side} {}`,
    "",
    ...shapesOf(frame).flatMap((shape) =>
      recordLines(
        {
          name: shape.localName,
          notes: shapeNotes(shape),
          fields: shape.fields,
          implements: [frame.localName],
          head: "record",
        },
        "  ",
      ),
    ),
  ];
}

function tagReader(
  side: string,
  frame: GeneratorFrame,
  select: { readonly tag: string; readonly default?: string },
): string[] {
  const failure = frame.envelope?.failure;
  const lines = [`  private static ${side} read${frame.localName}(String line, Json.Obj object, Place at) {`];
  if (failure !== undefined) {
    lines.push(
      `    if (new Json.Bool(false).equals(object.fields().get("success"))) {`,
      `      return ${failure.localName}.read(object, at);`,
      "    }",
    );
  }
  const tag = camel(select.tag);
  if (select.default === undefined) {
    lines.push(
      `    Json held = object.fields().get(${quoted(select.tag)});`,
      `    String ${tag} = Read.text(held, at.at(${quoted(select.tag)}));`,
    );
  } else {
    lines.push(
      "    ObjectReader in = new ObjectReader(object, at);",
      `    String ${tag} = in.optional(${quoted(select.tag)}, Read::text);`,
      `    if (${tag} == null || ${tag}.isEmpty()) {`,
      `      ${tag} = ${quoted(select.default)};`,
      "    }",
      `    Json.Obj told = withTag(object, ${quoted(select.tag)}, ${tag});`,
    );
  }
  const body = select.default === undefined ? "object" : "told";
  lines.push(`    switch (${tag}) {`);
  for (const shape of frame.shapes) {
    lines.push(
      `      case ${quoted(shape.name ?? "")}:`,
      `        return ${shape.localName}.read(${body}, at);`,
    );
  }
  lines.push(
    "      default:",
    `        return new Unknown(${quoted(frame.name)}, ${tag}, line);`,
    "    }",
    "  }",
    "",
  );
  if (select.default !== undefined) lines.push(...withTag);
  return lines;
}

const withTag = [
  "  private static Json.Obj withTag(Json.Obj object, String name, String tag) {",
  "    Map<String, Json> fields = new LinkedHashMap<>(object.fields());",
  "    fields.put(name, new Json.Str(tag));",
  "    return new Json.Obj(fields);",
  "  }",
  "",
];
