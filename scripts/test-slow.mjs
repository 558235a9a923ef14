/**
 * `npm run test:slow`: runs in real time and long runs. Each is a command that a person can run by itself, and
 * `npm run test:slow -- reference constraints` runs those parts alone. All of them take about an hour.
 */
import { run, seconds, setup } from "./setup.mjs";

const slow = { EXTPROTO_SLOW: "1" };
const vitest = ["node_modules/vitest/vitest.mjs", "run"];
const extensionTests = ["docs/test", "conformance/test/extension"];
const parts = {
  reference: { what: "the API reference", args: ["scripts/docs.mjs"] },
  constraints: {
    what: "deleting constraints from the definitions",
    args: ["schemas/scripts/delete-constraints.mjs", "--all"],
  },
  decoding: { what: "cost of decoding against bare JSON.parse", args: ["schemas/bench/decode.mjs"] },
  mutants: {
    what: "every mutant against every case that cites what it breaks",
    args: ["conformance/bin/extproto.mjs", "mutants", "--full"],
  },
  extensions: {
    what: "guides, packages, documented and strange extensions, transforms",
    args: [...vitest, ...extensionTests],
    env: slow,
  },
  tests: {
    what: "all other tests that take long",
    args: [...vitest, ...extensionTests.flatMap((folder) => ["--exclude", `${folder}/**`])],
    env: slow,
  },
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  console.error(`no part is called ${unknown.join(", ")}; there are ${Object.keys(parts).join(", ")}`);
  process.exit(2);
}
const chosen = Object.entries(parts).filter(([name]) => wanted.length === 0 || wanted.includes(name));

setup();
let failed = 0;
for (const [name, { what, args, env = {} }] of chosen) {
  const from = performance.now();
  console.log(`== ${name}, ${what}: node ${args.join(" ")}`);
  const ok = run(process.execPath, args, { show: true, env: { ...process.env, ...env } }) === 0;
  if (!ok) failed++;
  console.log(`${ok ? "ok" : "FAILED"}  ${what} (${seconds(from)})\n`);
}
console.log(`${chosen.length - failed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
