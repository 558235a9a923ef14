import { spawn, spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { bin } from "../validate/extproto.js";
import { steady } from "./extproto.js";

/** `script` of util-linux gives a command a terminal. */
const hasScript = process.platform === "linux" && spawnSync("script", ["--version"]).status === 0;

const command = `'${process.execPath}' '${bin}' check '${steady}' --only extension/tools/valid-call`;

function onTerminal(answer: string): { code: number | null; output: string } {
  const { NO_COLOR: _, FORCE_COLOR: __, CI: ___, ...inherited } = process.env;
  const { status, stdout } = spawnSync("script", ["-qec", command, "/dev/null"], {
    env: { ...inherited, TERM: "xterm" },
    input: `${answer}\n`,
    encoding: "utf8",
  });
  return { code: status, output: stdout.replaceAll("\r\n", "\n") };
}

/** Types a key when the question is there, and not before. */
async function atTheQuestion(key: string): Promise<{ code: number | null; output: string }> {
  const { CI: _, ...inherited } = process.env;
  const child = spawn("script", ["-qec", command, "/dev/null"], { env: { ...inherited, TERM: "xterm" } });
  let output = "";
  let typed = false;
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    if (typed || !output.includes("[y/N]")) return;
    typed = true;
    child.stdin.write(key);
  });
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, output };
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

  it("is ended by Ctrl-C at the question, as anywhere else", async () => {
    const { code, output } = await atTheQuestion("\u0003");
    expect({ code, output }).toEqual({ code: 130, output: expect.stringContaining("interrupted by SIGINT") });
    expect(output).not.toContain("could-not-run");
  });

  it("takes the end of input at the question for a no", async () => {
    const { code, output } = await atTheQuestion("\u0004");
    expect({ code, output }).toEqual({ code: 3, output: expect.stringContaining("could-not-run") });
  });

  it("takes anything but a yes for a no", () => {
    const { code, output } = onTerminal("what?");
    expect(output).toContain("could-not-run");
    expect(code).toBe(3);
  });
});
