import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Report, Running } from "./extproto.js";

const ready = '{"type":"ready"}\n';

describe("frames are reported as they arrive", () => {
  test("with --json, each frame before the next one is written", async () => {
    const running = new Running(["validate", "-", "--json"]);
    for (const [line, text, verdict] of [
      [1, ready, "valid"],
      [2, "nonsense\n", "invalid"],
      [3, '{"type":"later"}\n', "unknown"],
    ] as const) {
      await running.send(text);
      expect(JSON.parse(await running.nextLine())).toMatchObject({ line, verdict });
    }
    expect((await running.end()).code).toBe(1);
  });

  test("for people, a bad frame before the end of the input", async () => {
    const running = new Running(["validate", "-"]);
    await running.send(`${ready}nonsense\n`);
    expect(await running.nextLine()).toMatch(/^stdin:2:1 {2}the line is not JSON/);
    expect((await running.end()).code).toBe(1);
  });

  test.skipIf(process.platform === "win32")("from a named pipe", async () => {
    const folder = mkdtempSync(join(tmpdir(), "extproto-pipe-"));
    const pipe = join(folder, "pipe");
    expect(spawnSync("mkfifo", [pipe]).status).toBe(0);
    const running = new Running(["validate", pipe, "--json"]);
    const writer = spawn("sh", ["-c", 'cat > "$0"', pipe]);
    writer.stdin.write(ready);
    expect(JSON.parse(await running.nextLine())).toMatchObject({ line: 1, verdict: "valid" });
    writer.stdin.end();
    expect((await running.finished).code).toBe(0);
    rmSync(folder, { recursive: true });
  });
});

describe("however the bytes are divided", () => {
  test("a character split between two reads stays whole", async () => {
    const frame = Buffer.from('{"type":"notify","level":"info","message":"é😀"}\n');
    for (const cut of [44, 46, 47, 48]) {
      const running = new Running(["validate", "-", "--json"]);
      // The report on the first frame proves that the bytes before the cut have been read.
      await running.send(Buffer.concat([Buffer.from(ready), frame.subarray(0, cut)]));
      await running.nextLine();
      await running.send(frame.subarray(cut));
      expect(JSON.parse(await running.nextLine())).toMatchObject({ line: 2, verdict: "valid" });
      expect((await running.end()).code).toBe(0);
    }
  });

  test("byte by byte", async () => {
    const running = new Running(["validate", "-", "--json"]);
    for (const byte of Buffer.from(`${ready}\uFEFF${ready}`)) await running.send(Buffer.from([byte]));
    const { stdout } = await running.end();
    const found = stdout
      .trimEnd()
      .split("\n")
      .slice(0, -1)
      .map((line) => (JSON.parse(line) as Report).verdict);
    expect(found).toEqual(["valid", "invalid"]);
  });
});

describe("memory", () => {
  /** The most memory that the bin used while it read one line of this many MiB, in KiB. */
  async function peak(mebibytes: number): Promise<number> {
    const report = 'process.on("exit",()=>process.stderr.write(String(process.resourceUsage().maxRSS)))';
    const running = new Running(["validate", "-"], { node: ["--import", `data:text/javascript,${report}`] });
    const mebibyte = Buffer.alloc(1024 * 1024, "x");
    for (let sent = 0; sent < mebibytes; sent++) await running.send(mebibyte);
    await running.send("\n");
    const { code, stdout, stderr } = await running.end();
    expect(code).toBe(1);
    expect(stdout).toContain(`the line is ${mebibytes * 1024 * 1024 + 1} bytes long`);
    return Number(stderr);
  }

  test("a line of 5 MiB, and one of 200 MiB, is not kept", async () => {
    const small = await peak(5);
    const large = await peak(200);
    expect(large - small).toBeLessThan(100 * 1024);
  });
});

describe("ends", () => {
  test("when its reader goes away it ends without a word", async () => {
    const running = new Running(["validate", "-", "--json"]);
    await running.send(ready);
    await running.nextLine();
    running.child.stdout.destroy();
    await once(running.child.stdout, "close");
    await running.send(ready);
    await running.send(ready);
    const { code, stderr } = await running.finished;
    expect({ code, stderr }).toEqual({ code: 141, stderr: "" });
  });

  test("help whose reader goes away is quiet too", async () => {
    const running = new Running(["validate", "--help"]);
    running.child.stdout.destroy();
    const { code, stderr } = await running.finished;
    expect(stderr).toBe("");
    expect([0, 141]).toContain(code);
  });

  test.skipIf(process.platform === "win32")("Ctrl-C prints the summary and exits 130", async () => {
    const running = new Running(["validate", "-"]);
    await running.send(`nonsense\n{"type":"rea`);
    await running.nextLine();
    running.child.kill("SIGINT");
    const { code, stdout, stderr } = await running.finished;
    expect({ code, stderr }).toEqual({ code: 130, stderr: "" });
    expect(stdout).toMatch(/\ninterrupted; so far 1 frame: 0 valid, 0 unknown, 1 invalid\n$/);
  });

  test.skipIf(process.platform === "win32")("Ctrl-C with --json says so in the summary", async () => {
    const running = new Running(["validate", "-", "--json"]);
    await running.send(ready);
    await running.nextLine();
    running.child.kill("SIGINT");
    const { code } = await running.finished;
    expect(code).toBe(130);
    expect(JSON.parse(await running.nextLine())).toMatchObject({ summary: { frames: 1, interrupted: true } });
  });
});
