/** `extproto new`, as somebody types it, in every language that this machine has. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, it } from "vitest";

const extproto = fileURLToPath(new URL("../../conformance/bin/extproto.mjs", import.meta.url));

/** Where extensions are made; it is gone after the tests. */
export const folder = mkdtempSync(join(tmpdir(), "xp-new-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the command line in that folder. */
export function run(...args: readonly string[]) {
  return spawnSync(process.execPath, [extproto, ...args], { cwd: folder, encoding: "utf8" });
}

/** How the tests of an extension that was just made are started. */
const ownTests = {
  typescript: ["npm", "test"],
  "typescript raw": [process.execPath, "--test"],
  python: ["python3", "-m", "unittest"],
  "python raw": ["python3", "-m", "unittest"],
  go: ["go", "test", "."],
  "go raw": ["go", "test", "."],
  rust: ["cargo", "test", "--quiet"],
  "rust raw": ["cargo", "test", "--quiet"],
} as const;

/** Runs the tests that an extension came with. */
export function passesItsTests(name: string, kind: keyof typeof ownTests): void {
  const [program, ...args] = ownTests[kind];
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: join(folder, name),
    encoding: "utf8",
    // The runner of this test is not to speak to the one of that.
    env: { ...process.env, NODE_TEST_CONTEXT: undefined },
  });
  expect(status, `${stdout}${stderr}`).toBe(0);
  // Each says so in its own way; none may have found no test.
  expect(`${stdout}${stderr}`).toMatch(/pass [1-9]|Ran [1-9]|^ok |[1-9] passed/m);
}

const programs = { typescript: "node", python: "python3", go: "go", rust: "cargo" } as const;
const made = Object.entries(programs).flatMap(([language, program]) => {
  const there = spawnSync(program, [language === "go" ? "version" : "--version"]).status === 0;
  if (!there) console.warn(`skipped: extproto new --lang ${language}, because there is no ${program}`);
  return [
    { language, raw: false, there },
    { language, raw: true, there },
  ];
});
const slow = 180_000;

/** What is tried. */
export interface PassOptions {
  /** Globs of cases; all cases unless given. */
  readonly only?: readonly string[];
  /** Leaves out what takes long. */
  readonly quick?: boolean;
}

/** A test for each language, with and without its SDK. */
export function passAtOnce({ only = [], quick = false }: PassOptions = {}): void {
  // The one that has to be neither installed nor built; the slow test has all.
  const few = ["python false", "python true"];
  const chosen = quick ? made.filter(({ language, raw }) => few.includes(`${language} ${raw}`)) : made;
  it.each(chosen)("$language, raw: $raw", { timeout: slow }, ({ language, raw, there }) => {
    if (!there) {
      expect(process.env.CI, `${language} is needed in CI`).toBeUndefined();
      return;
    }
    const name = `my-${language}${raw ? "-raw" : ""}`;
    const { status, stdout, stderr } = run("new", name, "--lang", language, ...(raw ? ["--raw"] : []));
    expect(stderr).toBe("");
    expect(status).toBe(0);
    expect(stdout).toContain(`Next: extproto check ./${name}`);
    for (const file of ["extension.json", "README.md"])
      expect(existsSync(join(folder, name, file))).toBe(true);
    expect(readFileSync(join(folder, name, "README.md"), "utf8")).not.toContain("{{");
    // What has to be compiled first is for the slow test.
    if (!quick || language === "python")
      passesItsTests(name, `${language}${raw ? " raw" : ""}` as keyof typeof ownTests);
    const checked = run("check", name, "--jobs", "2", "--json", ...only.flatMap((glob) => ["--only", glob]));
    const report = JSON.parse(checked.stdout) as { runs: { id: string; verdict: string }[] };
    const odd = report.runs.filter(({ verdict }) => !["pass", "not-applicable"].includes(verdict));
    expect(odd).toEqual([]);
    expect(checked.status).toBe(0);
  });
}
