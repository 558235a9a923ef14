/** Reads the arguments of a call. The messages are for the model, which can then call again. */
import type { JsonObject, JsonValue } from "@extproto/schemas";

/** The arguments do not fit the tool. */
export class ArgumentError extends Error {
  readonly code = "TOOL_BAD_ARGUMENT";

  constructor(tool: string, problem: string) {
    super(`${tool}: ${problem}`);
    this.name = "ArgumentError";
  }
}

/** Arguments of one call of one tool. */
export interface Arguments {
  text(name: string): string;
  /** A non-empty string. */
  path(name: string): string;
  /** A whole number of at least 1, or undefined where the argument is absent. */
  count(name: string): number | undefined;
  list(name: string): readonly JsonValue[];
  fail(problem: string): never;
}

/** Wraps the arguments of a call. */
export function argumentsOf(tool: string, args: JsonObject): Arguments {
  const fail = (problem: string): never => {
    throw new ArgumentError(tool, problem);
  };
  const text = (name: string): string => {
    const value = args[name];
    return typeof value === "string" ? value : fail(`"${name}" ${described(value)}; give a string`);
  };
  return {
    text,
    path(name) {
      const value = text(name);
      return value === "" ? fail(`"${name}" is empty; give a path`) : value;
    },
    count(name) {
      const value = args[name];
      if (value === undefined || value === null) return undefined;
      if (typeof value === "number" && Number.isSafeInteger(value) && value >= 1) return value;
      return fail(`"${name}" ${described(value)}; give a whole number of at least 1`);
    },
    list(name) {
      const value = args[name];
      return Array.isArray(value) ? value : fail(`"${name}" ${described(value)}; give a list`);
    },
    fail,
  };
}

function described(value: JsonValue | undefined): string {
  return value === undefined ? "is missing" : `is ${JSON.stringify(value).slice(0, 60)}`;
}
