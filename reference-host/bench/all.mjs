/** `npm run bench:host`: every benchmark of the host, one after another; fails when one is over its bound. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

let failed = 0;
for (const name of ["startup", "tool-call", "extension-startup", "memory"]) {
  const file = fileURLToPath(new URL(`./${name}.mjs`, import.meta.url));
  const { status } = spawnSync(process.execPath, [file], { stdio: "inherit" });
  if (status !== 0) failed++;
}
process.exitCode = failed === 0 ? 0 : 1;
