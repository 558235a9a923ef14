/**
 * What changed between two versions of the protocol, and whether it is growth.
 *
 * Growth is what a peer of the older version does not notice: new frames, new optional fields, new known
 * values, new capabilities, weaker duties. Everything else breaks somebody.
 */
import type { Field, FieldType, FrameModel, NamedType, ProtocolModel, Shape } from "./types.js";

/** Lists every change from `older` to `newer` that is not growth, as sentences. */
export function brokenPromises(older: ProtocolModel, newer: ProtocolModel): string[] {
  const faults: string[] = [];
  const say = (what: string) => faults.push(what);
  if (newer.protocolVersion !== older.protocolVersion) say("protocolVersion has changed");
  compareNumbers("deadline", older.deadlines, newer.deadlines, "ms", say);
  compareNumbers("limit", older.limits, newer.limits, "bytes", say);
  for (const protocol of ["extproto", "rpc"] as const) {
    const names = new Set(newer.capabilities[protocol].map((capability) => capability.name));
    for (const { name } of older.capabilities[protocol])
      if (!names.has(name)) say(`capability ${name} is gone`);
  }
  for (const kind of ["tools", "commands"] as const) {
    for (const name of older.builtins[kind])
      if (!newer.builtins[kind].includes(name)) say(`built-in ${name} is gone`);
  }
  for (const side of older.sides) {
    const counterpart = newer.sides.find(
      (other) => other.protocol === side.protocol && other.side === side.side,
    );
    for (const frame of side.frames) {
      const now = counterpart?.frames.find((other) => other.id === frame.id);
      if (now === undefined) say(`${frame.id} is gone`);
      else compareFrame(frame, now, say);
    }
    for (const frame of counterpart?.frames ?? []) {
      const isNew = !side.frames.some((other) => other.id === frame.id);
      if (isNew && frame.capability === undefined && frame.optional !== true) {
        say(`${frame.id} is new and needs a capability: a peer of the older version does not know it`);
      }
    }
  }
  for (const document of older.documents) {
    const now = newer.documents.find((other) => other.id === document.id);
    if (now === undefined) say(`${document.id} is gone`);
    else compareFields(document.id, document.fields, now.fields, say);
  }
  for (const type of older.types) {
    const now = newer.types.find((other) => other.name === type.name);
    if (now === undefined) say(`type ${type.name} is gone`);
    else compareType(type, now, say);
  }
  return faults;
}

type Say = (what: string) => void;

function compareNumbers<K extends string>(
  what: string,
  older: readonly ({ name: string } & Record<K, number>)[],
  newer: readonly ({ name: string } & Record<K, number>)[],
  unit: K,
  say: Say,
): void {
  for (const entry of older) {
    const now = newer.find((other) => other.name === entry.name);
    if (now === undefined) say(`${what} ${entry.name} is gone`);
    else if (now[unit] !== entry[unit])
      say(`${what} ${entry.name} has changed from ${entry[unit]} to ${now[unit]}`);
  }
}

function compareFrame(older: FrameModel, newer: FrameModel, say: Say): void {
  for (const fact of [
    "kind",
    "answers",
    "answeredBy",
    "deadline",
    "tag",
    "tagDefault",
    "select",
    "since",
  ] as const) {
    if (older[fact] !== newer[fact]) say(`${older.id}: ${fact} has changed`);
  }
  if (older.capability !== newer.capability) {
    say(
      `${older.id}: capability has changed from ${older.capability ?? "none"} to ${newer.capability ?? "none"}`,
    );
  }
  for (const shape of older.shapes) {
    const now = newer.shapes.find((other) => other.name === shape.name);
    const id = shape.name === undefined ? older.id : `${older.id}/${shape.name}`;
    if (now === undefined) say(`${id} is gone`);
    else compareShape(id, shape, now, say);
  }
  if (older.failure !== undefined) {
    if (newer.failure === undefined) say(`${older.id}/failure is gone`);
    else compareShape(`${older.id}/failure`, older.failure, newer.failure, say);
  }
}

function compareShape(id: string, older: Shape, newer: Shape, say: Say): void {
  compareFields(id, older.fields, newer.fields, say);
}

function compareType(older: NamedType, newer: NamedType, say: Say): void {
  compareFields(`type ${older.name}`, older.fields ?? [], newer.fields ?? [], say);
  if (older.union?.tag !== newer.union?.tag) say(`type ${older.name}: tag has changed`);
  for (const member of older.union?.members ?? []) {
    const now = newer.union?.members.find((other) => other.value === member.value);
    if (now?.type !== member.type) say(`type ${older.name}: member ${member.value} is gone`);
  }
}

function compareFields(id: string, older: readonly Field[], newer: readonly Field[], say: Say): void {
  for (const field of older) {
    const now = newer.find((other) => other.name === field.name);
    if (now === undefined) {
      say(`${id}: field ${field.name} is gone`);
      continue;
    }
    if (field.required !== now.required) {
      say(`${id}: field ${field.name} is ${now.required ? "now required" : "no longer always sent"}`);
    }
    if (JSON.stringify(field.default) !== JSON.stringify(now.default))
      say(`${id}: default of ${field.name} has changed`);
    if (field.anyAccepted && !now.anyAccepted)
      say(`${id}: receivers no longer take any value of ${field.name}`);
    compareFieldType(`${id}: field ${field.name}`, field.type, now.type, say);
  }
  for (const field of newer) {
    const isNew = !older.some((other) => other.name === field.name);
    if (isNew && field.required) say(`${id}: new field ${field.name} is required`);
  }
}

function compareFieldType(id: string, older: FieldType, newer: FieldType, say: Say): void {
  if (older.kind === "enum" && newer.kind === "enum") {
    for (const value of older.values)
      if (!newer.values.includes(value)) say(`${id}: known value ${value} is gone`);
    return;
  }
  if (older.kind === "list" && newer.kind === "list") {
    compareFieldType(`${id} items`, older.items, newer.items, say);
    return;
  }
  if (JSON.stringify(older) !== JSON.stringify(newer)) say(`${id}: type has changed`);
}
