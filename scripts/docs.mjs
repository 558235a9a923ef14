/** `npm run docs`: the frame reference and the API reference (docs/api). */
import { join } from "node:path";
import { root, run, seconds, setup } from "./setup.mjs";

const from = performance.now();
setup();
const typedoc = join(root, "docs", "node_modules", "typedoc", "bin", "typedoc");
if (run(process.execPath, [join(root, "docs/scripts/frame-reference.mjs")], { show: true }) !== 0)
  process.exit(1);
if (run(process.execPath, [typedoc, "--options", join(root, "docs/typedoc.json")], { show: true }) !== 0)
  process.exit(1);
console.log(`docs/api/index.html and docs/reference/frames.md are written, in ${seconds(from)}`);
