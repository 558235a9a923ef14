import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { copyFolder, exists } from "./copy-folder.js";

let root = "";
let from = "";
let to = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "xp-copy-"));
  from = join(root, "from");
  to = join(root, "to");
  mkdirSync(join(from, "inner"), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe("the copy of a folder", () => {
  it("has its files with their modes, and no history", async () => {
    writeFileSync(join(from, "inner", "run.sh"), "#!/bin/sh\n");
    chmodSync(join(from, "inner", "run.sh"), 0o755);
    mkdirSync(join(from, ".git"));
    await copyFolder({ from, to });
    expect(readFileSync(join(to, "inner", "run.sh"), "utf8")).toBe("#!/bin/sh\n");
    expect(statSync(join(to, "inner", "run.sh")).mode & 0o777).toBe(0o755);
    expect(await exists(join(to, ".git"))).toBe(false);
  });

  it("keeps links within it, and lets links out of it point where they did", async () => {
    writeFileSync(join(from, "a.txt"), "a");
    writeFileSync(join(root, "outside.txt"), "outside");
    symlinkSync("../a.txt", join(from, "inner", "near"));
    symlinkSync("../outside.txt", join(from, "far"));
    await copyFolder({ from, to });
    writeFileSync(join(to, "a.txt"), "changed");
    expect(readFileSync(join(to, "inner", "near"), "utf8")).toBe("changed");
    expect(readFileSync(join(from, "a.txt"), "utf8")).toBe("a");
    expect(readFileSync(join(to, "far"), "utf8")).toBe("outside");
  });

  it("can share the dependencies at its top", async () => {
    mkdirSync(join(from, "node_modules", "left-pad"), { recursive: true });
    mkdirSync(join(from, "inner", "node_modules"));
    await copyFolder({ from, to, linkDependencies: true });
    expect(lstatSync(join(to, "node_modules")).isSymbolicLink()).toBe(true);
    expect(readlinkSync(join(to, "node_modules"))).toBe(join(from, "node_modules"));
    expect(lstatSync(join(to, "inner", "node_modules")).isDirectory()).toBe(true);
  });
});
