import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { RpcHost, readTrace } from "./started-host.js";

describe("lines of a client", () => {
  it("that are malformed are answered without command and id, and the server goes on", async () => {
    const host = new RpcHost();
    for (const line of [
      "{",
      "[]",
      "null",
      '{"id":"1"}',
      '{"type":"ping","id":7}',
      '{"type":"prompt","message":"a"',
    ])
      host.send(line);
    host.child.stdin?.write(Buffer.from([0x7b, 0xff, 0xfe, 0x7d, 0x0a]));
    expect(await host.ask({ type: "ping", id: "still" })).toMatchObject({ success: true });
    const refused = host.frames().slice(0, -1);
    expect(refused).toHaveLength(7);
    for (const frame of refused) {
      expect(frame).toEqual({
        type: "response",
        command: "",
        success: false,
        error: expect.stringMatching(/./),
      });
    }
  });

  it("that are longer than 16 MiB are dropped up to their end, answered, and survived", async () => {
    const host = new RpcHost();
    const limit = 16 * 1024 * 1024;
    const fits = JSON.stringify({ type: "ping", id: "fits", pad: "" });
    host.send(`${fits.slice(0, -2)}${"x".repeat(limit - 1 - fits.length)}"}`);
    host.send(`${fits.slice(0, -2)}${"x".repeat(limit - fits.length)}"}`);
    expect(await host.ask({ type: "ping", id: "after" })).toMatchObject({ success: true });
    expect(
      host
        .frames()
        .map((frame) => [frame.type === "response" && frame.id, frame.type === "response" && frame.success]),
    ).toEqual([
      ["fits", true],
      [undefined, false],
      ["after", true],
    ]);
  });

  it("may be blank, end with CRLF, have unknown fields and an empty id, and lack the last LF", async () => {
    const host = new RpcHost();
    host.write(
      '\n  \n\r\n{"type":"ping","id":"1","later":{}}\r\n{"type":"ping","id":""}\n{"type":"ping","id":null}\n{"type":"ping","id":"last"}',
    );
    expect(await host.finish()).toEqual({ code: 0, signal: null });
    expect(host.frames()).toEqual([
      { type: "response", id: "1", command: "ping", success: true, data: { pong: true } },
      { type: "response", command: "ping", success: true, data: { pong: true } },
      { type: "response", command: "ping", success: true, data: { pong: true } },
      { type: "response", id: "last", command: "ping", success: true, data: { pong: true } },
    ]);
  });

  it("may arrive byte by byte, with U+2028 in a string", async () => {
    const host = new RpcHost();
    const message = "say a\u2028b ü 🌫";
    for (const byte of Buffer.from(`${JSON.stringify({ type: "prompt", id: "1", message })}\n`))
      host.child.stdin?.write(Buffer.from([byte]));
    expect(await host.next({ type: "user_message" })).toMatchObject({
      content: [{ type: "text", text: message }],
    });
    expect(await host.next({ type: "assistant_message" })).toMatchObject({
      content: [{ type: "text", text: "a\u2028b ü 🌫" }],
    });
  });
});

describe("a client that reads slowly", () => {
  it("holds the agent up, is still heard, and gets everything in the end", async () => {
    const words = Array.from({ length: 60_000 }, (_, index) => `word${index}`).join(" ");
    const files = { "script.yaml": `- say: ${words}\n` };
    const host = new RpcHost({ files, args: ["--script", "script.yaml", "--trace", "trace.ndjson"] });
    host.child.stdout?.pause();
    host.send({ type: "prompt", id: "p", message: "go" });
    const trace = join(host.work, "trace.ndjson");
    const written = () => readTrace(trace).filter(({ direction }) => direction === "out").length;
    const stopped = await settled(written);
    expect(stopped).toBeGreaterThan(100);
    expect(stopped).toBeLessThan(30_000);
    host.send({ type: "ping", id: "heard" });
    await settled(() => Number(readFileSync(trace, "utf8").includes('\\"heard\\"')));
    expect(readFileSync(trace, "utf8")).toContain('\\"heard\\",\\"command\\":\\"ping\\"');
    host.child.stdout?.resume();
    await host.next({ type: "done" });
    const deltas = host.frames().flatMap((frame) => (frame.type === "text_delta" ? [frame.delta] : []));
    expect(deltas.join("")).toBe(words);
  });

  it("holds an extension up that floods it with notes, and gets every note in the end", async () => {
    const count = 10_000;
    const flood = `send({ type: "ready" }); let next = 0;
      function receive() {}
      (function go() {
        while (next < ${count}) {
          const message = \`\${next++} \${"x".repeat(1000)}\`;
          if (!process.stdout.write(JSON.stringify({ type: "notify", level: "info", message }) + "\\n"))
            return process.stdout.once("drain", go);
        }
      })();`;
    const host = new RpcHost({ extensions: { flood }, args: ["--trace", "trace.ndjson"] });
    host.child.stdout?.pause();
    const trace = join(host.work, "trace.ndjson");
    const notes = () =>
      readTrace(trace).filter(({ pipe, direction }) => pipe === "ext:flood" && direction === "in").length;
    // 4 MiB may wait for the client; what is on its way comes on top.
    expect(await settled(notes)).toBeLessThan(8_000);
    host.send({ type: "ping", id: "heard" });
    await settled(() => Number(readFileSync(trace, "utf8").includes('\\"heard\\",\\"command\\":\\"ping\\"')));
    host.child.stdout?.resume();
    const lastNote = new RegExp(`"${count - 1} x+".*\\n`);
    await host.until("the last note", () => lastNote.test(host.stdout.slice(-4_000)));
    const numbers = host
      .frames()
      .flatMap((frame) => (frame.type === "ext_notify" ? [Number.parseInt(frame.message, 10)] : []));
    expect(numbers).toEqual(Array.from({ length: count }, (_, index) => index));
    expect(await host.finish()).toEqual({ code: 0, signal: null });
  });

  it("does not keep an extension that is held up alive", async () => {
    const flood = `send({ type: "ready" }); function receive() {}
      for (let n = 0; n < 20_000; n++) send({ type: "notify", level: "info", message: "x".repeat(1000) });`;
    const host = new RpcHost({ extensions: { flood }, args: ["--trace", "trace.ndjson"] });
    host.child.stdout?.pause();
    await settled(() => readTrace(join(host.work, "trace.ndjson")).length);
    host.child.kill("SIGTERM");
    const [code] = await once(host.child, "exit");
    host.child.stdout?.resume();
    expect(code).toBe(143);
    expect(host.survivors()).toEqual([]);
  });
});

