import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { RpcHost, StartedHost, type StartOptions } from "./started-host.js";

/** Extensions that do not go by themselves, besides one that does. */
const extensions = {
  polite: 'send({ type: "ready" }); function receive() {}',
  stubborn: `globalThis.ignoresShutdown = true; process.on("SIGTERM", () => {}); setInterval(() => {}, 1000);
    send({ type: "ready" }); function receive() {}`,
  parent: `import { spawn } from "node:child_process";
    spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)", process.argv[1]], { stdio: "ignore" });
    send({ type: "ready" }); function receive() {}`,
  mute: "/* NO_HELLO */ setInterval(() => {}, 1000); function receive() {}",
};
const args = ["--deadline-shutdown", "300", "--deadline-kill", "300", "--deadline-hello", "1000"];
const options: StartOptions = { extensions, args };

async function running(host: StartedHost): Promise<void> {
  // Five processes: four extensions and the child of one.
  for (;;) {
    const found = host.survivors().length;
    if (found >= 5) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe("no process of an extension outlives the host", () => {
  it.each([
    ["SIGTERM", 143],
    ["SIGINT", 130],
    ["SIGHUP", 129],
  ] as const)("after %s, with a prompt running", async (signal, code) => {
    const host = new RpcHost(options);
    await running(host);
    host.send({ type: "prompt", id: "p", message: "say on\nstall" });
    host.child.kill(signal);
    expect(await host.ended).toEqual({ code, signal: null });
    expect(host.survivors()).toEqual([]);
  });

  it("after a second signal while the first is being obeyed", async () => {
    const host = new RpcHost(options);
    await running(host);
    host.child.kill("SIGTERM");
    host.child.kill("SIGINT");
    // Which of two pending signals a process gets first is the system's choice.
    expect([143, 130]).toContain((await host.ended).code);
    expect(host.survivors()).toEqual([]);
  });

  it("after SIGTERM, with a client that does not read", async () => {
    const words = Array.from({ length: 50_000 }, (_, index) => `word${index}`).join(" ");
    const host = new RpcHost({
      ...options,
      files: { "long.yaml": `- say: ${words}\n` },
      args: [...args, "--script", "long.yaml"],
    });
    await running(host);
    host.send({ type: "prompt", id: "p", message: "go" });
    await host.next({ type: "text_delta" });
    host.child.stdout?.pause();
    host.child.kill("SIGTERM");
    const [code] = await once(host.child, "exit");
    host.child.stdout?.resume();
    expect(code).toBe(143);
    expect(host.survivors()).toEqual([]);
  });

  it("after the end of its input", async () => {
    const host = new RpcHost(options);
    await running(host);
    expect(await host.finish()).toEqual({ code: 0, signal: null });
    expect(host.survivors()).toEqual([]);
  });

  it("after its reader has left", async () => {
    const host = new RpcHost(options);
    await running(host);
    host.child.stdout?.destroy();
    host.send({ type: "prompt", id: "p", message: "say anything" });
    expect((await host.ended).code).toBe(1);
    expect(host.survivors()).toEqual([]);
  });

  it.each([
    ["/exit", (host: StartedHost) => host.write("/exit\n"), 0],
    ["the end of its input", (host: StartedHost) => host.child.stdin?.end(), 0],
    ["SIGINT", (host: StartedHost) => host.child.kill("SIGINT"), 130],
    ["SIGTERM", (host: StartedHost) => host.child.kill("SIGTERM"), 143],
    ["SIGHUP", (host: StartedHost) => host.child.kill("SIGHUP"), 129],
  ] as const)("after %s, in the chat", async (_, leave, code) => {
    const host = new StartedHost({ ...options, mode: ["--plain"] });
    await running(host);
    leave(host);
    expect(await host.ended).toEqual({ code, signal: null });
    expect(host.survivors()).toEqual([]);
  });

  it("after SIGTERM, in print mode", async () => {
    const print = new StartedHost({ ...options, mode: ["-p", "stall"] });
    await running(print);
    print.child.kill("SIGTERM");
    expect((await print.ended).code).toBe(143);
    expect(print.survivors()).toEqual([]);
  });

  it("after an error that nobody caught", async () => {
    const fault = join(import.meta.dirname, "throws-later.mjs");
    const host = new StartedHost({
      ...options,
      mode: ["rpc"],
      env: { NODE_OPTIONS: `--import ${fault}`, THROW_WHEN: "1" },
    });
    await running(host);
    host.child.kill("SIGUSR2");
    expect((await host.ended).code).toBe(1);
    expect(host.stderr).toContain("internal error: Error: thrown by the test");
    expect(host.survivors()).toEqual([]);
  });

  it("after it was killed, as far as they read their input", async () => {
    const host = new RpcHost({ extensions: { polite: extensions.polite } });
    await host.ask({ type: "list_commands", id: "1" });
    expect(host.survivors()).toHaveLength(1);
    host.child.kill("SIGKILL");
    await host.ended;
    while (host.survivors().length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  });
});

describe("a host that is told to end", () => {
  const deaf = `send({ type: "register_tool", name: "city", description: "d", schema: { type: "object" } });
    send({ type: "ready" }); function receive() {}`;

  it.each([
    ["SIGTERM", 143],
    ["SIGINT", 130],
    ["SIGHUP", 129],
  ] as const)("by %s ends its prompt in order, and starts none of those that wait", async (signal, code) => {
    const host = new RpcHost();
    host.send({ type: "prompt", id: "p", message: 'call bash {"command":"sleep 60"}' });
    host.send({ type: "prompt", id: "q", message: "say next" });
    await host.next({ type: "turn_end" });
    host.child.kill(signal);
    expect(await host.ended).toEqual({ code, signal: null });
    expect(host.types().slice(-4)).toEqual(["tool_call", "turn_end", "tool_result", "done"]);
    expect(host.frames().at(-2)).toMatchObject({ is_error: true });
  });

  it("ends a model call in order", async () => {
    const host = new RpcHost();
    host.send({ type: "prompt", id: "p", message: "say on\nstall" });
    await host.next({ type: "text_delta" });
    host.child.kill("SIGTERM");
    expect((await host.ended).code).toBe(143);
    expect(host.types().slice(-3)).toEqual(["usage", "turn_end", "done"]);
    expect(host.frames().at(-2)).toEqual({ type: "turn_end", stop: "aborted" });
  });

  it("waits for no tool and no hook that does not answer", async () => {
    const guard = `send({ type: "subscribe", intercept: ["turn_start"] }); send({ type: "ready" }); function receive() {}`;
    for (const [name, source, event] of [
      ["deaf", deaf, "turn_end"],
      ["guard", guard, "turn_start"],
    ] as const) {
      const host = new RpcHost({
        extensions: { [name]: source },
        args: ["--deadline-intercept", "600000", "--deadline-tool", "600000"],
      });
      host.send({ type: "prompt", id: "p", message: "call city {}" });
      await host.next({ type: event });
      host.child.kill("SIGTERM");
      expect((await host.ended).code).toBe(143);
      expect(host.types().at(-1)).toBe("done");
    }
  });

  it("shows the end in json mode", async () => {
    const host = new StartedHost({ mode: ["--json", 'call bash {"command":"sleep 60"}'] });
    await host.until("the end of the turn", () => host.stdout.includes('"turn_end"'));
    host.child.kill("SIGTERM");
    expect((await host.ended).code).toBe(143);
    const lines = host.stdout.trimEnd().split("\n");
    expect(lines.slice(-2).map((line) => JSON.parse(line).type)).toEqual(["tool_result", "done"]);
  });
});

describe("a session", () => {
  it("is kept by the chat and by print mode, and by RPC only when asked", async () => {
    const first = new StartedHost({ mode: ["-p", "--session", "talk.jsonl", "say one"] });
    await first.ended;
    expect(readFileSync(join(first.work, "talk.jsonl"), "utf8")).toContain("say one");
    const rpc = new RpcHost();
    rpc.send({ type: "prompt", id: "p", message: "say one" });
    await rpc.finish();
    expect(() => readFileSync(join(rpc.home, "sessions"))).toThrow(/ENOENT/);
    const kept = new RpcHost({ args: ["--session", "talk.jsonl"] });
    kept.send({ type: "prompt", id: "p", message: "say one" });
    await kept.finish();
    expect(readFileSync(join(kept.work, "talk.jsonl"), "utf8")).toContain("say one");
  });
});
