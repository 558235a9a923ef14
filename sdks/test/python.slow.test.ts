/** The Python SDK for a longer time: every example in every framing, the package, and ten thousand calls. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { generate } from "@extproto/generator";
import { afterAll, describe, expect, it } from "vitest";
import { check, examplesOf } from "./kit-check.js";
import { required, run, sdk, whyNoPython, withTools } from "./python-tools.js";

const temporary = mkdtempSync(join(tmpdir(), "xp-python-slow-"));
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

const missing = whyNoPython();
const tools = missing === undefined ? withTools() : { why: missing };
if (missing !== undefined) console.warn(`The Python SDK is not tested: ${missing}.`);
else if ("why" in tools)
  console.warn(`The package of the Python SDK is not tested: no tools, because ${tools.why}`);
const python = "python" in tools ? tools.python : "python3";
const slow = { timeout: 1_800_000 };

describe.skipIf(missing !== undefined && !required)("the Python SDK", () => {
  it.each(examplesOf(sdk))(
    "has an example %s that passes the kit however frames are put into bytes",
    { timeout: 1_800_000 },
    async (example) => {
      expect(await check(join(sdk, "examples", example), "--transform", "all")).toEqual({
        status: 0,
        odd: [],
      });
    },
  );

  it.each([
    ["extproto", "host, extension", "host.decode"],
    ["rpc", "client, server", "server.decode"],
  ] as const)("has a printer that prints %s alone", slow, async (protocol, sides, decode) => {
    const out = join(temporary, `only_${protocol}`);
    await generate({ language: "python", out, protocol });
    const code = `from only_${protocol} import ${sides}; print(${decode}('{"type":"x"}').type)`;
    expect(run("python3", ["-c", code], temporary)).toMatchObject({ status: 0, output: "x\n" });
  });

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

  it("keeps its memory, threads and handles over 10,000 calls", { timeout: 600_000 }, () => {
    const { status, output } = run("python3", ["tests/soak.py", "10000"]);
    expect(status, output).toBe(0);
  });
});

describe.skipIf("why" in tools && !required)("the package of the Python SDK", () => {
  it("is complete, and typed where it is installed", slow, () => {
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
