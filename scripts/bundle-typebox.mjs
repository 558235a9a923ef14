/**
 * TypeBox as one file for each of its entries, in the packages that many processes start from.
 *
 * TypeBox is almost four hundred small files. Reading them takes four times as long as all else that an extension
 * does to start, and the kit starts hundreds. The packages import `#typebox`, whose types are TypeBox's own.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { root } from "./setup.mjs";

const bundles = [
  ["sdks/typescript", { typebox: "typebox", "typebox-schema": "typebox/schema" }],
  ["conformance", { typebox: "typebox", "typebox-value": "typebox/value" }],
];

for (const [folder, input] of bundles) {
  const cwd = join(root, folder);
  const dir = join(cwd, "dist", "packages");
  rmSync(dir, { recursive: true, force: true });
  const build = await rolldown({ input, cwd, platform: "node" });
  await build.write({ dir, format: "esm", chunkFileNames: "typebox-[hash].js" });
  await build.close();
}
