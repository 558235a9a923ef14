/** `extproto new`, as somebody types it, in every language that this machine has. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";

const extproto = fileURLToPath(new URL("../../conformance/bin/extproto.mjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "xp-new-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(...args: readonly string[]) {
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

describe("an extension that was just made passes the kit without a warning:", () => {
  it.each(made)("$language, raw: $raw", { timeout: slow }, ({ language, raw, there }) => {
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
    const checked = run("check", name, "--jobs", "2", "--json");
    const report = JSON.parse(checked.stdout) as { runs: { id: string; verdict: string }[] };
    const odd = report.runs.filter(({ verdict }) => !["pass", "not-applicable"].includes(verdict));
    expect(odd).toEqual([]);
    expect(checked.status).toBe(0);
  });
});

describe("extproto new refuses", () => {
  it("a name that no manifest may have", () => {
    const { status, stderr } = run("new", "../x", "--lang", "python");
    expect(stderr).toContain("cannot be the name of an extension");
    expect(status).toBe(2);
  });

  it("a folder with something in it, and leaves that alone", () => {
    const path = join(folder, "taken");
    spawnSync("mkdir", [path]);
    writeFileSync(join(path, "mine.txt"), "mine");
    const { status, stderr } = run("new", "taken", "--lang", "python", "--raw");
    expect(stderr).toContain("is there already");
    expect(status).toBe(2);
    expect(readFileSync(join(path, "mine.txt"), "utf8")).toBe("mine");
  });

  it("a language that it does not know, with the ones that it does", () => {
    const { status, stderr } = run("new", "x", "--lang", "cobol");
    expect(stderr).toContain("typescript, python, go, rust");
    expect(status).toBe(2);
  });
});
