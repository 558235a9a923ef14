/** Runs a case on a program that never ends, until a signal comes. Prints the program's pid and the run's folder. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { readCase } from "../../../dist/case/load.js";
import { exitCodeOf, listenForInterruption } from "../../../dist/run/interruption.js";
import { runAll } from "../../../dist/run/run-all.js";

const [out, stubborn] = process.argv.slice(2);
const program = fileURLToPath(new URL("never-exits.mjs", import.meta.url));
const text = `title: t
proves: [ext.tool.one-result]
for: extension
steps:
  - host receives: { type: never }
    within: 600000
`;
const { case: theCase } = readCase({ id: "waits", file: "waits.yaml", text });

function host({ emit, env, folder, track }) {
  let child;
  return {
    name: "host",
    async start() {
      child = spawn(process.execPath, [program], { cwd: folder.cwd, env, detached: true });
      track(child);
      child.stdout.once("data", () => {
        process.stdout.write(`${JSON.stringify({ pid: child.pid, root: folder.root })}\n`);
        emit({ kind: "ready" });
      });
    },
    perform: async () => undefined,
    stop: () => (stubborn ? new Promise(() => undefined) : new Promise((done) => child.on("close", done))),
  };
}

const target = {
  kind: "extension",
  facts: { kind: "extension", name: "t", source: program, details: {} },
  plan: () => [{ kind: "run", run: { awaits: ["host"], bindings: {}, args: {}, deadlines: {}, facts: {} } }],
  actors: (context) => [host(context("host"))],
};

const interruption = listenForInterruption();
const results = await runAll({ target, cases: [theCase], options: { out, signal: interruption.signal } });
process.stdout.write(`${JSON.stringify(results.map(({ judgement }) => judgement.verdict))}\n`);
interruption.dispose();
const signal = interruption.received();
process.exit(signal === undefined ? 0 : exitCodeOf(signal));
