/** The Go SDK for a longer time: every framing of the kit, the race detector, and ten thousand calls. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { built, required, run, whyNoGo } from "./go-tools.js";
import { check } from "./kit-check.js";

const temporary = mkdtempSync(join(tmpdir(), "xp-go-slow-"));
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

const missing = whyNoGo();
if (missing !== undefined) console.warn(`The Go SDK is not tested: ${missing}.`);

describe.skipIf(missing !== undefined && !required)("the Go SDK", () => {
  it.each(["hello", "guard", "clock", "kitchen-sink"])(
    "has an example %s that passes the kit however frames are put into bytes",
    { timeout: 1_800_000 },
    async (example) => {
      expect(await check(built(example, temporary), "--transform", "all")).toEqual({ status: 0, odd: [] });
    },
  );

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
