/** The Rust SDK: its own tests, the vectors, its form, and its kitchen sink before the kit. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadLines, loadVectors } from "../../schemas/test/vectors.js";
import { Running } from "./extension-process.js";
import { letThrough } from "./guard-questions.js";
import { check, quick } from "./kit-check.js";
import { buildExamples, copied, has, host, program, required, run, sdk, whyNoRust } from "./rust-tools.js";

const temporary = mkdtempSync(join(tmpdir(), "xp-rust-"));
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

const missing = whyNoRust();
if (missing !== undefined) console.warn(`The Rust SDK is not tested: ${missing}.`);
const slow = { timeout: 900_000 };

describe.skipIf(missing !== undefined && !required)("the Rust SDK", () => {
  beforeAll(buildExamples, slow.timeout);

  it("is what rustfmt prints, scaffold and fixtures included", slow, () => {
    expect(run("cargo", ["fmt", "--check"])).toMatchObject({ status: 0, output: "" });
    const scaffold = fileURLToPath(new URL("../generator/scaffold/rust/src/main.rs", import.meta.url));
    const fixture = fileURLToPath(new URL("fixtures/link/rust/main.rs", import.meta.url));
    expect(run("rustfmt", ["--check", "--edition", "2021", scaffold, fixture])).toMatchObject({ output: "" });
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

  it("has a guard that lets nothing through that it cannot read", slow, async () => {
    expect(await letThrough(program("guard"))).toEqual(["a harmless command"]);
  });

  it("has a kitchen sink that passes the kit", slow, async () => {
    expect(await check(copied("kitchen-sink", temporary), ...quick)).toEqual({ status: 0, odd: [] });
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

  it("begin the README, and no program lies beside them", () => {
    expect(readFileSync(join(sdk, "README.md"), "utf8")).toContain(`\`\`\`rust\n${text("hello")}\`\`\`\n`);
    for (const example of readdirSync(join(sdk, "examples")))
      expect(existsSync(join(sdk, "examples", example, example)), example).toBe(false);
  });
});
