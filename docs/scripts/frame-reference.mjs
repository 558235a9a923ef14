/** Writes docs/reference/frames.md from protocol.json, or with `--check` says that it is stale. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

const model = JSON.parse(readFileSync(new URL("../../schemas/json/protocol.json", import.meta.url), "utf8"));
const target = fileURLToPath(new URL("../reference/frames.md", import.meta.url));

const anchor = (text) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
const cell = (text) => text.replaceAll("|", "\\|");

function typeText(type) {
  switch (type.kind) {
    case "string":
      if (type.encoding === "base64") return "string, base64";
      if (type.pattern !== undefined) return `string matching \`${type.pattern}\``;
      return type.minLength === undefined ? "string" : "non-empty string";
    case "integer":
    case "number":
      return type.minimum === undefined ? type.kind : `${type.kind}, ${type.minimum} or more`;
    case "const":
      return `\`${JSON.stringify(type.value)}\``;
    case "enum":
      return type.values.map((value) => `\`"${value}"\``).join(", ");
    case "object":
      return type.nullable ? "any object, or null" : "any object";
    case "json":
      return "any JSON value";
    case "id":
      return type.nullable ? "string, integer or null" : "string or integer";
    case "list":
      return `list of: ${typeText(type.items)}`;
    case "named":
      return `[${type.name}](#${anchor(type.name)})`;
    default:
      return type.kind;
  }
}

function fieldTable(fields) {
  if (fields.length === 0) return ["No fields of its own.", ""];
  const rows = fields.map((field) => {
    const sent = field.required ? "always" : "optional";
    const extra = [
      field.default === undefined ? "" : `Taken as \`${JSON.stringify(field.default)}\` where it is missing.`,
      field.capability === undefined ? "" : `Capability \`${field.capability}\`.`,
    ];
    return `| \`${field.name}\` | ${cell(typeText(field.type))} | ${sent} | ${cell([field.doc, ...extra].filter(Boolean).join(" "))} |`;
  });
  return ["| field | type | sent | meaning |", "|---|---|---|---|", ...rows, ""];
}

function facts(frame) {
  const deadline = model.deadlines.find((candidate) => candidate.name === frame.deadline);
  return [
    frame.kind,
    frame.answeredBy === undefined ? "" : `answered by \`${frame.answeredBy}\``,
    frame.answers === undefined ? "" : `answers \`${frame.answers}\``,
    deadline === undefined ? "" : `deadline \`${deadline.name}\` (${deadline.ms} ms)`,
    frame.capability === undefined ? "" : `capability \`${frame.capability}\``,
    frame.optional ? "optional: a receiver may never see it" : "",
    `since ${frame.since}`,
  ]
    .filter(Boolean)
    .join(" · ");
}

function* shapeText(frame, shape, level) {
  const skipped = ["type", "jsonrpc", "method"];
  if (shape.name !== undefined) {
    yield `${level} ${frame.name}: ${shape.name}`;
    yield "";
    yield `${shape.doc}${shape.capability === undefined ? "" : ` Capability \`${shape.capability}\`.`}`;
    yield "";
  }
  yield* fieldTable(shape.fields.filter((field) => !skipped.includes(field.name)));
  yield "```json";
  for (const example of shape.examples) yield JSON.stringify(example);
  yield "```";
  yield "";
}

function* page() {
  yield "# Frame reference";
  yield "";
  yield "Generated from `schemas/json/protocol.json` by `npm run generate`. What the frames mean, and who has to do what with them, is in the [specification](../../spec/README.md).";
  yield "";
  yield "## Deadlines and limits";
  yield "";
  yield "| name | value | meaning |";
  yield "|---|---|---|";
  for (const deadline of model.deadlines)
    yield `| \`${deadline.name}\` | ${deadline.ms} ms | ${deadline.doc} |`;
  for (const limit of model.limits)
    yield `| \`${limit.name}\` | ${limit.bytes.toLocaleString("en-US")} bytes | ${limit.doc} |`;
  yield "";
  yield "## Capabilities";
  yield "";
  yield "| protocol | name | meaning |";
  yield "|---|---|---|";
  for (const [protocol, list] of Object.entries(model.capabilities)) {
    for (const capability of list) yield `| ${protocol} | \`${capability.name}\` | ${capability.doc} |`;
  }
  yield "";
  for (const side of model.sides) {
    yield `## ${side.protocol}: from the ${side.side}`;
    yield "";
    yield side.doc;
    yield "";
    for (const frame of side.frames) {
      yield `### ${side.protocol}.${side.side}.${frame.name}`;
      yield "";
      yield frame.doc;
      yield "";
      yield facts(frame);
      yield "";
      if (frame.tag !== undefined) {
        yield `The field \`${frame.tag}\` selects the shape; a receiver keeps a value that it does not know.`;
        yield "";
      }
      for (const shape of [...frame.shapes, ...(frame.failure === undefined ? [] : [frame.failure])]) {
        yield* shapeText(frame, shape, "####");
      }
    }
  }
  yield "## Documents";
  yield "";
  for (const document of model.documents) {
    yield `### ${document.id}`;
    yield "";
    yield document.doc;
    yield "";
    yield* fieldTable(document.fields);
    yield "```json";
    for (const example of document.examples) yield JSON.stringify(example);
    yield "```";
    yield "";
  }
  yield "## Types";
  yield "";
  for (const type of model.types) {
    yield `### ${type.name}`;
    yield "";
    yield type.doc;
    yield "";
    if (type.union !== undefined) {
      const members = type.union.members.map(
        (member) => `\`${member.value}\`: [${member.type}](#${anchor(member.type)})`,
      );
      yield `One of, told apart by \`${type.union.tag}\`: ${members.join(", ")}; a receiver keeps a member that it does not know.`;
      yield "";
    } else yield* fieldTable(type.fields);
  }
}

const content = `${[...page()].join("\n").trimEnd()}\n`;
let held = "";
try {
  held = readFileSync(target, "utf8");
} catch {
  // It is not there yet.
}
if (held === content) console.log("docs: the frame reference is up to date");
else if (process.argv.includes("--check")) {
  console.error("docs: stale, run `npm run generate`: docs/reference/frames.md");
  process.exitCode = 1;
} else {
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, content);
  console.log("docs: the frame reference is written");
}
