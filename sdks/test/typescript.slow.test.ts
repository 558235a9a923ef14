/** The TypeScript SDK for a longer time: every example in every framing, its reference and package, and ten thousand calls. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { check, examplesOf } from "./kit-check.js";
import { soak } from "./soak.js";

const sdk = fileURLToPath(new URL("../typescript/", import.meta.url));
const examples = join(sdk, "examples");
const docs = fileURLToPath(new URL("../../docs/", import.meta.url));
const temporary = mkdtempSync(join(tmpdir(), "xp-typescript-"));
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

describe("the examples of the TypeScript SDK pass every case, under every transform:", () => {
  it.each(examplesOf(sdk))("%s", { timeout: 1_800_000 }, async (name) => {
    expect(await check(join(examples, name), "--transform", "all")).toEqual({ status: 0, odd: [] });
  });
});

it("the TypeScript SDK keeps its memory, threads and handles over 10,000 calls", {
  timeout: 600_000,
}, async ({ skip }) => {
  if (process.platform !== "linux") skip("there is no /proc to measure with");
  const sink = join(examples, "kitchen-sink/main.mjs");
  await soak([process.execPath, sink], { warmUp: 2_000, calls: 10_000 });
});

it("the TypeScript SDK has a reference, with a comment on everything and no broken link", {
  timeout: 600_000,
}, () => {
  const typedoc = join(docs, "node_modules/typedoc/bin/typedoc");
  const options = ["--options", join(docs, "typedoc.json"), "--entryPoints", sdk, "--out", temporary];
  const { status, stdout, stderr } = spawnSync(process.execPath, [typedoc, ...options], { encoding: "utf8" });
  expect(`${stdout}${stderr}`).not.toContain("warning");
  expect(status).toBe(0);
});

describe("the package", () => {
  it("holds what it needs and nothing else", { timeout: 120_000 }, () => {
    const { status, stdout } = spawnSync("npm", ["pack", "--dry-run", "--json"], {
      cwd: sdk,
      encoding: "utf8",
    });
    expect(status).toBe(0);
    const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }];
    const paths = files.map(({ path }) => path);
    for (const needed of [
      "LICENSE",
      "README.md",
      "dist/index.js",
      "dist/index.d.ts",
      "dist/rpc/index.js",
      "dist/testing/index.js",
    ])
      expect(paths).toContain(needed);
    expect(paths.filter((path) => /(^|\/)(src|test|examples)\//.test(path))).toEqual([]);
  });
});
