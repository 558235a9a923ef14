/** The Python SDK: its own tests, the vectors, its form, its package, and its examples before the kit. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { generate } from "@extproto/generator";
import { afterAll, describe, expect, it } from "vitest";
import { loadLines, loadVectors } from "../../schemas/test/vectors.js";
import { check, quick } from "./kit-check.js";
import { required, run, sdk, whyNoPython, withTools } from "./python-tools.js";

const vectors = fileURLToPath(new URL("../../schemas/vectors/", import.meta.url));
const temporary = mkdtempSync(join(tmpdir(), "xp-python-"));
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

const missing = whyNoPython();
const tools = missing === undefined ? withTools() : { why: missing };
if (missing !== undefined) console.warn(`The Python SDK is not tested: ${missing}.`);
else if ("why" in tools)
  console.warn(`Form, types and package of the Python SDK are not tested: no tools, because ${tools.why}`);
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

  it.each([
    ["extproto", "host, extension", "host.decode"],
    ["rpc", "client, server", "server.decode"],
  ] as const)("has a printer that prints %s alone", slow, async (protocol, sides, decode) => {
    const out = join(temporary, `only_${protocol}`);
    await generate({ language: "python", out, protocol });
    const code = `from only_${protocol} import ${sides}; print(${decode}('{"type":"x"}').type)`;
    expect(run("python3", ["-c", code], temporary)).toMatchObject({ status: 0, output: "x\n" });
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

  it.each(["hello", "guard", "kitchen-sink"])(
    "has an example %s that passes the kit",
    slow,
    async (example) => {
      expect(await check(join(sdk, "examples", example), ...quick)).toEqual({ status: 0, odd: [] });
    },
  );

  it("has an example client that asks the reference host", slow, () => {
    const host = fileURLToPath(new URL("../../reference-host/bin/extproto-host.mjs", import.meta.url));
    const asked = ["say hello", "--", process.execPath, host, "rpc", "--provider", "scripted"];
    const { status, stdout } = run(
      "python3",
      [join(sdk, "examples/rpc-client/main.py"), ...asked],
      temporary,
    );
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining("hello") });
  });

  it("keeps its examples short", () => {
    const lines = (example: string) =>
      readFileSync(join(sdk, "examples", example, "main.py"), "utf8")
        .split("\n")
        .filter((line) => line.trim() !== "").length;
    expect(lines("hello")).toBeLessThanOrEqual(10);
    expect(lines("guard")).toBeLessThanOrEqual(25);
  });
});

describe.skipIf("why" in tools && !required)("the text of the Python SDK", () => {
  it("is what Black prints", slow, () => {
    const scaffold = fileURLToPath(new URL("../generator/scaffold/python/", import.meta.url));
    const folders = ["src", "tests", "examples", scaffold];
    const { status, output } = run(python, ["-m", "black", "--check", ...folders]);
    expect(status, output).toBe(0);
  });

  it("is typed, for mypy at its strictest", slow, () => {
    const cache = fileURLToPath(new URL("../../node_modules/.cache/extproto-mypy", import.meta.url));
    const { status, output } = run(python, ["-m", "mypy", "--cache-dir", cache, "--strict", "src", "tests"]);
    expect(output).toMatch(/^Success: no issues found in \d+ source files\s*$/);
    expect(status).toBe(0);
  });

  it("makes a package that is complete, and typed where it is installed", slow, () => {
    const out = join(temporary, "package");
    const built = run(python, ["-m", "build", "--no-isolation", "--outdir", out]);
    expect(built.status, built.output).toBe(0);
    expect(built.output).not.toMatch(/warn|error/i);
    const made = readdirSync(out).sort();
    expect(made).toEqual([
      expect.stringMatching(/^extproto-[\d.]+-py3-none-any\.whl$/),
      expect.stringMatching(/^extproto-[\d.]+\.tar\.gz$/),
    ]);
    const wheel = join(out, made[0] ?? "");
    const listed = run(python, ["-m", "zipfile", "-l", wheel]).stdout;
    for (const file of ["extproto/py.typed", "extproto/_generated/host.py", "licenses/LICENSE"])
      expect(listed).toContain(file);
    const installed = join(temporary, "installed");
    const pip = run(python, ["-m", "pip", "install", "--quiet", "--no-index", "--target", installed, wheel]);
    expect(pip.status, pip.output).toBe(0);
    const imported = run("python3", ["-c", "import extproto; print(extproto.__file__)"], installed);
    expect(imported.stdout).toContain(installed);
  });
});
