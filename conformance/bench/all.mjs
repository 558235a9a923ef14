/** `npm run bench:kit`: what a check costs, as ratios in one run. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const failed = ["extension-check.mjs", "host-suite.mjs"].filter((name) => {
  const path = fileURLToPath(new URL(name, import.meta.url));
  return spawnSync(process.execPath, [path, ...process.argv.slice(2)], { stdio: "inherit" }).status !== 0;
});
process.exit(failed.length > 0 ? 1 : 0);
