/** The validator that has the last word on what the generator made: it knows every keyword of JSON Schema. */
import { Value } from "#typebox/value";
import type { JsonObject } from "./json.js";
import { isSelfContained } from "./resolve.js";

/** Says whether a value meets the schema. */
export type Validator = (value: JsonObject) => boolean;

/**
 * A validator for a tool's schema; undefined where there can be none, since a reference leads out of the schema, a
 * pattern is none of this engine's, or it contains itself without end. Nothing is known of such a schema then.
 */
export function validatorFor(schema: JsonObject, trials: readonly JsonObject[]): Validator | undefined {
  if (!isSelfContained(schema, schema)) return undefined;
  const check = (value: JsonObject) => Value.Check(schema, value);
  try {
    // What a schema is made of shows only when a value goes through it.
    for (const value of trials) check(value);
  } catch {
    return undefined;
  }
  return (value) => {
    try {
      return check(value);
    } catch {
      // A part that only this value reaches cannot be read: nothing says that the value is wrong.
      return true;
    }
  };
}
