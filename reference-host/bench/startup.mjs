/**
 * How long `extproto-host --version` takes, as a multiple of `node -e 0`: the price of the program over that
 * of the platform. The two are run in turn, so that a busy moment of the machine meets both alike.
 *
 * `node bench/startup.mjs [--runs N]` prints one line of JSON, and fails above the bound.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const bound = 2;
const { values } = parseArgs({ options: { runs: { type: "string", default: "30" } } });
const program = fileURLToPath(new URL("../bin/extproto-host.mjs", import.meta.url));

function milliseconds(args) {
  const from = performance.now();
  const { status } = spawnSync(process.execPath, args, { stdio: "ignore" });
  if (status !== 0) throw new Error(`node ${args.join(" ")} ended with status ${status}`);
  return performance.now() - from;
}

function median(times) {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

const nothing = [];
const version = [];
for (let run = 0; run < Number(values.runs); run++) {
  nothing.push(milliseconds(["-e", "0"]));
  version.push(milliseconds([program, "--version"]));
}
const ratio = median(version) / median(nothing);
const round = (value) => Math.round(value * 100) / 100;
console.log(
  JSON.stringify({
    bench: "startup",
    node_ms: round(median(nothing)),
    version_ms: round(median(version)),
    ratio: round(ratio),
    bound,
    ok: ratio <= bound,
  }),
);
process.exitCode = ratio <= bound ? 0 : 1;
