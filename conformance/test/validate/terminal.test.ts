import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { bin } from "./extproto.js";

/** `script` of util-linux gives a command a terminal. */
const hasScript = process.platform === "linux" && spawnSync("script", ["--version"]).status === 0;

function onTerminal(env: Readonly<Record<string, string>>): string {
  const { NO_COLOR: _, FORCE_COLOR: __, ...inherited } = process.env;
  const command = `printf 'nonsense\\n' | '${process.execPath}' '${bin}' validate -`;
  const { stdout } = spawnSync("script", ["-qec", command, "/dev/null"], {
    env: { ...inherited, TERM: "xterm", ...env },
    encoding: "utf8",
  });
  return stdout.replaceAll("\r\n", "\n");
}

describe.skipIf(!hasScript)("on a terminal", () => {
  test("there are colours and the time taken", () => {
    const output = onTerminal({});
    expect(output).toContain("\u001b[31m1 invalid\u001b[39m");
    expect(output).toMatch(/ in \d+ ms/);
  });

  test("NO_COLOR takes the colours away, not the time", () => {
    const output = onTerminal({ NO_COLOR: "1" });
    expect(output).not.toContain("\u001b");
    expect(output).toMatch(/1 frame: 0 valid, 0 unknown, 1 invalid in \d+ ms\n/);
  });
});
