import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const kit = fileURLToPath(new URL("programs/interruptible-kit.mjs", import.meta.url));
let out = "";
beforeAll(() => {
  out = mkdtempSync(join(tmpdir(), "interrupt-"));
});
afterAll(() => rmSync(out, { recursive: true }));

function lines(child: ChildProcess): AsyncIterator<string> {
  async function* read() {
    let rest = "";
    for await (const chunk of child.stdout ?? []) {
      rest += String(chunk);
      for (let at = rest.indexOf("\n"); at >= 0; at = rest.indexOf("\n")) {
        yield rest.slice(0, at);
        rest = rest.slice(at + 1);
      }
    }
  }
  return read();
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe("a signal to the kit", () => {
  it.each([
    ["SIGINT", 130, []],
    ["SIGTERM", 143, []],
    ["SIGTERM", 143, ["stubborn"]],
  ] as const)(
    "%s ends everything that was started and removes the folder (exit %i, actors %j)",
    async (signal, code, args) => {
      const child = spawn(process.execPath, [kit, out, ...args], { stdio: ["ignore", "pipe", "inherit"] });
      const exited = new Promise<number | null>((resolve) => child.on("exit", resolve));
      const output = lines(child);
      const { pid, root } = JSON.parse((await output.next()).value as string) as {
        pid: number;
        root: string;
      };
      expect([isAlive(pid), existsSync(root)]).toEqual([true, true]);
      child.kill(signal);
      expect((await output.next()).value).toBe('["could-not-run"]');
      expect(await exited).toBe(code);
      await expect.poll(() => isAlive(pid)).toBe(false);
      expect(existsSync(root)).toBe(false);
    },
  );

  it("that comes twice ends it at once, and still nothing is left", async () => {
    const child = spawn(process.execPath, [kit, out, "stubborn"], { stdio: ["ignore", "pipe", "inherit"] });
    const exited = new Promise<number | null>((resolve) => child.on("exit", resolve));
    const { pid, root } = JSON.parse((await lines(child).next()).value as string) as {
      pid: number;
      root: string;
    };
    child.kill("SIGINT");
    await expect.poll(() => isAlive(pid)).toBe(false);
    child.kill("SIGINT");
    expect(await exited).toBe(130);
    expect(existsSync(root)).toBe(false);
  });
});
