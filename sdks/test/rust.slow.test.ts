/** The Rust SDK for a longer time: every example in every framing, its reference, the crate, and ten thousand calls. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generate } from "@extproto/generator";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { check, examplesOf } from "./kit-check.js";
import { buildExamples, copied, host, program, required, run, sdk, target, whyNoRust } from "./rust-tools.js";
import { soak } from "./soak.js";

const temporary = mkdtempSync(join(tmpdir(), "xp-rust-slow-"));
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

const missing = whyNoRust();
if (missing !== undefined) console.warn(`The Rust SDK is not tested: ${missing}.`);
const slow = { timeout: 1_800_000 };

describe.skipIf(missing !== undefined && !required)("the Rust SDK", () => {
  beforeAll(buildExamples, slow.timeout);

  it.each(examplesOf(sdk))(
    "has an example %s that passes the kit however frames are put into bytes",
    slow,
    async (example) => {
      expect(await check(copied(example, temporary), "--transform", "all")).toEqual({ status: 0, odd: [] });
    },
  );

  it.each(["extproto", "rpc"] as const)("has a printer that prints %s alone", slow, async (protocol) => {
    const folder = join(temporary, `only-${protocol}`);
    await generate({ language: "rust", out: join(folder, "src/protocol"), protocol });
    const manifest = readFileSync(join(sdk, "Cargo.toml"), "utf8");
    const dependencies = /^\[dependencies\]\n(?:serde.*\n)+/m.exec(manifest)?.[0] ?? "";
    const about = '[package]\nname = "only"\nversion = "0.0.0"\nedition = "2021"\n';
    writeFileSync(join(folder, "Cargo.toml"), `${about}\n${dependencies}\n[workspace]\n`);
    writeFileSync(join(folder, "src/lib.rs"), "pub mod protocol;\n");
    expect(run("cargo", ["fmt", "--check"], { cwd: folder })).toMatchObject({ status: 0, output: "" });
    const env = { RUSTFLAGS: "-D warnings", CARGO_TARGET_DIR: join(target, "only") };
    expect(run("cargo", ["check", "--quiet"], { cwd: folder, env })).toMatchObject({ status: 0, output: "" });
  });

  it("has a reference, with a comment on everything and no broken link", slow, () => {
    const args = ["doc", "--quiet", "--no-deps", "--all-features"];
    const env = { RUSTDOCFLAGS: "-D warnings -D missing-docs" };
    expect(run("cargo", args, { env })).toMatchObject({ status: 0, output: "" });
  });

  it("has an example client that asks the reference host", slow, () => {
    const args = ["--host", ...host, "--", "say hello", "/nobody"];
    const ran = run(program("rpc-client"), args, { cwd: temporary, env: { ZOT_HOME: temporary } });
    expect(ran.stdout).toContain("hello");
    expect(ran.output).toContain("invoke_command");
    expect(ran.status).toBe(1);
  });

  it("makes a package that is complete", slow, () => {
    const { status, output, stdout } = run("cargo", ["package", "--allow-dirty", "--list", "--offline"]);
    expect(status, output).toBe(0);
    const files = stdout.trim().split("\n");
    for (const file of ["LICENSE", "README.md", "src/protocol/host.rs", "examples/hello/extension.json"])
      expect(files).toContain(file);
    expect(files.filter((file) => /target|\.log$/.test(file))).toEqual([]);
    const packed = run("cargo", ["package", "--allow-dirty", "--no-verify", "--quiet", "--offline"]);
    expect(packed).toMatchObject({ status: 0, output: "" });
  });

  it("makes a package that builds by itself", slow, () => {
    const { status, output } = run("cargo", ["package", "--allow-dirty", "--quiet"]);
    expect({ status, output }).toEqual({ status: 0, output: "" });
  });

  it("keeps its memory, threads and handles over 10,000 calls", slow, async ({ skip }) => {
    if (process.platform !== "linux") skip("there is no /proc to measure with");
    await soak([program("kitchen-sink")], { warmUp: 1_000, calls: 10_000 });
  });
});
