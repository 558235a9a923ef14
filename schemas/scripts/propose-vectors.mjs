/**
 * `node schemas/scripts/propose-vectors.mjs`: adds the vectors that the definitions still lack.
 *
 * For each frame it takes a sample with every field, then breaks one rule at a time. Vectors that exist are
 * never changed or removed: they are the record of what the protocol promised, and a definition that no longer
 * agrees with one fails the tests. New vectors are read by a person before they are committed.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildModel } from "../dist/model/build.js";

const folder = fileURLToPath(new URL("../vectors/", import.meta.url));
const model = buildModel();
const types = new Map(model.types.map((type) => [type.name, type]));

/** A valid value of a type; lists of a union hold one of each member. */
function sample(type) {
  switch (type.kind) {
    case "string":
      if (type.encoding === "base64") return "aGVsbG8=";
      if (type.pattern?.startsWith("^[0-9]{4}-")) return "2026-04-19T11:30:00.125+02:00";
      if (type.pattern?.startsWith("^event/")) return "event/turn:start";
      return "sample";
    case "integer":
      return Math.max(1, type.minimum ?? 1);
    case "number":
      return 0.25;
    case "boolean":
      return true;
    case "const":
      return type.value;
    case "enum":
      return type.values[0];
    case "object":
      return { any: [1, null, { deep: true }] };
    case "json":
      return ["anything", null];
    case "id":
      return 7;
    case "list": {
      const union = type.items.kind === "named" ? types.get(type.items.name)?.union : undefined;
      return union === undefined
        ? [sample(type.items)]
        : union.members.map((member) => object(types.get(member.type).fields));
    }
    case "named":
      return object(types.get(type.name).fields);
  }
}

function object(fields) {
  return Object.fromEntries(fields.map((field) => [field.name, sample(field.type)]));
}

/** A value that the type refuses, and no other rule is about. */
function wrong(type) {
  switch (type.kind) {
    case "string":
    case "enum":
      return 7;
    case "integer":
    case "number":
    case "boolean":
      return "text";
    case "id":
      return { not: "an id" };
    default:
      return "text";
  }
}

function violatesPattern(pattern) {
  return pattern.startsWith("^event/") ? "turn:start" : "no such/text!";
}

function* breakField(field, path) {
  const { type } = field;
  const tolerated = field.default !== undefined;
  if (field.required) {
    yield { name: `${path} is missing`, path, drop: true, accept: tolerated ? "valid" : "invalid" };
  }
  if (type.kind === "json") return;
  const nullable = type.nullable === true;
  if (!nullable) {
    const accept = !field.required || tolerated ? "valid" : "invalid";
    yield { name: `${path} is null`, path, value: null, accept };
  }
  if (type.kind !== "const") {
    yield {
      name: `${path} has the wrong type`,
      path,
      value: wrong(type),
      accept: field.name === "modified_args" ? "valid" : "invalid",
    };
  }
  if (type.kind === "integer") yield { name: `${path} is a fraction`, path, value: 1.5, accept: "invalid" };
  if (type.kind === "object" || type.kind === "named") {
    yield {
      name: `${path} is an array`,
      path,
      value: [],
      accept: field.name === "modified_args" ? "valid" : "invalid",
    };
  }
  if (type.kind === "const") {
    // success: false would make the response a failure, so that is not the rule to break.
    const other = typeof type.value === "boolean" && field.name !== "success" ? !type.value : "x_other";
    yield { name: `${path} is another value`, path, value: other, accept: "invalid" };
  }
  if (type.kind === "enum")
    yield { name: `${path} is a value from the future`, path, value: "x_future", verdict: "unknown" };
  if (type.pattern !== undefined || type.encoding !== undefined) {
    const accept = type.pattern?.startsWith("^event/") ? "invalid" : "valid";
    yield { name: `${path} breaks its pattern`, path, value: violatesPattern(type.pattern ?? ""), accept };
  }
  if (type.minLength !== undefined) {
    yield { name: `${path} is empty`, path, value: "", accept: type.strict ? "invalid" : "valid" };
  }
  if (type.minimum !== undefined)
    yield { name: `${path} is too small`, path, value: type.minimum - 1, accept: "valid" };
  yield* inside(type, path, field.name);
}

function* inside(type, path, name) {
  if (type.kind === "list") {
    const union = type.items.kind === "named" ? types.get(type.items.name)?.union : undefined;
    if (union === undefined) {
      const item = { name, type: type.items, required: false };
      for (const broken of breakField(item, `${path}/0`)) {
        const nullItem = broken.path === `${path}/0` && broken.value === null;
        yield nullItem ? { ...broken, accept: "invalid" } : broken;
      }
      return;
    }
    yield { name: `${path}/0 is not an object`, path: `${path}/0`, value: "text", accept: "invalid" };
    yield {
      name: `${path}/0/${union.tag} is not a string`,
      path: `${path}/0/${union.tag}`,
      value: 7,
      accept: "invalid",
    };
    yield {
      name: `${path}/0/${union.tag} is from the future`,
      path: `${path}/0/${union.tag}`,
      value: "x_future",
      verdict: "unknown",
    };
    for (const [index, member] of union.members.entries()) {
      const tag = `${path}/${index}/${union.tag}`;
      yield { name: `${tag} is missing`, path: tag, drop: true, accept: "invalid" };
      yield {
        name: `${path}/${index} has a field from the future`,
        path: `${path}/${index}/x_future`,
        value: 1,
        verdict: "unknown",
        emit: "valid",
      };
      for (const field of types.get(member.type).fields) {
        if (field.name !== union.tag) yield* breakField(field, `${path}/${index}/${field.name}`);
      }
    }
  }
  if (type.kind === "named") {
    yield {
      name: `${path} has a field from the future`,
      path: `${path}/x_future`,
      value: 1,
      verdict: "unknown",
      emit: "valid",
    };
    for (const field of types.get(type.name).fields) yield* breakField(field, `${path}/${field.name}`);
  }
}

