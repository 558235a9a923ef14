/** Arguments are checked against the tool's schema before its handler sees them. */
import type { ToolSchema } from "./handlers.js";
import type { JsonObject } from "./protocol/index.js";

/** What is wrong with arguments, in one line; undefined where nothing is. */
export type ArgumentCheck = (args: JsonObject) => string | undefined;

/** An error of the compiler, as far as it is used. */
interface SchemaError {
  readonly keyword: string;
  readonly schemaPath: string;
  readonly instancePath: string;
  readonly params: unknown;
  readonly message: string;
}

const most = 5;

/** Compiles a schema. The compiler is loaded when it is first needed, so that it delays no start. */
export async function argumentCheck(schema: ToolSchema): Promise<ArgumentCheck> {
  const { Compile } = await import("#typebox/schema");
  const validator = Compile(schema as never);
  return (args) => {
    if (validator.Check(args)) return undefined;
    const [, errors] = validator.Errors(args);
    const all = choicesTogether(errors);
    const more = all.length > most ? `; and ${all.length - most} more` : "";
    return `invalid arguments: ${all.slice(0, most).map(told).join("; ")}${more}`;
  };
}

/** A choice among values is an error for each of them, and one for all: they become one that lists the values. */
function choicesTogether(errors: readonly SchemaError[]): readonly SchemaError[] {
  const dropped = new Set<SchemaError>();
  const listing = new Map<SchemaError, SchemaError>();
  for (const error of errors) {
    if (error.keyword !== "anyOf" && error.keyword !== "oneOf") continue;
    const inner = errors.filter(({ schemaPath }) =>
      schemaPath.startsWith(`${error.schemaPath}/${error.keyword}/`),
    );
    const allowed = inner.map(valuesOf);
    if (inner.length === 0 || allowed.includes(undefined)) continue;
    for (const one of inner) dropped.add(one);
    listing.set(error, { ...error, keyword: "enum", params: { allowedValues: allowed.flat() } });
  }
  return errors.filter((error) => !dropped.has(error)).map((error) => listing.get(error) ?? error);
}

/** The values that the error says are allowed; undefined where it is about something else. */
function valuesOf({ keyword, params }: SchemaError): readonly unknown[] | undefined {
  const { allowedValue, allowedValues } = params as { allowedValue?: unknown; allowedValues?: unknown[] };
  if (keyword === "const") return [allowedValue];
  return keyword === "enum" ? allowedValues : undefined;
}

function told(error: SchemaError): string {
  const { instancePath, message, keyword, params } = error;
  const missing =
    keyword === "required" ? (params as { requiredProperties?: string[] }).requiredProperties : [];
  if (missing !== undefined && missing.length > 0)
    return `${missing.map((name) => `${instancePath}/${name}`).join(", ")} is missing`;
  const allowed = valuesOf(error)?.map((value) => JSON.stringify(value));
  const must =
    allowed === undefined ? message : `must be ${allowed.length > 1 ? "one of " : ""}${allowed.join(", ")}`;
  return `${instancePath === "" ? "the arguments" : instancePath} ${must}`;
}
