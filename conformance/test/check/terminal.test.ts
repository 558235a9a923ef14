import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { bin } from "../validate/extproto.js";
import { steady } from "./extproto.js";

/** `script` of util-linux gives a command a terminal. */
const hasScript = process.platform === "linux" && spawnSync("script", ["--version"]).status === 0;

function onTerminal(answer: string): { code: number | null; output: string } {
  const { NO_COLOR: _, FORCE_COLOR: __, CI: ___, ...inherited } = process.env;
  const command = `'${process.execPath}' '${bin}' check '${steady}' --only extension/tools/valid-call`;
  const { status, stdout } = spawnSync("script", ["-qec", command, "/dev/null"], {
    env: { ...inherited, TERM: "xterm" },
    input: `${answer}\n`,
    encoding: "utf8",
  });
  return { code: status, output: stdout.replaceAll("\r\n", "\n") };
}

describe.skipIf(!hasScript)("a check at a terminal", () => {
  it("asks before it runs tools, shows what is running, and ends with the summary in colour", () => {
    const { code, output } = onTerminal("y");
    expect(output).toContain(
      "steady has the tools echo. They may act on the world.\nRun them with made-up arguments? [y/N]",
    );
    expect(output).toContain("[0/1] extension/tools/valid-call [tool=echo]");
    expect(output).toContain("\u001b[32mPASS\u001b[39m");
    expect(code).toBe(0);
  });

  it("takes anything but a yes for a no", () => {
    const { code, output } = onTerminal("what?");
    expect(output).toContain("could-not-run");
    expect(code).toBe(3);
  });
});