/** The value when it has been above zero and has not changed for a while: there is no event for "no more comes". */
async function settled(read: () => number): Promise<number> {
  let last = -1;
  for (let same = 0; same < 5; ) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    let value = 0;
    try {
      value = read();
    } catch {
      // The file is not there yet, or its last line is being written.
    }
    same = value > 0 && value === last ? same + 1 : 0;
    last = value;
  }
  return last;
}

describe("the token", () => {
  const env = { ZOTCORE_RPC_TOKEN: "s3cret-token" };

  it("opens the server when the first line shows it", async () => {
    const host = new RpcHost({ env });
    expect(await host.ask({ type: "hello", id: "0", token: "s3cret-token" })).toMatchObject({
      success: true,
    });
    expect(await host.ask({ type: "ping", id: "1" })).toMatchObject({ success: true });
    expect(await host.finish()).toEqual({ code: 0, signal: null });
  });

  it.each([
    ["a wrong token", { type: "hello", id: "0", token: "s3cret-tokem" }, "hello"],
    ["no token", { type: "hello", id: "0" }, "hello"],
    ["another command", { type: "get_state", id: "0" }, "get_state"],
    ["a line that is no command", "nonsense", ""],
  ])("%s is refused, and nothing after it is read", async (_, first, command) => {
    const host = new RpcHost({
      env,
      extensions: { loud: 'send({ type: "notify", level: "info", message: "hi" });' },
    });
    host.write(
      `${typeof first === "string" ? first : JSON.stringify(first)}\n${JSON.stringify({ type: "hello", id: "2", token: "s3cret-token" })}\n{"type":"ping","id":"3"}\n`,
    );
    const { code } = await host.ended;
    expect(code).toBe(1);
    expect(host.frames()).toEqual([
      {
        type: "response",
        ...(command === "" ? {} : { id: "0" }),
        command,
        success: false,
        error: expect.stringMatching(/./),
      },
    ]);
    expect(host.stdout + host.stderr).not.toContain("s3cret");
  });

  it("that is never shown ends in failure", async () => {
    const host = new RpcHost({ env });
    expect((await host.finish()).code).toBe(1);
    expect(host.stdout).toBe("");
  });

  it("keeps notes of extensions back until it was shown", async () => {
    const source = 'send({ type: "notify", level: "info", message: "early" }); send({ type: "ready" });';
    const host = new RpcHost({ env, extensions: { loud: source } });
    host.send({ type: "hello", id: "0", token: "s3cret-token" });
    await host.next({ type: "response", id: "0" });
    expect(await host.next({ type: "ext_notify" })).toMatchObject({ message: "early" });
  });

  it("is not wanted when the variable is empty", async () => {
    const host = new RpcHost({ env: { ZOTCORE_RPC_TOKEN: "" } });
    expect(await host.ask({ type: "hello", id: "0", token: "anything" })).toMatchObject({ success: true });
  });

  it("reaches neither the trace nor an extension", async () => {
    const source =
      'send({ type: "notify", level: "info", message: String(process.env.ZOTCORE_RPC_TOKEN) }); send({ type: "ready" });';
    const host = new RpcHost({ env, args: ["--trace", "trace.ndjson"], extensions: { nosy: source } });
    host.send({ type: "hello", id: "0", token: "s3cret-token" });
    expect(await host.next({ type: "ext_notify" })).toMatchObject({ message: "undefined" });
    await host.finish();
    const trace = readTrace(join(host.work, "trace.ndjson"));
    expect(JSON.stringify(trace)).not.toContain("s3cret");
    expect(trace.map(({ pipe, direction }) => `${pipe} ${direction}`)).toContain("rpc in");
    expect(trace.map(({ at }) => at)).toEqual(trace.map(({ at }) => at).sort((a, b) => a - b));
  });
});

describe("a server that cannot start", () => {
  it.each([
    [["--provider", "anthropic"], 1, "ANTHROPIC_API_KEY"],
    [["--model", "nope"], 1, "nope"],
    [["--tools", "hammer"], 1, "hammer"],
    [["--script", "missing.yaml"], 1, "missing.yaml"],
    [["--cwd", "/no/such/folder"], 1, "/no/such/folder"],
    [["--wrong"], 2, "--wrong"],
  ])("%j ends with a word on stderr", async (args, code, word) => {
    const host = new RpcHost({ args });
    expect((await host.ended).code).toBe(code);
    expect(host.stdout).toBe("");
    expect(host.stderr).toContain(word);
  });
});
