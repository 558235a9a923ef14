/** References and generated values in what a case sends -> concrete values. */
import { isObject, type Json, type JsonObject } from "../case/json.js";
import { isOperator } from "../case/operators.js";

/** A reference that leads nowhere. */
export class Unresolved extends Error {
  override readonly name = "Unresolved";
  readonly reference: string;

  constructor(reference: string) {
    super(`${reference} has no value`);
    this.reference = reference;
  }
}

/** The value at `name.path` of the bindings; list elements are counted from 0. */
export function lookUp(reference: string, bindings: JsonObject): Json | undefined {
  let value: Json = bindings;
  for (const segment of reference.split(".")) {
    if (Array.isArray(value)) {
      const item: Json | undefined = value[Number(segment)];
      if (item === undefined) return undefined;
      value = item;
    } else if (isObject(value) && Object.hasOwn(value, segment)) value = value[segment] as Json;
    else return undefined;
  }
  return value;
}

/** What sends are made of. */
export interface Sources {
  readonly bindings: JsonObject;
  readonly args: JsonObject;
}

/** Puts concrete values in the place of operators; throws {@link Unresolved} where there is none. */
export function resolve(value: Json, sources: Sources): Json {
  if (Array.isArray(value)) return value.map((item) => resolve(item, sources));
  if (isOperator(value)) return generate(value, sources);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolve(item, sources)]));
}

function generate(operator: JsonObject, sources: Sources): Json {
  if (operator.$ref !== undefined) {
    const reference = String(operator.$ref);
    const found = lookUp(reference, sources.bindings);
    if (found === undefined) throw new Unresolved(reference);
    return found;
  }
  if (operator.$literal !== undefined) return operator.$literal;
  if (operator.$args !== undefined) {
    const kind = String(operator.$args);
    const found = lookUp(kind, sources.args);
    if (found === undefined) throw new Unresolved(`$args: ${kind}`);
    return found;
  }
  if (operator.$json !== undefined) return JSON.stringify(resolve(operator.$json, sources));
  if (operator.$base64 !== undefined) return Buffer.alloc(Number(operator.$base64), 7).toString("base64");
  const parts = Array.isArray(operator.$text) ? operator.$text : [operator.$text ?? ""];
  const text = parts.map((part) => textOf(resolve(part, sources))).join("");
  return text.repeat(Number(operator.times ?? 1));
}

function textOf(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The bytes of a text that is to be sent as it is. */
export function bytesOf(value: Json, sources: Sources): Buffer {
  if (!isOperator(value)) return Buffer.from(textOf(value), "utf8");
  if (value.$bytes !== undefined) return Buffer.from(String(value.$bytes).replace(/\s/g, ""), "hex");
  if (value.$text === undefined) return Buffer.from(textOf(resolve(value, sources)), "utf8");
  const parts = Array.isArray(value.$text) ? value.$text : [value.$text];
  const once = Buffer.concat(parts.map((part) => bytesOf(part, sources)));
  const length = once.length * Number(value.times ?? 1);
  return length === 0 ? Buffer.alloc(0) : Buffer.alloc(length, once);
}

/** Cuts bytes into this many pieces of about the same length, wherever the cuts fall. */
export function cut(bytes: Buffer, pieces: number): readonly Buffer[] {
  const count = Math.max(1, Math.min(pieces, bytes.length));
  return Array.from({ length: count }, (_, index) =>
    bytes.subarray(
      Math.floor((index * bytes.length) / count),
      Math.floor(((index + 1) * bytes.length) / count),
    ),
  );
}
