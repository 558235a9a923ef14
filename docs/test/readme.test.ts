/** Runs what the README shows. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, it } from "vitest";
import { expectedOutput } from "./guide-steps.js";

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

it("a whole program is checked as the README says", () => {
  const [, command = "", shown = ""] =
    /\$ npx extproto (check .*)\n```\n\n```text\n([\s\S]*?)```/.exec(readme) ?? [];
  const { stdout, status } = spawnSync(
    process.execPath,
    [join(root, "conformance/bin/extproto.mjs"), ...command.split(" ")],
    { cwd: root, encoding: "utf8", env: { ...process.env, CI: "1" } },
  );
  expect(status).toBe(0);
  expect(stdout).toMatch(expectedOutput(shown));
});

it("npm start checks an extension and the host, gives both verdicts and leaves both pages", () => {
  const { stdout, status } = spawnSync(process.execPath, [join(root, "scripts/start.mjs")], {
    encoding: "utf8",
    env: { ...process.env, CI: "1" },
  });
  expect(stdout).toMatch(/^PASS {2}extension clock-node 1\.0\.0: /m);
  expect(stdout).toMatch(/^PASS {2}host reference-host: \d+ pass/m);
  expect(stdout).toMatch(/a part of the whole: \d+ of \d+ cases, shard 1 of 20/);
  expect(status).toBe(0);
  const pages = [...stdout.matchAll(/^ {2}(\S+\/report\.html)$/gm)].map(([, path]) => path ?? "");
  expect(pages).toHaveLength(2);
  for (const page of pages) expect(readFileSync(page, "utf8")).toMatch(/^<!doctype html>/);
}, 120_000);

it("the scripts that README and CONTRIBUTING name exist", () => {
  const contributing = readFileSync(join(root, "CONTRIBUTING.md"), "utf8");
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: object };
  const named = [...`${readme}${contributing}`.matchAll(/`npm run ([a-z:]+)/g)].map(
    (match) => match[1] as string,
  );
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});
