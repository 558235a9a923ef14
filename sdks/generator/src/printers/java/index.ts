/**
 * Java 17, types with reading and writing, no dependencies: a side is a sealed interface with a record for
 * each frame, a tagged union a sealed interface, an open enum a record with constants.
 */
import type { GeneratorEnum, GeneratorModel, GeneratorUnion } from "../../model.js";
import { screaming } from "../../names.js";
import { OutputError } from "../../output-error.js";
import type { GeneratedFile, Printer } from "../../printer.js";
import { jsonSupport } from "./json-support.js";
import { javadoc, quoted } from "./layout.js";
import { recordLines } from "./records.js";
import { sideLines } from "./sides.js";
import { support } from "./support.js";

const defaultPackage = "dev.extproto.protocol";
const reservedWords = new Set(
  (
    "abstract assert boolean break byte case catch char class const continue default do double else enum extends final " +
    "finally float for goto if implements import instanceof int interface long native new package private protected " +
    "public return short static strictfp super switch synchronized this throw throws transient try void volatile while " +
    "true false null _"
  ).split(" "),
);

/** Prints Java. */
export const printer: Printer = {
  language: "java",
  takesPackage: true,
  summary: "records and sealed interfaces for JDK 17, with decoders, without dependencies",
  files(model, options) {
    const name = options.package ?? defaultPackage;
    const parts = name.split(".");
    if (!parts.every((part) => /^[a-z_]\w*$/i.test(part) && !reservedWords.has(part)))
      throw new OutputError(
        `${name} is no name of a Java package: --package takes one such as com.example.protocol, without words that Java keeps for itself`,
      );
    const file = (type: string, lines: readonly string[], imports?: readonly string[]): GeneratedFile => ({
      path: `${name.replaceAll(".", "/")}/${type}.java`,
      text: [
        `// ${options.notice}`,
        `package ${name};`,
        "",
        ...block((imports ?? importsOf(lines)).map((path) => `import ${path};`)),
        ...withoutDoubleBlanks(lines),
        "",
      ].join("\n"),
    });
    return [
      ...Object.entries({ ...support, ...jsonSupport }).map(([type, { imports, text }]) =>
        file(type, text.trimEnd().split("\n"), imports),
      ),
      file("Protocol", constants(model)),
      ...model.enums.map((type) => file(type.name, enumLines(type))),
      ...model.types.map((type) =>
        file(
          type.name,
          type.kind === "union"
            ? unionLines(type)
            : recordLines(
                {
                  name: type.name,
                  notes: [type.doc],
                  fields: type.fields,
                  implements: interfacesOf(model, type.name),
                  head: "public record",
                },
                "",
              ),
        ),
      ),
      ...model.protocols
        .flatMap((protocol) => protocol.sides)
        .map((side) => file(side.typeName, sideLines(model, side))),
    ];
  },
};

function block(lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [...lines, ""];
}

const importable = { List: "java.util.List", Map: "java.util.Map", LinkedHashMap: "java.util.LinkedHashMap" };

function importsOf(lines: readonly string[]): string[] {
  const code = lines.filter((line) => !/^\s*\/?\*/.test(line)).join("\n");
  return Object.entries(importable)
    .filter(([name]) => new RegExp(`\\b${name}\\b`).test(code))
    .map(([, path]) => path)
    .sort();
}

/** A blank line before a closing brace, or two in a row, is none that a formatter leaves. */
function withoutDoubleBlanks(lines: readonly string[]): string[] {
  return lines.filter((line, index) => {
    const next = lines[index + 1];
    return line !== "" || (next !== undefined && next !== "" && !/^\s*}/.test(next));
  });
}

function interfacesOf(model: GeneratorModel, record: string): string[] {
  const unions = model.types.filter(
    (type) => type.kind === "union" && type.members.some((member) => member.type === record),
  );
  return unions.length === 0 ? ["Encodable"] : unions.map((union) => union.name);
}

function enumLines(type: GeneratorEnum): string[] {
  return [
    ...javadoc([type.doc, "Open: other values are kept."], "", [
      { name: "value", notes: ["The string on the wire."] },
    ]),
    `public record ${type.name}(String value) implements Encodable {`,
    ...type.values.flatMap((value) => [
      `  /** {@code ${value}}. */`,
      `  public static final ${type.name} ${screaming(value)} = new ${type.name}(${quoted(value)});`,
      "",
    ]),
    "  @Override",
    "  public Json toJson() {",
    "    return new Json.Str(value);",
    "  }",
    "}",
  ];
}

function unionLines(union: GeneratorUnion): string[] {
  const members = [...union.members.map((member) => member.type), `${union.name}.Unknown`];
  return [
    ...javadoc([union.doc, "A member that this version does not know is kept."], ""),
    `public sealed interface ${union.name} extends Encodable`,
    `    permits ${members.join(", ")} {`,
    "",
    "  /**",
    "   * A member that this version does not know.",
    "   *",
    "   * @param raw The object as it came.",
    "   */",
    `  record Unknown(Json.Obj raw) implements ${union.name} {`,
    "",
    "    @Override",
    "    public Json toJson() {",
    "      return raw;",
    "    }",
    "  }",
    "",
    "  /** Reads a member; the place is for errors. */",
    `  static ${union.name} read(Json value, Place at) {`,
    "    Json.Obj object = Read.object(value, at);",
    `    Json tag = object.fields().get(${quoted(union.tag)});`,
    `    switch (Read.text(tag, at.at(${quoted(union.tag)}))) {`,
    ...union.members.flatMap(({ value, type }) => [
      `      case ${quoted(value)}:`,
      `        return ${type}.read(object, at);`,
    ]),
    "      default:",
    "        return new Unknown(object);",
    "    }",
    "  }",
    "}",
  ];
}

function constants(model: GeneratorModel): string[] {
  const lines = [
    "/** Versions, deadlines, limits, capabilities and names that are taken. */",
    "public final class Protocol {",
    "  /** Version of the specification that these files are generated from. */",
    `  public static final String SPEC_VERSION = ${quoted(model.version)};`,
    "",
    "  /** Major version of the protocol on the wire. */",
    `  public static final int VERSION = ${model.protocolVersion};`,
    "",
  ];
  for (const { name, ms, doc } of model.deadlines) {
    lines.push(...javadoc([doc, "Milliseconds."], "  "));
    lines.push(`  public static final long ${screaming(name)}_DEADLINE_MS = ${ms};`, "");
  }
  for (const { name, bytes, doc } of model.limits) {
    lines.push(...javadoc([doc, "Bytes."], "  "));
    lines.push(`  public static final int ${screaming(name)}_LIMIT_BYTES = ${bytes};`, "");
  }
  const names = (field: string, doc: string, values: readonly string[]) => {
    lines.push(...javadoc([doc], "  "), `  public static final List<String> ${field} =`, "      List.of(");
    lines.push(
      ...values.map((value, index) => `          ${quoted(value)}${index + 1 < values.length ? "," : ");"}`),
    );
    lines.push("");
  };
  for (const { name, capabilities } of model.protocols) {
    const values = capabilities.map((capability) => capability.name);
    names(`${screaming(name)}_CAPABILITIES`, `The capabilities of ${name}.`, values);
  }
  for (const [kind, values] of Object.entries(model.builtins))
    names(`BUILTIN_${screaming(kind)}`, `Names of ${kind} that are taken by the host.`, values);
  return [...lines, "  private Protocol() {}", "}"];
}
