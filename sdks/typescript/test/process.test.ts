import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";

const sink = fileURLToPath(new URL("../examples/kitchen-sink/", import.meta.url));
const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
});

/** The kitchen sink, or another program, as a process, greeted. */
async function running(args: readonly string[] = ["main.mjs"]) {
  const child = spawn(process.execPath, args, { cwd: sink, stdio: ["pipe", "pipe", "pipe"] });
  started.push(child);
  const lines: string[] = [];
  let rest = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const all = (rest + text).split("\n");
    rest = all.pop() ?? "";
    lines.push(...all);
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const exited = new Promise<number | string | null>((resolve) =>
    child.once("close", (code, signal) => resolve(signal ?? code)),
  );
  const send = (frame: object) => child.stdin.write(`${JSON.stringify(frame)}\n`);
  send({
    type: "hello_ack",
    protocol_version: 1,
    zot_version: "1",
    provider: "p",
    model: "m",
    cwd: "/",
    capabilities: [],
  });
  await expect.poll(() => lines).toContain('{"type":"ready"}');
  return { child, lines, send, exited, stderr: () => stderr };
}

describe("an extension's process", () => {
  it("writes nothing but frames to standard output, whatever its handlers print", async () => {
    const { lines, send, exited, stderr } = await running();
    send({ type: "tool_call", id: "1", name: "print", args: {} });
    await expect.poll(() => lines.at(-1)).toContain("tool_result");
    for (const line of lines) expect(JSON.parse(line)).toHaveProperty("type");
    send({ type: "shutdown" });
    expect(await exited).toBe(0);
    expect(stderr()).toContain("a stray print");
    expect(lines.at(-1)).toBe('{"type":"shutdown_ack"}');
  });

  it("may print between extension() and run(): the hello is the first line all the same", async () => {
    const sdk = new URL("../dist/index.js", import.meta.url).href;
    const program = `
      import { extension } from ${JSON.stringify(sdk)};
      const own = extension("early", "1.0.0");
      console.log("sync");
      await new Promise((resolve) => process.stdout.write("waited for\\n", resolve));
      own.run();
      console.log("late");`;
    const { lines, send, exited, stderr } = await running(["--input-type=module", "-e", program]);
    expect(lines[0]).toContain('"type":"hello"');
    for (const line of lines) expect(JSON.parse(line)).toHaveProperty("type");
    send({ type: "shutdown" });
    expect(await exited).toBe(0);
    expect(stderr()).toBe("sync\nwaited for\nlate\n");
  });

  it("has its standard output for itself where it runs nothing, or runs the extension in memory", () => {
    const at = (path: string) => JSON.stringify(new URL(`../dist/${path}`, import.meta.url).href);
    const begin = `import { extension } from ${at("index.js")};
      import { testHost } from ${at("testing/index.js")};
      console.log("first"); const own = extension("t", "1.0.0"); console.log("second");`;
    for (const then of ["", "process.exit(0)", "await testHost(own);"]) {
      const { stdout, stderr } = spawnSync(
        process.execPath,
        ["--input-type=module", "-e", `${begin} ${then}; console.log("third")`],
        { encoding: "utf8" },
      );
      const all = then.includes("exit") ? "first\nsecond\n" : "first\nsecond\nthird\n";
      expect({ stdout, stderr }).toEqual({ stdout: all, stderr: "" });
    }
  });

  it("keeps standard output open where a handler ends it", async () => {
    const sdk = new URL("../dist/index.js", import.meta.url).href;
    const program = `
      import { extension, Type } from ${JSON.stringify(sdk)};
      extension("ends", "1.0.0")
        .tool("end", "", Type.Object({}), () => new Promise((resolve) => {
          process.stdout.end("last words\\n", () => resolve("ended"));
        }))
        .run();`;
    const { lines, send, exited, stderr } = await running(["--input-type=module", "-e", program]);
    for (const id of ["1", "2"]) {
      send({ type: "tool_call", id, name: "end", args: {} });
      await expect.poll(() => lines.at(-1)).toContain(`"id":"${id}"`);
    }
    for (const line of lines) expect(JSON.parse(line)).toHaveProperty("type");
    send({ type: "shutdown" });
    expect(await exited).toBe(0);
    expect(stderr()).toContain("last words\nlast words\n");
  });

  it("ends at the end of its input and at SIGTERM, also while a call is open", async () => {
    const first = await running();
    first.send({ type: "tool_call", id: "1", name: "count", args: { to: 20 } });
    first.child.stdin.end();
    expect(await first.exited).toBe(0);
    const second = await running();
    second.child.kill("SIGTERM");
    expect(await second.exited).toBe(0);
  });
});
