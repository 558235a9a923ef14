import { afterEach, expect, it, vi } from "vitest";
import { extensionEnvironment } from "./environment.js";

afterEach(() => void vi.unstubAllEnvs());

const made = (options: Partial<Parameters<typeof extensionEnvironment>[0]> = {}) =>
  extensionEnvironment({
    base: { HOME: "/run/home" },
    zotHome: "/run/zot",
    asked: [],
    inherit: [],
    set: {},
    ...options,
  });

it("an extension gets the home of the run, and the toolchains' own folders", () => {
  vi.stubEnv("UV_CACHE_DIR", "/home/u/uv");
  vi.stubEnv("JAVA_HOME", "/opt/java");
  expect(made()).toMatchObject({
    HOME: "/run/home",
    ZOT_HOME: "/run/zot",
    UV_CACHE_DIR: "/home/u/uv",
    JAVA_HOME: "/opt/java",
  });
});

it("what the check file sets wins, and only what is asked for comes beside it", () => {
  vi.stubEnv("UV_CACHE_DIR", "/home/u/uv");
  vi.stubEnv("SOME_KEY", "secret");
  expect(made({ set: { UV_CACHE_DIR: "./uv" } })).toMatchObject({ UV_CACHE_DIR: "./uv" });
  expect(made()).not.toHaveProperty("SOME_KEY");
  expect(made({ asked: ["SOME_KEY"] })).toMatchObject({ SOME_KEY: "secret" });
});
