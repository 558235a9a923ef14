/** The published JSON Schema of the report. */
import { ReportSchema } from "./model.js";

/** The text of `report.schema.json`. */
export function reportSchemaText(): string {
  const schema = { $schema: "https://json-schema.org/draft/2020-12/schema", ...ReportSchema };
  return `${JSON.stringify(schema, null, 2)}\n`;
}
