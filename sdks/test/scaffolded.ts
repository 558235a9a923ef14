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
    const checked = run("check", name, "--jobs", "2", "--json", ...only.flatMap((glob) => ["--only", glob]));
    const report = JSON.parse(checked.stdout) as { runs: { id: string; verdict: string }[] };
    const odd = report.runs.filter(({ verdict }) => !["pass", "not-applicable"].includes(verdict));
    expect(odd).toEqual([]);
    expect(checked.status).toBe(0);
  });
}