/** A Dhara result without the field that tells its kind is a result of an unknown kind. */
function unmarked(broken, select) {
  const marks = ["/result/protocolVersion", "/result/content", "/result/status", "/result/action"];
  if (select !== "shape" || !broken.drop || !marks.includes(broken.path)) return broken;
  return { ...broken, verdict: "unknown" };
}

function applied(base, { path, drop, value }) {
  const copy = structuredClone(base);
  const tokens = path.split("/").slice(1);
  const last = tokens.pop();
  let holder = copy;
  for (const token of tokens) holder = holder[token];
  if (drop) delete holder[last];
  else holder[last] = value;
  return copy;
}

function* proposals(fields, examples, { tag, tagDefault, label, skip, select, withoutType }) {
  for (const [index, value] of examples.entries())
    yield { name: `example ${index + 1}${label}`, verdict: "valid", value };
  const base = object(fields);
  yield { name: `every field${label}`, verdict: "valid", value: base };
  yield {
    name: `a field from the future${label}`,
    verdict: "unknown",
    emit: "valid",
    value: { ...base, x_future: { a: 1 } },
  };
  for (const field of fields) {
    if (skip.includes(field.name) || field.name === tag) continue;
    for (const each of breakField(field, `/${field.name}`)) {
      const broken = unmarked(each, select);
      if (broken.path === "/error" && broken.drop && withoutType) continue;
      const value = applied(base, broken);
      const name = `${broken.name}${label}`;
      if (broken.verdict === "unknown") {
        yield {
          name,
          verdict: "unknown",
          emit: broken.emit ?? "invalid",
          ...(broken.emit === "valid" ? {} : { path: broken.path }),
          value,
        };
      } else {
        yield { name, verdict: "invalid", path: broken.path, accept: broken.accept ?? "valid", value };
      }
    }
  }
  if (tag !== undefined && tagDefault === undefined) return;
  if (tagDefault !== undefined) {
    for (const [what, held] of [
      ["empty", ""],
      ["null", null],
    ]) {
      const value = { ...base, [tag]: held };
      yield {
        name: `/${tag} is ${what}${label}`,
        verdict: "invalid",
        path: `/${tag}`,
        accept: "valid",
        value,
      };
    }
  }
}

function* frameProposals(frame) {
  const typeField = frame.shapes[0].fields.some((field) => field.name === "type");
  for (const shape of frame.shapes) {
    const label = shape.name === undefined ? "" : ` (${shape.name})`;
    yield* proposals(shape.fields, shape.examples, {
      tag: frame.tag,
      tagDefault: frame.tagDefault === shape.name ? frame.tagDefault : undefined,
      label,
      skip: typeField ? ["type"] : ["method"],
      select: frame.select,
      withoutType: !typeField,
    });
  }
  if (frame.failure !== undefined) {
    yield* proposals(frame.failure.fields, frame.failure.examples, {
      label: " (failure)",
      skip: ["type", "success"],
    });
  }
  if (frame.failure !== undefined) {
    const base = { ...object(frame.failure.fields), command: frame.shapes[0].name };
    const { success: _, ...without } = base;
    for (const [what, value] of [
      ["missing", without],
      ["not a boolean", { ...base, success: "x_other" }],
    ]) {
      yield {
        name: `/success is ${what} (failure)`,
        verdict: "invalid",
        path: "/success",
        accept: "invalid",
        value,
      };
    }
  }
  if (frame.tag === undefined) return;
  const path = `/${frame.tag}`;
  for (const shape of frame.shapes) {
    const { [frame.tag]: _, ...rest } = object(shape.fields);
    const label = ` (${shape.name})`;
    const future = { ...rest, [frame.tag]: "x_future" };
    yield {
      name: `${path} is from the future${label}`,
      verdict: "unknown",
      emit: "invalid",
      path,
      value: future,
    };
    const number = { ...rest, [frame.tag]: 7 };
    yield {
      name: `${path} is not a string${label}`,
      verdict: "invalid",
      path,
      accept: "invalid",
      value: number,
    };
    // Without its tag the frame is read as the default shape, where there is one.
    const accept = frame.tagDefault === undefined ? "invalid" : "valid";
    yield { name: `${path} is missing${label}`, verdict: "invalid", path, accept, value: rest };
  }
}

function merge(file, id, found) {
  const path = join(folder, file);
  const held = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : { frame: id, vectors: [] };
  const names = new Set(held.vectors.map((vector) => vector.name));
  const added = [...found].filter((vector) => !names.has(vector.name));
  if (added.length === 0) return 0;
  held.vectors.push(...added);
  mkdirSync(dirname(path), { recursive: true });
  const lines = held.vectors.map((vector) => `    ${JSON.stringify(vector)}`).join(",\n");
  writeFileSync(path, `{\n  "frame": ${JSON.stringify(held.frame)},\n  "vectors": [\n${lines}\n  ]\n}\n`);
  return added.length;
}

let count = 0;
for (const side of model.sides) {
  for (const frame of side.frames) {
    count += merge(
      `${side.protocol}/${side.side}/${frame.name.replaceAll("/", "-")}.json`,
      frame.id,
      frameProposals(frame),
    );
  }
}
for (const document of model.documents) {
  const found = proposals(document.fields, document.examples, { label: "", skip: [] });
  count += merge(`documents/${document.id}.json`, document.id, found);
}
console.log(`${count} vectors added`);
