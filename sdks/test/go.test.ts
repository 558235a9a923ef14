/** The Go SDK: its own tests, the vectors, its form, its module, and its examples before the kit. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { generate } from "@extproto/generator";
import { afterAll, describe, expect, it } from "vitest";
import { loadLines, loadVectors } from "../../schemas/test/vectors.js";
import { built, required, run, sdk, whyNoGo } from "./go-tools.js";
import { check, quick } from "./kit-check.js";

const temporary = mkdtempSync(join(tmpdir(), "xp-go-"));
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

const missing = whyNoGo();
if (missing !== undefined) console.warn(`The Go SDK is not tested: ${missing}.`);
const slow = { timeout: 600_000 };

describe.skipIf(missing !== undefined && !required)("the Go SDK", () => {
  it("is what gofmt prints, scaffold included, and go vet finds nothing", slow, () => {
    const scaffold = fileURLToPath(new URL("../generator/scaffold/go/", import.meta.url));
    expect(run("gofmt", ["-l", ".", scaffold])).toEqual({ status: 0, stdout: "", output: "" });
    expect(run("go", ["vet", "./..."])).toEqual({ status: 0, stdout: "", output: "" });
  });

  it("passes its own tests, and decodes and encodes every vector", slow, () => {
    // Not from the cache: it does not see that the vectors and the host, outside of the module, have changed.
    const { status, output, stdout } = run("go", ["test", "-count=1", "-v", "./..."]);
    expect(status, output).toBe(0);
    const all = loadVectors()
      .filter(({ frame }) => /^(extproto|rpc)\./.test(frame))
      .flatMap((file) => file.vectors);
    const count = (test: (vector: (typeof all)[number]) => boolean) => all.filter(test).length;
    expect(stdout).toContain(
      `${count(({ verdict }) => verdict !== "invalid")} round trips, ` +
        `${count(({ verdict, accept }) => verdict === "invalid" && accept === "valid")} tolerated, ` +
        `${count(({ verdict, accept }) => verdict === "invalid" && accept !== "valid")} refused, ` +
        `${loadLines().length} lines\n`,
    );
    // The one that is long runs with the slow tests.
    expect(stdout.match(/^--- SKIP: \w+/gm)).toEqual(["--- SKIP: TestSoak"]);
  });

  it.each(["extproto", "rpc"] as const)("has a printer that prints %s alone", slow, async (protocol) => {
    const out = join(temporary, `only${protocol}`);
    await generate({ language: "go", out, protocol, package: "wire" });
    writeFileSync(join(out, "go.mod"), "module wire\n\ngo 1.23\n");
    expect(run("gofmt", ["-l", "."], { cwd: out })).toMatchObject({ status: 0, output: "" });
    expect(run("go", ["vet", "."], { cwd: out })).toMatchObject({ status: 0, output: "" });
  });

  it("has a printer that refuses what is no name of a package", async () => {
    const asked = generate({ language: "go", out: join(temporary, "refused"), package: "a-b" });
    await expect(asked).rejects.toThrow("a-b is no name of a Go package");
  });

  it("is a module without dependencies that is complete", slow, () => {
    expect(run("go", ["mod", "tidy", "-diff"])).toMatchObject({ status: 0, output: "" });
    expect(run("go", ["mod", "verify"])).toMatchObject({ status: 0 });
    expect(existsSync(join(sdk, "go.sum"))).toBe(false);
    expect(readFileSync(join(sdk, "LICENSE"), "utf8")).toContain("MIT License");
  });

  it("has a reference that names what it exports, each with a comment", slow, () => {
    for (const [name, words] of [
      ["ext", ["func AddTool", "func (e *Extension) InterceptToolCallX", "type ToolCallDecision struct"]],
      ["exttest", ["func Start("]],
      ["rpc", ["func (c *Client) Prompt("]],
      ["protocol", ["type HostToolCall struct", "func DecodeHostFrame("]],
    ] as const) {
      const { status, stdout } = run("go", ["doc", "-all", `./${name}`]);
      expect(status).toBe(0);
      for (const word of words) expect(stdout).toContain(word);
      expect(stdout.match(/^(?:func|type) .*\n(?! {4}| {0,3}\t|\))/gm) ?? [], name).toEqual([]);
    }
  });

  it.concurrent.each(["hello", "guard", "clock", "kitchen-sink"])(
    "has an example %s that passes the kit",
    slow,
    async (example) => {
      expect(await check(built(example, temporary), ...quick)).toEqual({ status: 0, odd: [] });
    },
  );

  it("has an example client that asks the reference host", slow, () => {
    const program = join(built("rpc-client", temporary), "rpc-client");
    const host = fileURLToPath(new URL("../../reference-host/bin/extproto-host.mjs", import.meta.url));
    const asked = ["-host", `${process.execPath} ${host} rpc --provider scripted`, "say hello"];
    const { status, stdout } = run(program, asked, { cwd: temporary, env: { ZOT_HOME: temporary } });
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining("hello") });
  });
});

describe("the examples in Go", () => {
  const text = (example: string) => readFileSync(join(sdk, "examples", example, "main.go"), "utf8");

  it("are short", () => {
    const lines = (example: string) => text(example).match(/^[ \t]*(?!\/\/)[^\s].*$/gm)?.length;
    expect(lines("hello")).toBeLessThanOrEqual(10);
    expect(lines("guard")).toBeLessThanOrEqual(25);
  });

  it("begin the README, and no program lies beside them", () => {
    expect(readFileSync(join(sdk, "README.md"), "utf8")).toContain(`\`\`\`go\n${text("hello")}\`\`\`\n`);
    for (const example of readdirSync(join(sdk, "examples")))
      expect(existsSync(join(sdk, "examples", example, example)), example).toBe(false);
  });
});
