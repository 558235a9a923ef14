/** Comparing JSON values. */
import { isObject } from "../../../case/json.js";

export { isObject, type Json, type JsonObject } from "../../../case/json.js";

/** Equality of JSON values; the order of fields carries no meaning. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => sameJson(item, other[index]));
  }
  if (!isObject(one) || !isObject(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && sameJson(one[name], other[name]))
  );
}
