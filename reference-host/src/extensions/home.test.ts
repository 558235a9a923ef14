import { expect, test } from "vitest";
import { zotHome } from "./home.js";

test.each([
  [{ ZOT_HOME: "/z" }, "linux", "/z"],
  [{ ZOT_HOME: "", XDG_STATE_HOME: "/state" }, "linux", "/state/zot"],
  [{ XDG_STATE_HOME: "" }, "linux", "/home/ada/.local/state/zot"],
  [{}, "linux", "/home/ada/.local/state/zot"],
  [{ XDG_STATE_HOME: "/state" }, "darwin", "/home/ada/Library/Application Support/zot"],
  [{ ZOT_HOME: "/z" }, "darwin", "/z"],
] as const)("with %j on %s the home is %s", (env, platform, home) => {
  expect(zotHome({ env, platform, homeDirectory: "/home/ada" })).toBe(home);
});

test("a relative ZOT_HOME becomes absolute", () => {
  expect(zotHome({ env: { ZOT_HOME: "z" } })).toBe(`${process.cwd()}/z`);
});
