/**
 * From spawn to `ready`: the example hello of each SDK, against the program of that language that prints "hello".
 * Both are started in turns, and ratios are compared, not times.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { helloAck, startPeer } from "./peer.mjs";

const rounds = Number(process.env.ROUNDS ?? 15);
const sdks = fileURLToPath(new URL("../", import.meta.url));
const bare = (name) => join(sdks, "bench/programs/bare", name);
const example = (path) => join(sdks, path, "examples/hello");
const built = mkdtempSync(join(tmpdir(), "extproto-start-up-"));
const rustTarget = join(sdks, "../node_modules/.cache/extproto-rust");

// Python is measured as its users have it: with compiled modules kept.
delete process.env.PYTHONDONTWRITEBYTECODE;

/** The interpreter itself: what chooses among several, such as a shim, would be measured with it. */
const python = spawnSync("python3", ["-c", "import sys; print(sys.executable)"], {
  encoding: "utf8",
}).stdout?.trim();

/**
 * What is measured. `most` is about twice what was measured (1.3 to 1.8 times for Node, 1.6 to 1.9 for Python, 1.3 for
 * Go and for Rust), for Python three times, because what its bare start costs depends on how it is installed. A
 * dependency that is loaded at the start, or a wait for something, costs more than that.
 */
const languages = {
  typescript: {
    tool: ["node", "--version"],
    bare: [process.execPath, bare("hello.mjs")],
    sdk: [process.execPath, join(example("typescript"), "main.mjs")],
    most: 3,
  },
  python: {
    tool: ["python3", "--version"],
    bare: [python, bare("hello.py")],
    sdk: [python, join(example("python"), "main.py")],
    most: 6,
  },
  go: {
    tool: ["go", "version"],
    build: () => {
      const env = { GOPROXY: "off", GOTOOLCHAIN: "local", GOWORK: "off" };
      command(["go", "build", "-o", join(built, "go-bare"), bare("hello.go")], { cwd: built, env });
      command(["go", "build", "-o", join(built, "go-sdk"), "./examples/hello"], {
        cwd: join(sdks, "go"),
        env,
      });
    },
    bare: [join(built, "go-bare")],
    sdk: [join(built, "go-sdk")],
    most: 3,
  },
  rust: {
    tool: ["cargo", "--version"],
    // As the tests build it: what a start costs is the same in a release.
    build: () => {
      command(["rustc", "-o", join(built, "rust-bare"), bare("hello.rs")], { cwd: built });
      const env = { CARGO_TARGET_DIR: rustTarget, CARGO_PROFILE_DEV_DEBUG: "0" };
      const args = ["build", "--quiet", "--all-features", "--example", "hello"];
      command(["cargo", ...args], { cwd: join(sdks, "rust"), env });
    },
    bare: [join(built, "rust-bare")],
    sdk: [join(rustTarget, "debug/examples/hello")],
    most: 3,
  },
};

function command([program, ...args], { cwd, env = {} }) {
  const options = { cwd, env: { ...process.env, ...env }, encoding: "utf8" };
  const { status, stderr } = spawnSync(program, args, options);
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} failed:\n${stderr}`);
}

async function untilHello(program) {
  const from = process.hrtime.bigint();
  const peer = startPeer(program);
  await peer.until("hello");
  const took = Number(process.hrtime.bigint() - from) / 1e6;
  await peer.end();
  return took;
}

async function untilReady(program) {
  const from = process.hrtime.bigint();
  const peer = startPeer(program);
  await peer.until('"hello"');
  peer.send(helloAck);
  await peer.until('"ready"');
  const took = Number(process.hrtime.bigint() - from) / 1e6;
  await peer.end();
  return took;
}

const over = [];
const missing = [];
console.log(`from spawn to ready, against a program that prints hello, fastest of ${rounds}:`);
try {
  for (const [name, { tool, build, bare, sdk, most }] of Object.entries(languages)) {
    if (spawnSync(tool[0], tool.slice(1)).status !== 0) {
      missing.push(name);
      console.log(`skipped  ${name}: ${tool[0]} is not installed`);
      continue;
    }
    build?.();
    const times = { bare: [], sdk: [] };
    for (let round = -2; round < rounds; round++) {
      const [took, tookSdk] = [await untilHello(bare), await untilReady(sdk)];
      // The first ones fill the caches.
      if (round < 0) continue;
      times.bare.push(took);
      times.sdk.push(tookSdk);
    }
    // The fastest of each: whatever else the machine does can only add to a start.
    const [ready, plain] = [Math.min(...times.sdk), Math.min(...times.bare)];
    const ratio = ready / plain;
    const shown = `${ready.toFixed(1)} ms, bare ${plain.toFixed(1)} ms`;
    if (ratio > most) over.push(name);
    console.log(
      `${ratio > most ? "OVER" : "ok  "}  ${name}: ${ratio.toFixed(2)} times (at most ${most}; ${shown})`,
    );
  }
} finally {
  rmSync(built, { recursive: true, force: true });
}
if (missing.length > 0 && process.env.CI === "true") console.log(`CI needs ${missing.join(", ")}`);
process.exit(over.length > 0 || (missing.length > 0 && process.env.CI === "true") ? 1 : 0);
