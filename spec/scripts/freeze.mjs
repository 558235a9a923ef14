/**
 * `node spec/scripts/freeze.mjs`: freezes the requirements and the state machine as they are as the set of their version.
 * A released set is never overwritten: give the specification a new version first.
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const spec = new URL("../", import.meta.url);
const { version } = JSON.parse(readFileSync(new URL("requirements.json", spec), "utf8"));
const folder = new URL(`snapshots/${version}/`, spec);
if (existsSync(folder)) {
  console.error(`freeze: the set of version ${version} is frozen already`);
  process.exit(1);
}
mkdirSync(folder, { recursive: true });
for (const name of ["requirements.json", "session.json"]) {
  copyFileSync(fileURLToPath(new URL(name, spec)), fileURLToPath(new URL(name, folder)));
}
console.log(`frozen: the requirements and the state machine of version ${version}`);
