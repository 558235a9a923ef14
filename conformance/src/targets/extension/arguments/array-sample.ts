/** Samples of lists. */
import { type Json, type JsonObject, sameJson } from "./json.js";
import { resolve } from "./resolve.js";
import type { Place } from "./sample.js";
import { satisfies } from "./satisfies.js";

/** A list with an item at each named place, or with as few items as the schema needs. */
export function arraySample(rules: JsonObject, place: Place): Json {
  const { items, prefixItems, minItems, maxItems, contains, minContains } = rules;
  const places = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : [];
  const contained = contains === undefined ? 0 : typeof minContains === "number" ? minContains : 1;
  const least = Math.max(typeof minItems === "number" ? minItems : 0, contained && places.length + contained);
  const most = typeof maxItems === "number" ? maxItems : Number.POSITIVE_INFINITY;
  const wanted = place.generous ? Math.max(places.length, 1) : 0;
  const count = Math.min(most, Math.max(least, items === false ? places.length : wanted));
  const result: Json[] = [];
  for (let index = 0; index < count; index += 1) {
    const plain = places[index] ?? (Array.isArray(items) ? {} : items);
    const late = index - places.length;
    const schema = late >= 0 && late < contained ? { allOf: [plain ?? {}, contains ?? {}] } : plain;
    const value = place.inner(schema);
    result.push(rules.uniqueItems === true ? distinct(value, result, schema, place.root) : value);
  }
  return result;
}

/** Another value than those before it, for lists whose items must differ. */
function distinct(value: Json, before: readonly Json[], schema: unknown, root: JsonObject): Json {
  const fresh = (other: Json) =>
    satisfies(other, schema, root) && !before.some((earlier) => sameJson(earlier, other));
  if (fresh(value)) return value;
  const listed = resolve(schema, root).enum;
  if (Array.isArray(listed)) return listed.find(fresh) ?? value;
  for (let number = 1; number < 100; number += 1) {
    const other = typeof value === "number" ? value + number : `${String(value)}${number}`;
    if (fresh(other)) return other;
  }
  return value;
}
