/** `npm start`: shows what a good and a bad trace of frames look like, judged by `extproto validate`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root, run, seconds, setup } from "./setup.mjs";

const from = performance.now();
setup();
const extproto = join(root, "conformance", "bin", "extproto.mjs");

function show(title, args) {
  console.log(`\n${title}\n$ npx extproto ${args.join(" ")}\n`);
  return run(process.execPath, [extproto, ...args], { show: true });
}

const session = "docs/examples/traces/session.ndjson";
const frames = readFileSync(join(root, session), "utf8").trimEnd().split("\n");
console.log(`\nWhat frames look like, one JSON object a line (3 of ${frames.length} in ${session}):\n`);
for (const frame of [frames[0], frames.at(-6), frames.at(-4)]) console.log(`  ${frame}`);

const good = show("A session between a host and an extension, frame by frame: every line fits.", [
  "validate",
  session,
]);
const bad = show("The same extension with five mistakes: each is named, with what was expected.", [
  "validate",
  "docs/examples/traces/mistakes.ndjson",
  "--from",
  "extension",
  "--strict",
]);
const ok = good === 0 && bad === 1;
console.log(
  ok
    ? `\nDone in ${seconds(from)}. Next: the rules are in spec/README.md, the frames in docs/reference/frames.md.`
    : `\nThis is not what was expected: the first trace is valid, the second is not (exit codes ${good} and ${bad}).`,
);
process.exit(ok ? 0 : 1);
