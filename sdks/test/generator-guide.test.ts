/** Runs what the guide "Add a language" shows. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { protocolModel } from "@extproto/schemas/model";
import { afterAll, expect, it } from "vitest";
import { noticeFor, type Printer } from "../generator/src/printer.js";
import { resolveModel } from "../generator/src/resolve.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const guide = readFileSync(join(root, "docs/guides/add-a-language.md"), "utf8");
const snippet = (language: string) =>
  new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(guide)?.[1] ?? "";

// Inside the repository, so that the packages that the snippet imports are found.
mkdirSync(join(root, "node_modules/.cache"), { recursive: true });
const folder = mkdtempSync(join(root, "node_modules/.cache/guide-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("the guide's command writes the model", () => {
  const [command = ""] = snippet("sh").trim().split("\n");
  const args = command.replace(/^npx extproto /, "").split(" ");
  const bin = join(root, "conformance/bin/extproto.mjs");
  const { status } = spawnSync(process.execPath, [bin, ...args], { cwd: folder });
  expect(status).toBe(0);
  expect(JSON.parse(readFileSync(join(folder, "build/protocol-model.json"), "utf8"))).toMatchObject({
    format: 1,
  });
});

it("the guide's first printer compiles and prints what the guide says", { timeout: 120_000 }, async () => {
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(join(folder, "printer.ts"), snippet("ts"));
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const options = [
    "--ignoreConfig",
    "--strict",
    "--module",
    "nodenext",
    "--target",
    "es2023",
    "--skipLibCheck",
    "--types",
    "node",
  ];
  const { stdout, status } = spawnSync(process.execPath, [tsc, ...options, "printer.ts"], {
    cwd: folder,
    encoding: "utf8",
  });
  expect({ stdout, status }).toEqual({ stdout: "", status: 0 });
  const path = pathToFileURL(join(folder, "printer.js")).href;
  const { printer } = (await import(path)) as { printer: Printer };
  const model = resolveModel(protocolModel());
  const [file] = printer.files(model, { notice: noticeFor(model) });
  expect(file?.text.startsWith(snippet("kotlin"))).toBe(true);
});

it("the files that the guide points to exist", () => {
  const links = [...guide.matchAll(/\]\((\.\.[^)#]+)\)/g)].map((match) => match[1] ?? "");
  expect(links.length).toBeGreaterThan(6);
  expect(links.filter((link) => !existsSync(join(root, "docs/guides", link)))).toEqual([]);
});
