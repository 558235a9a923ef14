import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { packagesOf } from "./copy-host.js";

const root = mkdtempSync(join(tmpdir(), "xp-copy-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Writes packages, each with the given dependencies, below a folder of its own. */
function layOut(name: string, packages: Readonly<Record<string, readonly string[]>>): string {
  for (const [path, needs] of Object.entries(packages)) {
    const file = join(root, name, path, "package.json");
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(
      file,
      JSON.stringify({ dependencies: Object.fromEntries(needs.map((each) => [each, "1"])) }),
    );
  }
  return join(root, name);
}

describe("the packages of a host", () => {
  it("are found in a checkout", () => {
    const at = layOut("checkout", { host: ["yaml"], "node_modules/yaml": [] });
    expect([...packagesOf(join(at, "host"))]).toEqual([["yaml", join(at, "node_modules/yaml")]]);
  });

  it("are found where the host was installed, also beside another version of one", () => {
    const host = "node_modules/@extproto/reference-host";
    const at = layOut("installed", {
      [host]: ["yaml", "@extproto/schemas", "execa"],
      [`${host}/node_modules/execa`]: [],
      ...{ "node_modules/yaml": [], "node_modules/@extproto/schemas": [], "node_modules/execa": [] },
    });
    expect([...packagesOf(join(at, host))]).toEqual([
      ["yaml", join(at, "node_modules/yaml")],
      ["@extproto/schemas", join(at, "node_modules/@extproto/schemas")],
      ["execa", join(at, host, "node_modules/execa")],
    ]);
  });

  it("are named where one is missing", () => {
    const at = layOut("broken", { host: ["no-such-package-at-all"] });
    expect(() => packagesOf(join(at, "host"))).toThrow(/needs the package no-such-package-at-all/);
  });
});
