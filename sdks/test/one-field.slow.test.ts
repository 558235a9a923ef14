/**
 * A field is added to the definitions, in a copy of the checkout: `npm run generate` changes the files that carry it
 * and no others, and `npm run generate -- --check` fails until then.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sdkFolders } from "../generator/src/sdks.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const copy = join(mkdtempSync(join(tmpdir(), "xp-one-field-")), "checkout");
afterAll(() => rmSync(join(copy, ".."), { recursive: true, force: true }));

/** What a checkout does not have, or what is made from it. */
const made = new Set([
  ".git",
  "node_modules",
  "dist",
  "lib",
  "target",
  "extproto-results",
  "api",
  "__pycache__",
]);
const definition = "schemas/src/definitions/extproto/tools.ts";

/** The copy has the installed packages by link, and itself as the packages of the workspace. */
function copyCheckout(): void {
  cpSync(root, copy, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !made.has(basename(path)),
  });
  const modules = join(copy, "node_modules");
  mkdirSync(join(modules, ".setup"), { recursive: true });
  cpSync(join(root, "node_modules/.setup/install"), join(modules, ".setup/install"));
  for (const name of readdirSync(join(root, "node_modules")))
    if (!name.startsWith(".") && name !== "@extproto")
      symlinkSync(join(root, "node_modules", name), join(modules, name));
  cpSync(join(root, "node_modules/@extproto"), join(modules, "@extproto"), {
    recursive: true,
    verbatimSymlinks: true,
  });
}

/** The hash of every file that is not made by a build. */
function files(): Map<string, string> {
  const found = new Map<string, string>();
  const visit = (folder: string) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (made.has(entry.name) || entry.name.endsWith(".tsbuildinfo")) continue;
      if (entry.isDirectory()) visit(path);
      else if (entry.isFile())
        found.set(relative(copy, path), createHash("sha256").update(readFileSync(path)).digest("hex"));
    }
  };
  visit(copy);
  return found;
}

function generate(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/generate.mjs", ...args], {
    cwd: copy,
    encoding: "utf8",
  });
  return { status, output: `${stdout}${stderr}` };
}

const slow = 600_000;

describe("one more field in the definitions", () => {
  let before: Map<string, string>;
  beforeAll(() => {
    copyCheckout();
    expect(generate("--check")).toMatchObject({ status: 0 });
    before = files();
    const path = join(copy, definition);
    const text = readFileSync(path, "utf8");
    const [start, end] = text.split('capability: "tool_cancel",\n  since: "1.0",\n  fields: {');
    expect(end).toBeDefined();
    const field = 'quibble: opt(text("Why it is cancelled."))';
    writeFileSync(path, `${start}capability: "tool_cancel",\n  since: "1.0",\n  fields: { ${field},${end}`);
  }, slow);

  it("fails --check, which changes nothing", { timeout: slow }, () => {
    const { status, output } = generate("--check");
    expect({ status, output }).toEqual({ status: 1, output: expect.stringContaining("npm run generate") });
    expect([...files()].filter(([path, hash]) => before.get(path) !== hash).map(([path]) => path)).toEqual([
      definition,
    ]);
  });

  it("changes exactly the generated files that carry it, in every language, once generated", {
    timeout: slow,
  }, () => {
    expect(generate()).toMatchObject({ status: 0 });
    const after = files();
    expect([...after.keys()].sort()).toEqual([...before.keys()].sort());
    const changed = [...after].filter(([path, hash]) => before.get(path) !== hash).map(([path]) => path);
    const carrying = [...after.keys()].filter((path) =>
      /quibble/i.test(readFileSync(join(copy, path), "utf8")),
    );
    // This file names the field too.
    expect(changed.sort()).toEqual(carrying.filter((path) => !path.startsWith("sdks/test/")).sort());
    for (const folder of Object.values(sdkFolders))
      expect(changed.filter((path) => path.startsWith(`sdks/${folder}/`))).not.toEqual([]);
    const written = [
      ...Object.values(sdkFolders).map((folder) => `sdks/${folder}`),
      "schemas/json",
      "schemas/generated",
    ];
    const elsewhere = changed.filter((path) => !written.some((folder) => path.startsWith(`${folder}/`)));
    expect(elsewhere.sort()).toEqual(["docs/reference/frames.md", definition].sort());
    expect(generate("--check")).toMatchObject({ status: 0 });
  });
});
