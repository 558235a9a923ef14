/** Runs what the README shows. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const readme = readFileSync(join(root, "README.md"), "utf8");
const folder = mkdtempSync(join(tmpdir(), "extproto-readme-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("the taste prints what the README says it prints", () => {
  const [, commands, shown] = /## A taste\n\n```sh\n([\s\S]*?)```\n\n```text\n([\s\S]*?)```/.exec(
    readme,
  ) as unknown as [string, string, string];
  const [print, validate] = commands.replaceAll("\\\n", "").trim().split("\n") as [string, string];
  execFileSync("sh", ["-c", print.replace(/^\$ /, "")], { cwd: folder });
  const args = validate.replace(/^\$ npx extproto /, "").split(" ");
  const { stdout, status } = spawnSync(
    process.execPath,
    [join(root, "conformance/bin/extproto.mjs"), ...args],
    {
      cwd: folder,
      encoding: "utf8",
    },
  );
  expect(status).toBe(1);
  const printed = stdout.split("\n").filter((line) => !line.startsWith("    "));
  expect(`${printed.join("\n").trimEnd()}\n`).toBe(shown);
});

it("npm start shows a valid and an invalid trace, and ends well", () => {
  const { stdout, status } = spawnSync(process.execPath, [join(root, "scripts/start.mjs")], {
    encoding: "utf8",
  });
  expect(status).toBe(0);
  expect(stdout).toContain("17 frames: 17 valid, 0 unknown, 0 invalid");
  expect(stdout).toContain("5 frames: 0 valid, 0 unknown, 5 invalid");
  expect(stdout).toMatch(/Done in \d+\.\d s\./);
});

it("the scripts that README and CONTRIBUTING name exist", () => {
  const contributing = readFileSync(join(root, "CONTRIBUTING.md"), "utf8");
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: object };
  const named = [...`${readme}${contributing}`.matchAll(/`npm run ([a-z:]+)/g)].map(
    (match) => match[1] as string,
  );
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});
