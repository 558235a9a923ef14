/** The Go SDK for a longer time: every example in every framing, the module, races, and ten thousand calls. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { generate } from "@extproto/generator";
import { afterAll, describe, expect, it } from "vitest";
import { built, required, run, sdk, whyNoGo } from "./go-tools.js";
import { check, examplesOf } from "./kit-check.js";

const temporary = mkdtempSync(join(tmpdir(), "xp-go-slow-"));
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

const missing = whyNoGo();
if (missing !== undefined) console.warn(`The Go SDK is not tested: ${missing}.`);
const slow = { timeout: 1_800_000 };

describe.skipIf(missing !== undefined && !required)("the Go SDK", () => {
  it.each(examplesOf(sdk))(
    "has an example %s that passes the kit however frames are put into bytes",
    { timeout: 1_800_000 },
    async (example) => {
      expect(await check(built(example, temporary), "--transform", "all")).toEqual({ status: 0, odd: [] });
    },
  );

  it.each(["extproto", "rpc"] as const)("has a printer that prints %s alone", slow, async (protocol) => {
    const out = join(temporary, `only${protocol}`);
    await generate({ language: "go", out, protocol, package: "wire" });
    writeFileSync(join(out, "go.mod"), "module wire\n\ngo 1.23\n");
    expect(run("gofmt", ["-l", "."], { cwd: out })).toMatchObject({ status: 0, output: "" });
    expect(run("go", ["vet", "."], { cwd: out })).toMatchObject({ status: 0, output: "" });
  });

  it("is a module without dependencies that is complete", slow, () => {
    expect(run("go", ["mod", "tidy", "-diff"])).toMatchObject({ status: 0, output: "" });
    expect(run("go", ["mod", "verify"])).toMatchObject({ status: 0 });
    expect(existsSync(join(sdk, "go.sum"))).toBe(false);
    expect(readFileSync(join(sdk, "LICENSE"), "utf8")).toContain("MIT License");
  });

  it("has an example client that asks the reference host", slow, () => {
    const program = join(built("rpc-client", temporary), "rpc-client");
    const host = fileURLToPath(new URL("../../reference-host/bin/extproto-host.mjs", import.meta.url));
    const asked = ["-host", `${process.execPath} ${host} rpc --provider scripted`, "say hello"];
    const { status, stdout } = run(program, asked, { cwd: temporary, env: { ZOT_HOME: temporary } });
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining("hello") });
  });

  it("compiles for the systems that extensions run on", { timeout: 1_800_000 }, () => {
    for (const [GOOS, GOARCH] of [
      ["linux", "arm64"],
      ["darwin", "arm64"],
      ["windows", "amd64"],
    ] as const)
      expect(run("go", ["vet", "./ext"], { env: { GOOS, GOARCH } }), GOOS).toMatchObject({
        status: 0,
        output: "",
      });
  });

  it("has no data races", { timeout: 600_000 }, ({ skip }) => {
    const { status, output } = run("go", ["test", "-race", "-count=1", "./ext", "./rpc"], {
      env: { CGO_ENABLED: "1" },
    });
    if (/C compiler .* not found|requires cgo|-race is not supported/.test(output)) skip(output.trim());
    expect(status, output).toBe(0);
  });

  it("keeps its memory, threads and handles over 10,000 calls", { timeout: 600_000 }, () => {
    const { status, output } = run("go", ["test", "-count=1", "-v", "-run", "TestSoak", "./ext"], {
      env: { EXTPROTO_SOAK: "10000" },
    });
    expect(status, output).toBe(0);
    expect(output).toMatch(process.platform === "linux" ? /^--- PASS: TestSoak/m : /^--- SKIP: TestSoak/m);
  });
});
