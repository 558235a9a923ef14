import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { folder, passAtOnce, passesItsTests, run } from "./scaffolded.js";

describe("an extension that was just made passes every case without a warning:", () => passAtOnce());

describe("a name that the language keeps for itself does as well as any:", () => {
  it.each([
    ["rust", "fn"],
    ["rust", "test"],
    ["rust", "serde_json"],
    ["rust", "123"],
    ["go", "std"],
    ["go", "main.go"],
    ["go", "vendor"],
    ["go", "1abc"],
    ["typescript", "Node_Modules"],
  ] as const)("%s: %s", { timeout: 180_000 }, (language, name) => {
    // Where somebody builds everything into one folder, the program still has to be where the manifest says.
    vi.stubEnv("CARGO_TARGET_DIR", join(folder, "elsewhere"));
    const { status, stderr } = run("new", name, "--lang", language, "--raw", "--out", `${language}-${name}`);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const manifest = JSON.parse(readFileSync(join(folder, `${language}-${name}`, "extension.json"), "utf8"));
    expect(manifest.name).toBe(name);
    const checked = run("check", `${language}-${name}`, "--only", "extension/lifecycle/hello-first");
    expect(checked.status, checked.stdout).toBe(0);
    passesItsTests(`${language}-${name}`, `${language} raw`);
  });
});

it("a crate may be called like the SDK, and be built into one folder with others", {
  timeout: 300_000,
}, () => {
  vi.stubEnv("CARGO_TARGET_DIR", join(folder, "elsewhere"));
  expect(run("new", "extproto", "--lang", "rust")).toMatchObject({ status: 0, stderr: "" });
  expect(existsSync(join(folder, "extproto/target/release/ext_extproto"))).toBe(true);
});

it("an extension in TypeScript that was just made builds and passes its own tests with npm", {
  timeout: 180_000,
}, () => {
  expect(run("new", "with-npm", "--lang", "typescript").status).toBe(0);
  for (const command of ["build", "test"]) {
    const { status, stdout, stderr } = spawnSync("npm", ["run", command], {
      cwd: join(folder, "with-npm"),
      encoding: "utf8",
      // The compiler has to come from the extension's own folder, not from the one that runs this test.
      env: { ...process.env, PATH: (process.env.PATH ?? "").replaceAll(/[^:]*node_modules\/\.bin:/g, "") },
    });
    expect(status, `${stdout}${stderr}`).toBe(0);
    if (command === "test") expect(stdout).toMatch(/^\D* pass [1-9]/m);
  }
});
