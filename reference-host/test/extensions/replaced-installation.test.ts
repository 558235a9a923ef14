/** `ext install --force` that fails or dies between its two moves, in the real program. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { temporaryDirectory } from "./running-manager.js";

const program = fileURLToPath(new URL("../../bin/extproto-host.mjs", import.meta.url));
const faulty = new URL("../fixtures/second-rename-fails.mjs", import.meta.url).href;

function newUser() {
  const home = temporaryDirectory();
  const cwd = temporaryDirectory();
  const installed = join(home, "extensions", "weather");
  for (const [dir, version] of [
    [installed, "1"],
    [join(cwd, "weather"), "2"],
  ] as const) {
    mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, "extension.json"), JSON.stringify({ name: "weather", version, exec: "node" }));
  }
  function ext(args: readonly string[], fault?: "throw" | "kill") {
    const argv = [...(fault === undefined ? [] : ["--import", faulty]), program, "ext", ...args];
    const env = { ...process.env, ZOT_HOME: home, RENAME_FAULT: fault ?? "" };
    return spawnSync(process.execPath, argv, { cwd, env, encoding: "utf8" });
  }
  /** The same extension in a folder of another name. */
  function renamed() {
    renameSync(join(cwd, "weather"), join(cwd, "forecast"));
    return join(home, "extensions");
  }
  const version = () => JSON.parse(readFileSync(join(installed, "extension.json"), "utf8")).version;
  return { home, ext, version, renamed };
}

test("a second move that fails puts the old extension back", () => {
  const { ext, version, home } = newUser();
  const { status, stderr } = ext(["install", "--force", "weather"], "throw");
  expect({ status, stderr }).toEqual({ status: 1, stderr: "ext: the second rename fails\n" });
  expect(version()).toBe("1");
  expect(readdirSync(home)).toEqual(["extensions"]);
});

test("the command after a kill between the moves puts the old extension back", () => {
  const { ext, version, home } = newUser();
  expect(ext(["install", "--force", "weather"], "kill").signal).toBe("SIGKILL");
  expect(readdirSync(join(home, "extensions"))).toEqual([]);
  const { status, stdout, stderr } = ext(["list"]);
  expect({ status, stderr }).toEqual({
    status: 0,
    stderr: "ext: put weather back, whose replacement had been interrupted\n",
  });
  expect(stdout).toContain("weather");
  expect(version()).toBe("1");
  expect(readdirSync(home)).toEqual(["extensions"]);
});

test("what a killed installation left is deleted, what a running one works in is not", () => {
  const { ext, version, home } = newUser();
  expect(ext(["install", "--force", "weather"], "kill").signal).toBe("SIGKILL");
  mkdirSync(join(home, `.install-${process.pid}-abc`));
  expect(ext(["install", "weather"]).status).toBe(1);
  expect(ext(["install", "--force", "weather"]).status).toBe(0);
  expect(version()).toBe("2");
  expect(readdirSync(home).sort()).toEqual([`.install-${process.pid}-abc`, "extensions"]);
});

test("a failure to replace the extension in another folder puts it back", () => {
  const { ext, version, home, renamed } = newUser();
  const extensions = renamed();
  expect(ext(["install", "--force", "forecast"], "throw").status).toBe(1);
  expect(readdirSync(extensions)).toEqual(["weather"]);
  expect(version()).toBe("1");
  expect(readdirSync(home)).toEqual(["extensions"]);
});

test("the command after a kill puts the extension of another folder back, unless the new one is in place", () => {
  const { ext, version, home, renamed } = newUser();
  const extensions = renamed();
  expect(ext(["install", "--force", "forecast"], "kill").signal).toBe("SIGKILL");
  expect(readdirSync(extensions)).toEqual([]);
  expect(ext(["list"]).stderr).toContain("put weather back");
  expect(version()).toBe("1");
  // What a kill after the last move leaves: the new files are gone from where they were made.
  const { pid } = spawnSync(process.execPath, ["-e", "0"]);
  const left = join(home, `.install-${pid}-abc`, "old");
  mkdirSync(left, { recursive: true });
  renameSync(join(extensions, "weather"), join(left, "weather"));
  expect(ext(["list"])).toMatchObject({ status: 0, stderr: "" });
  expect(readdirSync(extensions)).toEqual([]);
  expect(readdirSync(home)).toEqual(["extensions"]);
});
