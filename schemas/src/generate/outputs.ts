/** Everything that is generated from the definitions: path -> content. */
import { documents, sides } from "../definitions/index.js";
import type { JsonSchema, Mode } from "../lower/json-schema.js";
import { documentSchema, frameSchema, sideSchema } from "../lower/published.js";
import { buildModel } from "../model/build.js";
import { ProtocolModel } from "../model/types.js";
import {
  documentTypes,
  documentValidators,
  modelModule,
  protocolTypes,
  protocolValidators,
} from "./validators.js";

const modes: readonly Mode[] = ["emit", "accept"];

function pretty(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** The file of a frame's schema, below `json/`. */
export function frameFile(protocol: string, side: string, frame: string, mode: Mode): string {
  return `json/${protocol}/${side}/${frame.replaceAll("/", "-")}.${mode}.json`;
}

/** All generated files, by their path in the package. */
export function outputs(): Map<string, string> {
  const files = new Map<string, string>();
  for (const mode of modes) {
    for (const side of sides) {
      for (const frame of side.frames) {
        files.set(
          frameFile(side.protocol, side.side, frame.name, mode),
          pretty(frameSchema(side, frame, mode)),
        );
      }
      files.set(`json/${side.protocol}/${side.side}.${mode}.json`, pretty(sideSchema(side, mode)));
    }
    for (const [name, document] of Object.entries(documents)) {
      files.set(`json/documents/${name}.${mode}.json`, pretty(documentSchema(name, document, mode)));
    }
    for (const protocol of new Set(sides.map((side) => side.protocol))) {
      files.set(`generated/${protocol}.${mode}.js`, protocolValidators(protocol, mode));
      files.set(`generated/${protocol}.${mode}.d.ts`, protocolTypes(protocol));
    }
    files.set(`generated/documents.${mode}.js`, documentValidators(mode));
    files.set(`generated/documents.${mode}.d.ts`, documentTypes());
  }
  const model = buildModel();
  files.set("json/protocol.json", pretty(model));
  files.set("json/protocol.schema.json", pretty(modelSchema()));
  files.set("generated/model.js", modelModule(JSON.stringify(model)));
  files.set("generated/model.d.ts", "export declare const protocolText: string;\n");
  return files;
}

function modelSchema(): JsonSchema {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: "urn:extproto:protocol-model:1",
    ...(JSON.parse(JSON.stringify(ProtocolModel)) as JsonSchema),
  };
}
