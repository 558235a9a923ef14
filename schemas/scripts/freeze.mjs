/**
 * `node schemas/scripts/freeze.mjs`: freezes the protocol as it is as the snapshot of its version.
 * A released snapshot is never overwritten: give the specification a new version first.
 */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { buildModel } from "../dist/model/build.js";

const model = buildModel();
const file = fileURLToPath(new URL(`../snapshots/${model.version}/protocol.json`, import.meta.url));
if (existsSync(file)) {
  console.error(
    `freeze: version ${model.version} is frozen already; raise specVersion in definitions/registries.ts`,
  );
  process.exit(1);
}
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, `${JSON.stringify(model, null, 2)}\n`);
console.log(`frozen: version ${model.version}`);
