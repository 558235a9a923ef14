/** `npm run bench:sdks`: what the SDKs cost, as ratios within one run. Fails where one is over its bound. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const failed = ["tool-call.mjs", "start-up.mjs"].filter((name) => {
  const path = fileURLToPath(new URL(name, import.meta.url));
  return spawnSync(process.execPath, [path], { stdio: "inherit" }).status !== 0;
});
process.exit(failed.length === 0 ? 0 : 1);
