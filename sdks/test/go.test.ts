/** The Go SDK: its own tests, the vectors, its form, its reference, and its kitchen sink before the kit. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { generate } from "@extproto/generator";
import { afterAll, describe, expect, it } from "vitest";
import { loadLines, loadVectors } from "../../schemas/test/vectors.js";
import { built, required, run, sdk, whyNoGo } from "./go-tools.js";
import { letThrough } from "./guard-questions.js";
import { check, quick } from "./kit-check.js";

const temporary = mkdtempSync(join(tmpdir(), "xp-go-"));
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

const missing = whyNoGo();
if (missing !== undefined) console.warn(`The Go SDK is not tested: ${missing}.`);
const slow = { timeout: 600_000 };

describe.skipIf(missing !== undefined && !required)("the Go SDK", () => {
  it("is what gofmt prints, scaffold and fixtures included, and go vet finds nothing", slow, () => {
    const scaffold = fileURLToPath(new URL("../generator/scaffold/go/", import.meta.url));
    const fixtures = fileURLToPath(new URL("fixtures/", import.meta.url));
    expect(run("gofmt", ["-l", ".", scaffold, fixtures])).toEqual({ status: 0, stdout: "", output: "" });
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

  it("has a printer that refuses what is no name of a package", async () => {
    const asked = generate({ language: "go", out: join(temporary, "refused"), package: "a-b" });
    await expect(asked).rejects.toThrow("a-b is no name of a Go package");
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

  it("has a guard that lets nothing through that it cannot read", slow, async () => {
    expect(await letThrough(join(built("guard", temporary), "guard"))).toEqual(["a harmless command"]);
  });

  it("has a kitchen sink that passes the kit", slow, async () => {
    expect(await check(built("kitchen-sink", temporary), ...quick)).toEqual({ status: 0, odd: [] });
  });
});

describe("the examples in Go", () => {
  const text = (example: string) => readFileSync(join(sdk, "examples", example, "main.go"), "utf8");

  it("begin the README, and no program lies beside them", () => {
    expect(readFileSync(join(sdk, "README.md"), "utf8")).toContain(`\`\`\`go\n${text("hello")}\`\`\`\n`);
    for (const example of readdirSync(join(sdk, "examples")))
      expect(existsSync(join(sdk, "examples", example, example)), example).toBe(false);
  });
});
