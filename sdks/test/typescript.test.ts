/** The examples of the TypeScript SDK before the kit; its own tests are in sdks/typescript/test. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { check, quick } from "./kit-check.js";

const sdk = fileURLToPath(new URL("../typescript/", import.meta.url));
/** The three that every language has; the slow test has all. */
const examples = ["hello", "guard", "kitchen-sink"];

/** Lines of a program that are neither blank nor a comment. */
const linesOf = (name: string) =>
  readFileSync(join(sdk, "examples", name, "main.mjs"), "utf8")
    .split("\n")
    .filter((line) => !/^\s*(\/\/.*)?$/.test(line)).length;

describe("the examples of the TypeScript SDK", () => {
  it.each(examples)("%s passes the kit without a warning", { timeout: 120_000 }, async (name) => {
    expect(await check(join(sdk, "examples", name), ...quick)).toEqual({ status: 0, odd: [] });
  });

  it("are short: hello has at most 10 lines, guard at most 25", () => {
    expect(linesOf("hello")).toBeLessThanOrEqual(10);
    expect(linesOf("guard")).toBeLessThanOrEqual(25);
  });
});

describe("the package", () => {
  it("holds what it needs and nothing else", () => {
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
