/** The Rust SDK: its own tests, the vectors, its form, its package, and its examples before the kit. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { generate } from "@extproto/generator";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadLines, loadVectors } from "../../schemas/test/vectors.js";
import { check, quick } from "./kit-check.js";
import { Running } from "./rust-process.js";
import {
  buildExamples,
  copied,
  has,
  host,
  program,
  required,
  run,
  sdk,
  target,
  whyNoRust,
} from "./rust-tools.js";

const temporary = mkdtempSync(join(tmpdir(), "xp-rust-"));
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

const missing = whyNoRust();
if (missing !== undefined) console.warn(`The Rust SDK is not tested: ${missing}.`);
const slow = { timeout: 900_000 };

describe.skipIf(missing !== undefined && !required)("the Rust SDK", () => {
  beforeAll(buildExamples, slow.timeout);

  it("is what rustfmt prints, scaffold included", slow, () => {
    expect(run("cargo", ["fmt", "--check"])).toMatchObject({ status: 0, output: "" });
    const scaffold = fileURLToPath(new URL("../generator/scaffold/rust/src/main.rs", import.meta.url));
    expect(run("rustfmt", ["--check", "--edition", "2021", scaffold])).toMatchObject({ output: "" });
  });

  it("gives clippy nothing to say", slow, ({ skip }) => {
    if (!has("clippy") && !required) skip("clippy is not installed");
    const args = ["clippy", "--quiet", "--all-targets", "--all-features", "--", "-D", "warnings"];
    expect(run("cargo", args)).toMatchObject({ status: 0, output: "" });
  });

  it("passes its own tests, and decodes and encodes every vector", slow, () => {
    const { status, output, stdout } = run(
      "cargo",
      ["test", "--all-features", "--", "--nocapture", "--test-threads=2"],
      { env: { EXTPROTO_TEST_HOST: ["env", `ZOT_HOME=${temporary}`, ...host].join("\n") } },
    );
    expect(status, output).toBe(0);
    const all = loadVectors()
      .filter(({ frame }) => /^(extproto|rpc)\./.test(frame))
      .flatMap((file) => file.vectors);
    const count = (test: (vector: (typeof all)[number]) => boolean) => all.filter(test).length;
    expect(stdout).toContain(
      `${count(({ verdict }) => verdict !== "invalid")} round trips, ` +
        `${count(({ verdict, accept }) => verdict === "invalid" && accept === "valid")} tolerated, ` +
        `${count(({ verdict, accept }) => verdict === "invalid" && accept !== "valid")} refused, ` +
        `${loadLines().length} lines, 0 failures\n`,
    );
    expect(stdout).not.toContain("skipped");
  });

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

  it.concurrent.each(["hello", "guard", "kitchen-sink"])(
    "has an example %s that passes the kit",
    slow,
    async (example) => {
      expect(await check(copied(example, temporary), ...quick)).toEqual({ status: 0, odd: [] });
    },
  );

  it("has an example client that asks the reference host", slow, () => {
    const args = ["--host", ...host, "--", "say hello", "/nobody"];
    const ran = run(program("rpc-client"), args, { cwd: temporary, env: { ZOT_HOME: temporary } });
    expect(ran.stdout).toContain("hello");
    expect(ran.output).toContain("invoke_command");
    expect(ran.status).toBe(1);
  });

  it(
    "keeps standard output for frames, and ends with status 0 at SIGTERM and at the end of input",
    slow,
    async () => {
      const sink = await Running.start(program("kitchen-sink"));
      expect(await sink.call("print")).toMatchObject({ content: [{ type: "text", text: "printed" }] });
      await sink.said("a stray print");
      for (const line of sink.lines) expect(JSON.parse(line)).toHaveProperty("type");
      expect(sink.lines.join("\n")).not.toContain("stray");
      sink.process.kill("SIGTERM");
      expect(await sink.ended()).toEqual({ code: 0, signal: null });
      const other = await Running.start(program("hello"));
      other.process.stdin.end();
      expect(await other.ended()).toEqual({ code: 0, signal: null });
    },
  );
});

describe("the examples in Rust", () => {
  const text = (example: string) => readFileSync(join(sdk, "examples", example, "main.rs"), "utf8");

  it("are short", () => {
    const lines = (example: string) => text(example).match(/^[ \t]*(?!\/\/)[^\s].*$/gm)?.length;
    expect(lines("hello")).toBeLessThanOrEqual(10);
    expect(lines("guard")).toBeLessThanOrEqual(25);
  });

  it("begin the README, and no program lies beside them", () => {
    expect(readFileSync(join(sdk, "README.md"), "utf8")).toContain(`\`\`\`rust\n${text("hello")}\`\`\`\n`);
    for (const example of readdirSync(join(sdk, "examples")))
      expect(existsSync(join(sdk, "examples", example, example)), example).toBe(false);
  });
});
