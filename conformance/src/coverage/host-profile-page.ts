/** The reference of host profiles, and their published JSON Schema. */
import type { ShapeSchema } from "../case/schema.js";
import { Profile } from "../targets/host/profile.js";
import { fieldTable } from "./schema-table.js";

/** The text of `profile.schema.json`. */
export function profileSchemaText(): string {
  const schema = { $schema: "https://json-schema.org/draft/2020-12/schema", ...Profile };
  return `${JSON.stringify(schema, null, 2)}\n`;
}

/** The page of the documentation. */
export function profilePage(): string {
  return `# Host profiles

A profile is a YAML file that says how a host is started and driven; \`extproto check --host PROFILE.yaml\` reads it. [Check your host](../guides/check-your-host.md) builds one step by step; [the reference host's](../../conformance/profiles/reference-host.yaml) is a complete one. Editors complete and check profiles with [\`profile.schema.json\`](../../conformance/profile.schema.json). Generated from that schema by \`npm run generate\`.

A name with dots is a field within a field; \`NAME\` stands for any name.

${fieldTable(Profile as unknown as ShapeSchema)}

In \`args\`, \`env\`, \`files\` and what is typed, words in braces are filled in for each run: \`{base_url}\` is the address of the kit's model server, \`{dir}\` the folder of an extension, \`{ms}\` a deadline in milliseconds, \`{node}\` the Node that runs the kit; each field says which it takes.
`;
}
