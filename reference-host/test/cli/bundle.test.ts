import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";

const bin = fileURLToPath(new URL("../../bin/extproto-host.mjs", import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "xp-bundle-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** The bin, beside programs that say where they are; the number of a file is when it was written. */
function said(name: string, written: Readonly<Record<string, number>>): string {
  const folder = join(scratch, name, "reference-host");
  cpSync(bin, join(folder, "bin", "extproto-host.mjs"));
  for (const [path, time] of Object.entries(written)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `export const main = async () => { console.log("${path}"); return 0; };\n`);
    utimesSync(file, time, time);
  }
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  return execFileSync(process.execPath, [join(folder, "bin", "extproto-host.mjs"), "--help"], {
    encoding: "utf8",
  }).trim();
}

describe("the program runs", () => {
  const [bundle, compiled, stamp] = ["lib/main.js", "dist/cli/main.js", "dist/.tsbuildinfo"];
  const schemas = "../schemas/dist/.tsbuildinfo";
  it.each([
    ["the bundle of a built checkout", { [compiled]: 1, [stamp]: 1, [bundle]: 2 }, bundle],
    ["what was compiled since the bundle was made", { [bundle]: 1, [compiled]: 2, [stamp]: 2 }, compiled],
    ["what it was not made from", { [bundle]: 2, [compiled]: 1, [stamp]: 1, [schemas]: 3 }, compiled],
    ["what is there before there is a bundle", { [compiled]: 1, [stamp]: 1 }, compiled],
    ["the bundle of a package", { [compiled]: 2, [bundle]: 1 }, bundle],
  ])("%s", (name, written, expected) => {
    expect(said(name.replaceAll(" ", "-"), written)).toBe(expected);
  });
});

it("the bundle disables and enables an extension", () => {
  // Nothing but the bundle is there to be run.
  const host = join(scratch, "bundle-alone");
  cpSync(bin, join(host, "bin", "extproto-host.mjs"));
  symlinkSync(fileURLToPath(new URL("../../lib", import.meta.url)), join(host, "lib"));
  const home = join(scratch, "home");
  const manifest = join(home, "extensions", "weather", "extension.json");
  mkdirSync(dirname(manifest), { recursive: true });
  writeFileSync(manifest, '{ "name": "weather", "exec": "node" }');
  const enabledAfter = (command: string) => {
    execFileSync(process.execPath, [join(host, "bin", "extproto-host.mjs"), "ext", command, "weather"], {
      env: { ...process.env, ZOT_HOME: home },
    });
    return JSON.parse(readFileSync(manifest, "utf8"));
  };
  expect(enabledAfter("disable")).toEqual({ name: "weather", exec: "node", enabled: false });
  expect(enabledAfter("enable")).toEqual({ name: "weather", exec: "node", enabled: true });
});
