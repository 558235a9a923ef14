import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ToolRun } from "../../src/agent/contract.js";
import { bashTool } from "../../src/tools/bash.js";
import { localProcesses } from "../../src/tools/local-processes.js";

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "shell-"));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

const bash = bashTool(localProcesses());

function run(
  args: { command: string; timeout?: number },
  options: { signal?: AbortSignal; onProgress?: (text: string) => void } = {},
): Promise<ToolRun> {
  const { signal = new AbortController().signal, onProgress = () => undefined } = options;
  return bash.run(args, { cwd, signal, onProgress });
}

function textOf(result: ToolRun): string {
  return result.content.map((block) => (block.type === "text" ? block.text : "")).join("");
}

function pid(file: string): number {
  return Number(readFileSync(join(cwd, file), "utf8"));
}

function alive(process: number): boolean {
  try {
    globalThis.process.kill(process, 0);
    // A killed process whose parent has not looked yet is dead all the same.
    const stat = readFileSync(`/proc/${process}/stat`, "utf8");
    return !/^\d+ \(.*\) [ZX]/s.test(stat);
  } catch {
    return false;
  }
}

/** They have been killed; under load the kernel takes a moment to take them down. */
async function gone(...files: string[]): Promise<void> {
  await vi.waitFor(() => expect(files.filter((file) => alive(pid(file)))).toEqual([]), { timeout: 5000 });
}

/** A shell, a child and a grandchild; the grandchild ignores SIGTERM and has let go of the output. */
const family = `
sh -c 'trap "" TERM; echo $$ > grandchild; exec >/dev/null 2>&1; while :; do sleep 1; done' &
sh -c 'echo $$ > child; while :; do sleep 1; done' &
while [ ! -s grandchild ] || [ ! -s child ]; do sleep 0.01; done
echo started
wait`;

describe("bash", () => {
  it("runs a command in the working directory", async () => {
    expect(await run({ command: "pwd; echo $0 | grep -q sh && echo ok" })).toEqual({
      content: [{ type: "text", text: `${cwd}\nok` }],
      isError: false,
    });
  });

  it("merges stdout and stderr in the order in which they were written", async () => {
    const result = await run({ command: "for i in 1 2 3; do echo out $i; echo err $i >&2; done" });
    expect(textOf(result)).toBe("out 1\nerr 1\nout 2\nerr 2\nout 3\nerr 3");
  });

  it.each([
    ["false", "(no output)\n\n[exit code 1]"],
    ["echo oops >&2; exit 3", "oops\n\n[exit code 3]"],
    ["kill -KILL $$", "(no output)\n\n[killed by SIGKILL]"],
  ])("marks the failure of %s and says how it ended", async (command, text) => {
    expect(await run({ command })).toEqual({ content: [{ type: "text", text }], isError: true });
  });

  it("gives the command no input to wait for", async () => {
    expect(textOf(await run({ command: "cat; echo end" }))).toBe("end");
  });

  it("kills the whole process group at the timeout, a grandchild that ignores SIGTERM included", async () => {
    const result = await run({ command: family, timeout: 2 });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(/^started\n\n\[killed after 2 seconds/);
    await gone("child", "grandchild");
  });

  it("kills the whole process group at an abort", async () => {
    const controller = new AbortController();
    const result = await run(
      { command: family },
      { signal: controller.signal, onProgress: () => controller.abort() },
    );
    expect(result).toEqual({
      content: [{ type: "text", text: "started\n\n[aborted by the user]" }],
      isError: true,
    });
    await gone("child", "grandchild");
  });

  it("starts nothing after an abort", async () => {
    const result = await run({ command: "touch here" }, { signal: AbortSignal.abort() });
    expect(result.isError).toBe(true);
    expect(textOf(await run({ command: "ls" }))).toBe("(no output)");
  });

  it("does not wait for a process that was left in the background", async () => {
    const result = await run({ command: "sleep 600 & echo $! > sleeper; echo ready", timeout: 60 });
    expect(result).toEqual({ content: [{ type: "text", text: "ready" }], isError: false });
    const sleeper = pid("sleeper");
    expect(alive(sleeper)).toBe(true);
    process.kill(sleeper, "SIGKILL");
  });

  it("keeps the beginning and the end of a long output, in bounded size", async () => {
    const result = await run({ command: "seq 1 1000000" });
    const text = textOf(result);
    expect(Buffer.byteLength(text)).toBeLessThan(51 * 1024);
    const lines = text.split("\n");
    expect(lines.length).toBeLessThanOrEqual(2001);
    expect(lines[0]).toBe("1");
    expect(lines.at(-1)).toBe("1000000");
    const gap = lines.findIndex((line) => line.startsWith("[..."));
    const missing = Number(/\d+/.exec(lines[gap] ?? "")?.[0]);
    expect(Number(lines[gap - 1]) + missing + 1).toBe(Number(lines[gap + 1]));
  });

  it("tells its output while it runs", async () => {
    const progress: string[] = [];
    const command = "echo one; while [ ! -e heard ]; do sleep 0.01; done; echo two";
    const result = await run({ command }, { onProgress });
    function onProgress(text: string): void {
      progress.push(text);
      writeFileSync(join(cwd, "heard"), "");
    }
    expect(progress).toEqual(["one\n", "two\n"]);
    expect(textOf(result)).toBe("one\ntwo");
  });

  it("says why a command could not be started", async () => {
    rmSync(cwd, { recursive: true });
    await expect(run({ command: "true" })).rejects.toThrow(
      /could not be started in .*: no such file or directory/,
    );
  });

  it.each([
    [{}, 'bash: "command" is missing; give a string'],
    [{ command: " " }, 'bash: "command" is empty'],
    [{ command: "a\0b" }, 'bash: "command" contains a NUL character'],
    [{ command: "true", timeout: 0 }, 'bash: "timeout" is 0; give a whole number of at least 1'],
    [{ command: "true", timeout: 1e9 }, 'bash: "timeout" is 1000000000; the most is 86400 seconds'],
  ])("refuses %j with a sentence for the model", async (args, message) => {
    await expect(run(args as { command: string })).rejects.toThrow(message);
  });

  it("leaves no listener behind", async () => {
    const before = process.listenerCount("exit");
    await run({ command: "true" });
    await run({ command: "sleep 5", timeout: 1 });
    expect(process.listenerCount("exit")).toBe(before);
  });
});

describe("the operations behind bash", () => {
  it("can be replaced, so that commands run elsewhere", async () => {
    const seen: unknown[] = [];
    const remote = bashTool({
      async runShell(command, { cwd, timeoutMs, onOutput }) {
        seen.push({ command, cwd, timeoutMs });
        onOutput(Buffer.from("from afar\n"));
        return { kind: "exited", code: 0 };
      },
    });
    const { signal } = new AbortController();
    const result = await remote.run(
      { command: "ls", timeout: 7 },
      { cwd: "/far", signal, onProgress: () => undefined },
    );
    expect(result).toEqual({ content: [{ type: "text", text: "from afar" }], isError: false });
    expect(seen).toEqual([{ command: "ls", cwd: "/far", timeoutMs: 7000 }]);
  });

  it("pass on the environment that they are given, and no other", async () => {
    process.env.HOST_SECRET = "sk-1";
    const tool = bashTool(localProcesses({ env: { PATH: process.env.PATH, GREETING: "hello" } }));
    const context = { cwd, signal: new AbortController().signal, onProgress: () => undefined };
    const result = await tool.run({ command: 'echo "$GREETING:$HOST_SECRET"' }, context);
    delete process.env.HOST_SECRET;
    expect(textOf(result)).toBe("hello:");
  });
});
