/** The part of JSON Schema 2020-12 that the definitions are lowered to. */
export interface JsonSchema {
  $schema?: string;
  $id?: string;
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  $comment?: string;
  title?: string;
  description?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  pattern?: string;
  minLength?: number;
  minimum?: number;
  contentEncoding?: string;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  oneOf?: JsonSchema[];
  anyOf?: JsonSchema[];
  not?: JsonSchema;
  if?: JsonSchema;
  then?: JsonSchema;
  else?: JsonSchema | boolean;
  default?: unknown;
  examples?: unknown[];
}

/** A TypeBox schema, read as the plain JSON Schema that it is. */
export type Source = Readonly<JsonSchema>;

/** Whose duties a schema states: `emit` the sender's, `accept` the receiver's. */
export type Mode = "emit" | "accept";

/** The keywords of a string, number or constant, which both modes share. */
export function scalar(source: Source): JsonSchema {
  const { type, const: value, pattern, minLength, contentEncoding } = source;
  return {
    ...(type === undefined ? {} : { type }),
    ...(value === undefined ? {} : { const: value }),
    ...(pattern === undefined ? {} : { pattern }),
    ...(minLength === undefined ? {} : { minLength }),
    ...(contentEncoding === undefined ? {} : { contentEncoding }),
  };
}
