/** Arguments are checked against the tool's schema before its handler sees them. */
import type { ToolSchema } from "./handlers.js";
import type { JsonObject } from "./protocol/index.js";

/** What is wrong with arguments, in one line; undefined where nothing is. */
export type ArgumentCheck = (args: JsonObject) => string | undefined;

const most = 5;

/** Compiles a schema. The compiler is loaded when it is first needed, so that it delays no start. */
export async function argumentCheck(schema: ToolSchema): Promise<ArgumentCheck> {
  const { Compile } = await import("#typebox/schema");
  const validator = Compile(schema as never);
  return (args) => {
    if (validator.Check(args)) return undefined;
    const [, errors] = validator.Errors(args);
    const told = errors.slice(0, most).map(({ instancePath, message, keyword, params }) => {
      const missing =
        keyword === "required" ? (params as { requiredProperties?: string[] }).requiredProperties : [];
      return missing !== undefined && missing.length > 0
        ? `${missing.map((name) => `${instancePath}/${name}`).join(", ")} is missing`
        : `${instancePath === "" ? "the arguments" : instancePath} ${message}`;
    });
    const more = errors.length > most ? `; and ${errors.length - most} more` : "";
    return `invalid arguments: ${told.join("; ")}${more}`;
  };
}
