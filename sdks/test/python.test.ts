/** The Python SDK: its own tests, the vectors, its form and types, and its kitchen sink before the kit. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { loadLines, loadVectors } from "../../schemas/test/vectors.js";
import { letThrough } from "./guard-questions.js";
import { check, quick } from "./kit-check.js";
import { required, run, sdk, whyNoPython, withTools } from "./python-tools.js";

const vectors = fileURLToPath(new URL("../../schemas/vectors/", import.meta.url));

const missing = whyNoPython();
const tools = missing === undefined ? withTools() : { why: missing };
if (missing !== undefined) console.warn(`The Python SDK is not tested: ${missing}.`);
else if ("why" in tools)
  console.warn(`Form and types of the Python SDK are not tested: no tools, because ${tools.why}`);
const python = "python" in tools ? tools.python : "python3";
const slow = { timeout: 600_000 };

describe.skipIf(missing !== undefined && !required)("the Python SDK", () => {
  it("passes its own tests", slow, () => {
    const { status, output } = run("python3", ["-m", "unittest", "discover", "-s", "tests", "-t", "tests"]);
    expect(status, output).toBe(0);
    expect(output).toMatch(/^OK\b/m);
  });

  it("decodes and encodes every vector", slow, () => {
    const all = loadVectors()
      .filter(({ frame }) => /^(extproto|rpc)\./.test(frame))
      .flatMap((file) => file.vectors);
    const count = (test: (vector: (typeof all)[number]) => boolean) => all.filter(test).length;
    expect(run("python3", ["tests/vectors.py", vectors]).output.trim()).toBe(
      `${count(({ verdict }) => verdict !== "invalid")} round trips, ` +
        `${count(({ verdict, accept }) => verdict === "invalid" && accept === "valid")} tolerated, ` +
        `${count(({ verdict, accept }) => verdict === "invalid" && accept !== "valid")} refused, ` +
        `${loadLines().length} lines, 0 failures`,
    );
  });

  it("has a reference that names what it exports", slow, () => {
    const { status, output } = run(
      "python3",
      ["-m", "pydoc", "extproto", "extproto.rpc", "extproto.testing"],
      join(sdk, "src"),
    );
    expect(status, output).toBe(0);
    for (const name of ["class Extension", "open_panel(", "class RpcClient", "class TestHost"])
      expect(output).toContain(name);
  });

  it("has a guard that lets nothing through that it cannot read", slow, async () => {
    expect(await letThrough("python3", join(sdk, "examples/guard/main.py"))).toEqual(["a harmless command"]);
  });

  it("has a kitchen sink that passes the kit", slow, async () => {
    expect(await check(join(sdk, "examples/kitchen-sink"), ...quick)).toEqual({ status: 0, odd: [] });
  });
});

describe.skipIf("why" in tools && !required)("the text of the Python SDK", () => {
  it("is what Black prints", slow, () => {
    const scaffold = fileURLToPath(new URL("../generator/scaffold/python/", import.meta.url));
    const fixtures = fileURLToPath(new URL("fixtures/", import.meta.url));
    const folders = ["src", "tests", "examples", scaffold, fixtures];
    const { status, output } = run(python, ["-m", "black", "--check", ...folders]);
    expect(status, output).toBe(0);
  });

  it("is typed, for mypy at its strictest", slow, () => {
    const cache = fileURLToPath(new URL("../../node_modules/.cache/extproto-mypy", import.meta.url));
    const { status, output } = run(python, ["-m", "mypy", "--cache-dir", cache, "--strict", "src", "tests"]);
    expect(output).toMatch(/^Success: no issues found in \d+ source files\s*$/);
    expect(status).toBe(0);
  });
});
