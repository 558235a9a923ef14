import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { StartedHost, type StartOptions } from "./started-host.js";

async function run(mode: readonly string[], options: StartOptions & { readonly stdin?: string } = {}) {
  const host = new StartedHost({ ...options, mode });
  host.child.stdin?.end(options.stdin ?? "");
  const { code } = await host.ended;
  return { code, stdout: host.stdout, stderr: host.stderr, host };
}

const notifier = `send({ type: "register_tool", name: "city", description: "d", schema: { type: "object" } });
  send({ type: "ready" });
  function receive(frame) { if (frame.type === "tool_call") {
    send({ type: "notify", level: "warn", message: "red \\u001b[31malert" });
    send({ type: "tool_result", id: frame.id, content: [{ type: "text", text: "Oslo" }] }); } }`;

describe("print mode", () => {
  it("prints the final text and nothing else", async () => {
    expect(await run(["-p", 'say let me look\ncall bash {"command":"echo 1"}\nsay one'])).toMatchObject({
      code: 0,
      stdout: "one\n",
      stderr: "",
    });
  });

  it("takes the prompt from stdin, with several lines", async () => {
    expect(await run(["--print"], { stdin: "say from\nthe pipe\n" })).toMatchObject({
      code: 0,
      stdout: "from\nthe pipe\n",
    });
  });

  it("joins the words of the command line", async () => {
    expect(await run(["-p", "say", "two", "words"])).toMatchObject({ stdout: "two words\n" });
  });

  it("wants a prompt", async () => {
    expect(await run(["-p"])).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("needs a prompt"),
    });
  });

  it("fails with the model's error, told once", async () => {
    const { code, stdout, stderr } = await run(["-p", "fail 400 no such luck"]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr.match(/no such luck/g)).toHaveLength(1);
  });

  it("shows notes of extensions on stderr, with their name and without control sequences", async () => {
    expect(await run(["-p", "call city {}"], { extensions: { geo: notifier } })).toMatchObject({
      code: 0,
      stdout: "city returned: Oslo\n",
      stderr: "extproto-host: [geo] red alert\n",
    });
  });

  it("tells of an extension that cannot be started, and goes on without it", async () => {
    const { code, stdout, stderr } = await run(["-p", "say fine"], {
      extensions: { broken: "process.exit(7)" },
    });
    expect({ code, stdout }).toEqual({ code: 0, stdout: "fine\n" });
    expect(stderr).toMatch(/broken .*7/);
  });

  it("asks guards, and refuses all tools under --no-yolo, since nobody can be asked", async () => {
    const guard = `send({ type: "subscribe", intercept: ["tool_call"] }); send({ type: "ready" });
      function receive(frame) { if (frame.type === "event_intercept") send({ type: "event_intercept_response", id: frame.id, block: true, reason: "guarded" }); }`;
    const prompt = 'call bash {"command":"echo ran"}';
    expect(await run(["-p", prompt], { extensions: { guard } })).toMatchObject({
      stdout: "bash failed: guarded\n",
    });
    expect(await run(["-p", prompt, "--no-yolo"])).toMatchObject({
      stdout: expect.stringContaining("--no-yolo"),
    });
  });

  it("goes on with the latest session after -c", async () => {
    const host = new StartedHost({ mode: ["-p", "say one"] });
    await host.ended;
    const again = await run(["-p", "-c", "--cwd", host.work, "say two"], { env: { ZOT_HOME: host.home } });
    expect(again.stdout).toBe("two\n");
    const [folder] = readdirSync(join(host.home, "sessions"));
    expect(readdirSync(join(host.home, "sessions", String(folder)))).toHaveLength(1);
  });

  it("leaves nothing on disk with --no-session", async () => {
    const { host } = await run(["-p", "--no-session", "say one"]);
    expect(() => readdirSync(join(host.home, "sessions"))).toThrow(/ENOENT/);
  });
});

describe("json mode", () => {
  it("prints the events of RPC, one a line, ending with done", async () => {
    const { code, stdout } = await run(["--json", "say hi"], { extensions: { geo: notifier } });
    expect(code).toBe(0);
    const events = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(events.map(({ type }) => type)).toEqual([
      ...[
        "user_message",
        "turn_start",
        "assistant_start",
        "text_delta",
        "usage",
        "assistant_message",
        "turn_end",
        "done",
      ],
    ]);
  });

  it("fails when the model does, after done", async () => {
    const { code, stdout } = await run(["--json", "fail 400"]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "")).toEqual({ type: "done" });
  });

  it("ends when its reader has left", async () => {
    const slowly = Array.from({ length: 1000 }, () => "say on\nwait 20").join("\n");
    const host = new StartedHost({ mode: ["--json", slowly] });
    await host.until("a delta", () => host.stdout.includes("text_delta"));
    host.child.stdout?.destroy();
    expect((await host.ended).code).toBe(1);
  });
});

describe("the program", () => {
  it("answers --version, --help and --list-models without a home or a key", async () => {
    expect(await run(["--version"])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^extproto-host \d+\.\d+\.\d+\n$/),
    });
    expect(await run(["--help"])).toMatchObject({ code: 0, stdout: expect.stringContaining("Examples:") });
    const { stdout } = await run(["--list-models"]);
    expect(stdout).toMatch(/^provider +model/);
    expect(stdout).toMatch(/^anthropic +claude-/m);
  });

  it("refuses a wrong flag with status 2 and a hint", async () => {
    expect(await run(["--modle", "x"])).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("--model"),
    });
  });

  it("hands `ext` on", async () => {
    const { code, stdout } = await run(["ext", "list", "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toBeDefined();
  });

  it("reaches no network unless told to", async () => {
    const { stdout } = await run(["-p", "hello"], {
      env: { HTTPS_PROXY: "http://127.0.0.1:1", HTTP_PROXY: "http://127.0.0.1:1" },
    });
    expect(stdout).toContain("scripted model");
  });

  it("plays a script", async () => {
    const files = { "demo.yaml": "- say: from the script\n" };
    expect(await run(["-p", "--script", "demo.yaml", "anything"], { files })).toMatchObject({
      stdout: "from the script\n",
    });
  });
});
