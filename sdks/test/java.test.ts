/** The printed Java, compiled without a warning and run over all vectors. Proof of the guide "Add a language". */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { loadLines, loadVectors } from "../../schemas/test/vectors.js";

const java = fileURLToPath(new URL("../java/", import.meta.url));
const vectors = fileURLToPath(new URL("../../schemas/vectors/", import.meta.url));
const classes = mkdtempSync(join(tmpdir(), "extproto-java-"));
afterAll(() => rmSync(classes, { recursive: true, force: true }));

const version = /^javac (\d+)/.exec(spawnSync("javac", ["-version"], { encoding: "utf8" }).stdout ?? "")?.[1];
const usable = Number(version ?? 0) >= 17;
const required = process.env.CI === "true";
if (!usable) {
  const found = version === undefined ? "javac is not installed" : `javac is version ${version}`;
  console.warn(
    `The Java types are ${required ? "required in CI" : "not tested here"}: ${found}, JDK 17 is needed.`,
  );
}

function sources(): string[] {
  return readdirSync(java, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".java"))
    .map((entry) => join(entry.parentPath, entry.name));
}

describe.skipIf(!usable && !required)("the Java types", () => {
  it("compile without a warning, and decode and encode every vector", { timeout: 240_000 }, () => {
    const compiled = spawnSync(
      "javac",
      ["--release", "17", "-Xlint:all", "-Werror", "-proc:none", "-d", classes, ...sources()],
      { encoding: "utf8" },
    );
    expect({ status: compiled.status, output: compiled.stderr }).toEqual({ status: 0, output: "" });

    const run = spawnSync("java", ["-Xshare:auto", "-cp", classes, "VectorTest", vectors], {
      encoding: "utf8",
    });
    const all = loadVectors()
      .filter(({ frame }) => /^(extproto|rpc)\./.test(frame))
      .flatMap((file) => file.vectors);
    const count = (test: (vector: (typeof all)[number]) => boolean) => all.filter(test).length;
    expect({ errors: run.stderr, counts: run.stdout.trim() }).toEqual({
      errors: "",
      counts:
        `${count(({ verdict }) => verdict !== "invalid")} round trips, ` +
        `${count(({ verdict, accept }) => verdict === "invalid" && accept === "valid")} tolerated, ` +
        `${count(({ verdict, accept }) => verdict === "invalid" && accept !== "valid")} refused, ` +
        `${loadLines().length} lines, 0 failures`,
    });
  });
});

it("keeps to lines of 100 characters, with no space at their ends", () => {
  const faults = sources().flatMap((path) =>
    readFileSync(path, "utf8")
      .split("\n")
      .filter((line) => line.length > 100 || /\s$/.test(line))
      .map((line) => `${path}: ${line}`),
  );
  expect(faults).toEqual([]);
});
