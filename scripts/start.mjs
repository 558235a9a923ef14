/**
 * `npm start`: runs the conformance kit on an example extension and on the reference host, offline, prints both
 * verdicts and says where the reports are. Of the host's cases it runs every twentieth, so that it takes seconds.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, run, seconds, setup } from "./setup.mjs";

const extension = "docs/examples/extensions/clock-node";
const profile = "conformance/profiles/reference-host.yaml";
const out = "extproto-results";

const from = performance.now();
setup();
mkdirSync(join(root, out), { recursive: true });
// What is written here is nobody's source.
writeFileSync(join(root, out, ".gitignore"), "*\n");

function check(title, args) {
  console.log(`\n${title}\n$ npx extproto ${args.join(" ")}\n`);
  return run(process.execPath, [join(root, "conformance", "bin", "extproto.mjs"), ...args], { show: true });
}

const ofExtension = check(
  `An extension author asks: does my extension work in every host? The kit plays the host, and checks a copy of ${extension}.`,
  ["check", extension, "--allow-tools", "--out", `${out}/extension`],
);
const ofHost = check(
  "A host author asks: does my host treat every extension right? The kit plays model, client and extensions to the reference host. To be quick, this is every twentieth case.",
  ["check", "--host", profile, "--shard", "1/20", "--out", `${out}/host`],
);

const verdict = (code) =>
  ({ 0: "pass", 1: "fail", 2: "not started", 3: "incomplete", 4: "a fault of the kit" })[code] ??
  `exit ${code}`;
const table = (rows) => {
  const width = Math.max(...rows.map(([first]) => first.length));
  return rows.map(([first, second]) => `  ${first.padEnd(width)}  ${second}`).join("\n");
};
console.log(`
Verdicts, after ${seconds(from)}:
${table([
  [extension, verdict(ofExtension)],
  ["the reference host, one case in twenty", verdict(ofHost)],
])}
Reports, to be opened in a browser:
  ${join(root, out, "extension", "report.html")}
  ${join(root, out, "host", "report.html")}
Try next:
${table([
  [`npx extproto check --host ${profile}`, "the host, with all cases: a few minutes"],
  ["npx extproto check ./my-extension", "your own extension"],
  ["npx extproto explain ext.tool.one-result", "a rule, and what proves it"],
  ['npx extproto-host -p "say hello"', "the host itself, without a key"],
])}
The guides are in docs/README.md, the rules in spec/README.md.`);
process.exit(ofExtension === 0 && ofHost === 0 ? 0 : 1);
