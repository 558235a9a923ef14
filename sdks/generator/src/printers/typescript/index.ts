/**
 * TypeScript: interfaces and tagged unions, with decoders that dispatch on `type` and check in place.
 *
 * A frame is the parsed JSON object itself, so unknown fields stay where they are and encoding is
 * `JSON.stringify`. No dependencies.
 */
import type { GeneratorField, GeneratorModel, GeneratorSide } from "../../model.js";
import { shapesOf } from "../../model.js";
import { camel, screaming } from "../../names.js";
import type { GeneratedFile, Printer } from "../../printer.js";
import { checkName, sideChecks, typeCheck } from "./checks.js";
import { byImportOrder, comment, importFrom, listed } from "./layout.js";
import { senderLines } from "./sender.js";
import { senderSupport } from "./sender-support.js";
import { support } from "./support.js";
import { mentioned, namedType, sideTypes } from "./types.js";

/** Prints TypeScript. */
export const printer: Printer = {
  language: "typescript",
  summary: "interfaces, tagged unions and decoders, without dependencies (ES modules)",
  files(model, { notice }) {
    const sides = model.protocols.flatMap((protocol) => protocol.sides);
    const file = (path: string, about: string, lines: readonly string[]): GeneratedFile => ({
      path,
      text: `// ${notice}\n/** ${about} */\n${lines.join("\n").trimEnd()}\n`,
    });
    return [
      file("constants.ts", "Deadlines, limits, capabilities and known values.", constants(model)),
      { path: "decode.ts", text: `// ${notice}\n/** What all decoders share. */\n\n${support}` },
      file("types.ts", "The types that frames carry.", types(model)),
      ...sides.map((side) => file(`${side.name}.ts`, side.doc, sideFile(model, side))),
      {
        path: "rules.ts",
        text: `// ${notice}\n/** What the rules of senders are made of. */\n${senderSupport}`,
      },
      // Not in the index: it is for tests, and would cost every start.
      file("sender.ts", "What a sender may write: a reader takes more. For tests.", senderLines(model)),
      file("index.ts", "The frames of the protocols: types, decoders, constants.", index(sides)),
    ];
  },
};

function constants(model: GeneratorModel): string[] {
  const lines = [
    "",
    ...comment(["Version of the specification that these files are generated from."]),
    `export const SPEC_VERSION = ${JSON.stringify(model.version)};`,
    "",
    ...comment(["Major version of the protocol on the wire."]),
    `export const PROTOCOL_VERSION = ${model.protocolVersion};`,
    "",
  ];
  for (const { name, ms, doc } of model.deadlines)
    lines.push(
      ...comment([doc, "Milliseconds."]),
      `export const ${screaming(name)}_DEADLINE_MS = ${ms};`,
      "",
    );
  for (const { name, bytes, doc } of model.limits)
    lines.push(...comment([doc, "Bytes."]), `export const ${screaming(name)}_LIMIT_BYTES = ${bytes};`, "");
  for (const protocol of model.protocols) {
    const names = protocol.capabilities.map(({ name }) => JSON.stringify(name));
    lines.push(
      ...comment([`The capabilities of ${protocol.name}.`]),
      ...listed(`export const ${camel(protocol.name)}Capabilities = `, names, " as const;"),
      "",
    );
  }
  for (const [kind, names] of Object.entries(model.builtins)) {
    const values = names.map((name) => JSON.stringify(name));
    lines.push(
      ...comment([`Names of ${kind} that are taken by the host.`]),
      ...listed(`export const ${camel(`builtin_${kind}`)} = `, values, " as const;"),
      "",
    );
  }
  for (const { name, doc, values } of model.enums) {
    const known = values.map((value) => JSON.stringify(value));
    lines.push(
      ...comment([doc, "The known values; a reader takes others too."]),
      ...listed(`export const ${camel(name)}Values = `, known, " as const;"),
      "",
      ...comment([doc]),
      `export type ${name} = (typeof ${camel(name)}Values)[number];`,
      "",
    );
  }
  return lines;
}

/** Only what the lines use is imported, each support function by its call. */
function supportNames(lines: readonly string[]): string[] {
  const all = [
    "constant",
    "enter",
    "flag",
    "integer",
    "list",
    "nonEmpty",
    "number",
    "object",
    "objectOrNull",
  ];
  const text = lines.join("\n");
  return [...all, "record", "records", "text", "unlisted"].filter((name) =>
    new RegExp(`(?<![.\\w"/])${name}(?=\\(|\\);)`).test(text),
  );
}

function typeNames(lines: readonly string[], names: readonly string[]): string[] {
  const text = lines.join("\n");
  return names.filter((name) => new RegExp(`\\b${name}\\b`).test(text)).map((name) => `type ${name}`);
}

function types(model: GeneratorModel): string[] {
  const tags = new Map<string, string>();
  for (const type of model.types)
    if (type.kind === "union") for (const member of type.members) tags.set(member.type, type.tag);
  const declared = model.types.flatMap(namedType);
  const checks = model.types.flatMap((type) => typeCheck(type, tags));
  const lines = [...declared, ...checks];
  const fields = model.types.flatMap((type) => (type.kind === "record" ? type.fields : []));
  return [
    ...importFrom("./constants.js", mentioned(fields).enums, true),
    ...importFrom(
      "./decode.js",
      [...supportNames(checks), ...typeNames(lines, ["JsonObject", "Open", "Place", "UnknownMember"])],
      false,
    ),
    "",
    ...lines,
  ];
}

function sideFile(model: GeneratorModel, side: GeneratorSide): string[] {
  const fields: GeneratorField[] = side.frames.flatMap((frame) =>
    shapesOf(frame).flatMap((shape) => shape.fields),
  );
  const used = mentioned(fields);
  const declared = sideTypes(model, side);
  const checks = sideChecks(side);
  const lines = [
    ...declared,
    ...checks,
    ...comment([`Decodes a line of this side, given without its LF.`]),
    `export function decode${side.typeName}(line: string): Decoded<${side.typeName}> {`,
    `  return decodeLine(line, ${JSON.stringify(side.id)}, select);`,
    "}",
    "",
    ...comment(["The line of a frame of this side, without its LF."]),
    `export function encode${side.typeName}(frame: ${side.typeName} | UnknownFrame): string {`,
    "  return encodeLine(frame);",
    "}",
  ];
  const calls = checks.join("\n");
  return [
    ...importFrom("./constants.js", used.enums, true),
    ...importFrom(
      "./decode.js",
      [
        "decodeLine",
        "encodeLine",
        ...supportNames(checks),
        ...typeNames(lines, ["Decoded", "JsonObject", "Open", "Place", "UnknownFrame", "Unlisted"]),
      ],
      false,
    ),
    ...importFrom(
      "./types.js",
      [
        ...used.types.map((name) => checkName(name)).filter((name) => calls.includes(name)),
        ...used.types.map((name) => `type ${name}`),
      ],
      false,
    ),
    "",
    ...lines,
  ];
}

function index(sides: readonly GeneratorSide[]): string[] {
  const decoded = ["DecodeError", "Decoded", "InvalidLine", "JsonObject", "Open", "Problem", "UnknownFrame"];
  const names = [...sides.map((side) => side.name), "constants", "types"].sort();
  const lines = names.map((name) =>
    name === "types" ? `export type * from "./types.js";` : `export * from "./${name}.js";`,
  );
  const at = names.filter((name) => name < "decode").length;
  lines.splice(
    at,
    0,
    "export type {",
    ...[...decoded, "UnknownMember"].sort(byImportOrder).map((name) => `  ${name},`),
    `} from "./decode.js";`,
  );
  return lines;
}
