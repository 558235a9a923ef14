import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { toolchainVariables } from "./toolchains.js";

let home = "";
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "xp-toolchains-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const folder = (...parts: readonly string[]) => {
  const path = join(home, ...parts);
  mkdirSync(path, { recursive: true });
  return path;
};
const linux = (outer: Readonly<Record<string, string>> = {}) =>
  toolchainVariables({ outer, home, platform: "linux" });

describe("toolchains are led to what the user has", () => {
  it("by their defaults, where those are there", () => {
    expect(linux()).toEqual({});
    const [cache, path, npm] = [folder(".cache", "go-build"), folder("go"), folder(".npm")];
    expect(linux()).toEqual({ GOCACHE: cache, GOPATH: path, npm_config_cache: npm });
  });

  it("by what the user has set, whatever the default", () => {
    folder("go");
    expect(linux({ GOPATH: "/elsewhere/go", UV_CACHE_DIR: "/elsewhere/uv" })).toEqual({
      GOPATH: "/elsewhere/go",
      UV_CACHE_DIR: "/elsewhere/uv",
    });
  });

  it("below the folders that the user has chosen for caches and data", () => {
    const [deno, mise] = [folder("c", "deno"), folder("d", "mise")];
    const chosen = { XDG_CACHE_HOME: join(home, "c"), XDG_DATA_HOME: join(home, "d") };
    expect(linux(chosen)).toEqual({ DENO_DIR: deno, MISE_DATA_DIR: mise });
  });

  it("by the custom of a Mac, or else that of Linux", () => {
    const [go, uv] = [folder("Library", "Caches", "go-build"), folder(".cache", "uv")];
    folder(".local");
    expect(toolchainVariables({ outer: {}, home, platform: "darwin" })).toEqual({
      GOCACHE: go,
      UV_CACHE_DIR: uv,
    });
  });
});

describe("what could act in the user's name is not passed on", () => {
  it("such as keys and settings", () => {
    expect(
      linux({ ANTHROPIC_API_KEY: "k", NPM_TOKEN: "t", npm_config_userconfig: "/home/u/.npmrc" }),
    ).toEqual({});
  });

  it("nor a folder with tokens in it", () => {
    const cargo = folder(".cargo");
    expect(linux()).toEqual({ CARGO_HOME: cargo });
    writeFileSync(join(cargo, "credentials.toml"), "");
    expect(linux()).toEqual({});
    expect(linux({ CARGO_HOME: cargo })).toEqual({});
  });
});
