import { describe, expect, it } from "vitest";
import { StartedHost, type StartOptions } from "./started-host.js";

/** Runs a chat over pipes with these lines, to the end of its input. */
async function chat(lines: readonly string[], options: StartOptions = {}) {
  const host = new StartedHost({ ...options, mode: ["--plain"] });
  host.child.stdin?.end(lines.map((line) => `${line}\n`).join(""));
  const { code } = await host.ended;
  return { code, stdout: host.stdout, stderr: host.stderr };
}

const friend = `
for (const name of ["ask", "put", "show", "open", "wrong", "note"]) send({ type: "register_command", name, description: "the " + name });
send({ type: "register_tool", name: "city", description: "d", schema: { type: "object" } });
send({ type: "ready" });
let count = 0;
function receive(frame) {
  const reply = (more) => send({ type: "command_response", id: frame.id, ...more });
  if (frame.type === "tool_call") {
    send({ type: "tool_progress", id: frame.id, text: "asking around" });
    send({ type: "tool_result", id: frame.id, content: [{ type: "text", text: "Oslo \\u001b[2J" }] });
  }
  if (frame.type === "panel_key") { count++; send({ type: "panel_render", panel_id: "main", lines: ["key " + frame.key + (frame.text ?? "") + " \\u001b]0;x\\u0007" + count] }); }
  if (frame.type === "panel_close") send({ type: "notify", level: "info", message: "panel gone after " + count });
  if (frame.type !== "command_invoked") return;
  if (frame.name === "ask") reply({ action: "prompt", prompt: "say asked for " + frame.args });
  if (frame.name === "put") reply({ action: "insert", insert: "some text" });
  if (frame.name === "show") reply({ action: "display", display: "two\\nlines \\u001b[31mred\\u001b[0m" });
  if (frame.name === "open") reply({ action: "open_panel", open_panel: { id: "main", title: "Todos\\u001b[1m", lines: ["one", "two"], footer: "x done" } });
  if (frame.name === "wrong") reply({ action: "noop", error: "no such city" });
  if (frame.name === "note") { send({ type: "notify", level: "error", message: "look out" }); reply({ action: "noop" }); }
}`;

describe("the chat over a pipe", () => {
  it("answers line by line, in order, and ends with its input", async () => {
    expect(await chat(["say one", "", "say two"])).toEqual({ code: 0, stdout: "one\ntwo\n", stderr: "" });
  });

  it("streams text as it comes", async () => {
    const host = new StartedHost({ mode: [] });
    host.write("say half an answer\n");
    await host.until("the answer", () => host.stdout === "half an answer\n");
    host.write("say again\n");
    await host.until("the second answer", () => host.stdout.endsWith("again\n"));
    expect(await host.finish()).toEqual({ code: 0, signal: null });
  });

  it("takes the words of the command line as the first prompt", async () => {
    const host = new StartedHost({ mode: ["say", "first"] });
    host.child.stdin?.end("say second\n");
    await host.ended;
    expect(host.stdout).toBe("first\nsecond\n");
  });

  it("shows tool calls and their results, without control sequences", async () => {
    const { stdout } = await chat(["call city {}"], { extensions: { friend } });
    expect(stdout).toBe("> city {}\n  asking around\n  Oslo \ncity returned: Oslo \n");
  });

  it("has no escape sequence in what it prints", async () => {
    const { stdout } = await chat(
      ["/help", "/show", "/open", "/key down", "call city {}", "/note", "fail 400"],
      { extensions: { friend } },
    );
    expect(stdout).not.toContain("\u001b");
  });

  it("shows errors of the model once, and goes on", async () => {
    const { stdout, code } = await chat(["fail 400 broken", "say still here"]);
    expect(stdout.match(/broken/g)).toHaveLength(1);
    expect(stdout).toMatch(/^error: .*broken/);
    expect(stdout).toMatch(/still here\n$/);
    expect(code).toBe(0);
  });

  it("takes a path for a prompt, not for a command", async () => {
    expect((await chat(["/usr/bin is full"])).stdout).toContain("You said: /usr/bin is full");
  });

  it("aborts what runs on SIGINT, and ends on the next", async () => {
    const files = { "slow.yaml": "- { say: thinking, stall: true }\n- say: fresh\n" };
    const host = new StartedHost({ mode: ["--script", "slow.yaml"], files });
    host.write("go\n");
    await host.until("text", () => host.stdout.includes("thinking"));
    host.child.kill("SIGINT");
    await host.until("the abort", () => host.stdout.includes("(aborted)"));
    host.write("again\n");
    await host.until("an answer after the abort", () => host.stdout.endsWith("fresh\n"));
    host.child.kill("SIGINT");
    expect((await host.ended).code).toBe(130);
  });
});

describe("the commands of the chat", () => {
  it("list themselves and those of extensions", async () => {
    const { stdout } = await chat(["/help"], { extensions: { friend } });
    for (const name of [
      "help",
      "model",
      "clear",
      "compact",
      "sessions",
      "skills",
      "reload-ext",
      "key",
      "exit",
    ]) {
      expect(stdout).toContain(`/${name}`);
    }
    expect(stdout).toMatch(/\/ask +the ask \[friend\]/);
  });

  it("show and change the model", async () => {
    const { stdout } = await chat(["/model", "/model scripted-priced", "/model", "/model nope"]);
    expect(stdout).toMatch(/\* scripted /);
    expect(stdout).toMatch(/\* scripted-priced /);
    expect(stdout).toMatch(/\/model: .*nope/);
  });

  it("clear, compact, and list sessions and skills", async () => {
    const { stdout, code } = await chat([
      "say remember 42",
      "/compact",
      "/sessions",
      "/clear",
      "/compact",
      "/skills",
    ]);
    expect(stdout).toMatch(/Compacted[\s\S]*42/);
    expect(stdout).toContain("The transcript is empty.");
    expect(stdout).toMatch(/error: .*compact|error: .*nothing/i);
    expect(stdout).toContain("write-zot-extension");
    expect(code).toBe(0);
  });

  it("go on with an earlier session", async () => {
    const first = new StartedHost({ mode: ["--plain"] });
    first.child.stdin?.end("say remember 42\n");
    await first.ended;
    const again = { env: { ZOT_HOME: first.home }, args: ["--cwd", first.work] };
    const { stdout } = await chat(["/sessions"], again);
    const id = /^ {2}(\w+) /.exec(stdout)?.[1];
    expect((await chat([`/sessions ${id}`], again)).stdout).toContain("2 messages");
    expect((await chat(["1"], { ...again, args: [...again.args, "--resume"] })).stdout).toContain(
      'Going on with "say remember 42": 2 messages.',
    );
    expect((await chat([""], { ...again, args: [...again.args, "-r"] })).stdout).toContain(
      "Beginning a new session.",
    );
    expect((await chat(["/sessions nope"], again)).stdout).toMatch(/\/sessions: .*nope/);
  });

  it("reload the extensions and say what became of them", async () => {
    const { stdout } = await chat(["/reload-ext", "/ask again"], { extensions: { friend } });
    expect(stdout).toContain("Extensions: 1 stopped, 1 loaded, 1 ready.");
    expect(stdout).toContain("asked for again");
  });

  it("end the chat at once with /exit, whatever follows", async () => {
    expect(await chat(["say one", "/exit", "say two"])).toEqual({ code: 0, stdout: "one\n", stderr: "" });
  });

  it("say so when there is no such command", async () => {
    expect((await chat(["/nope"])).stdout).toBe("There is no command /nope. /help lists them.\n");
  });
});

describe("extensions in the chat", () => {
  it("submit, suggest, show and fail by their commands", async () => {
    const { stdout } = await chat(["/ask  the moon ", "/put", "/show", "/wrong", "/note"], {
      extensions: { friend },
    });
    expect(stdout).toBe(
      [
        "[friend] submits: say asked for the moon",
        "asked for the moon",
        "[friend] suggests: some text",
        "[friend] two",
        "lines red",
        "/wrong: no such city",
        "[friend] error: look out",
        "",
      ].join("\n"),
    );
  });

  it("print their panels and get keys by /key", async () => {
    const host = new StartedHost({ mode: ["--plain"], extensions: { friend } });
    const says = async (line: string, shown: string) => {
      const before = host.stdout.length;
      host.write(`${line}\n`);
      await host.until(shown, () => host.stdout.slice(before).includes(shown));
    };
    await says("/key down", "No panel is open.\n");
    await says("/open", "=== Todos ===\none\ntwo\n--- x done\n");
    await says("/key down x", "=== Todos ===\nkey down 1\n=== Todos ===\nkey runex 2\n");
    await says("/key nokey", 'no key is called "nokey"');
    await says("/key esc", "[friend] panel gone after 2\n");
    expect(host.stdout).toContain("(panel closed)\n");
    await says("/key down", "No panel is open.\n");
    expect(await host.finish()).toEqual({ code: 0, signal: null });
  });

  it("are named when they time out, crash, or cannot be started", async () => {
    const slow =
      'send({ type: "subscribe", intercept: ["turn_start"] }); send({ type: "ready" }); function receive() {}';
    const { stdout } = await chat(["say fine"], {
      extensions: { slow, broken: "process.exit(4)" },
      args: ["--deadline-intercept", "300"],
    });
    expect(stdout).toMatch(/^broken .*4/m);
    expect(stdout).toContain("[slow] timed out when asked about turn_start\n");
    expect(stdout).toMatch(/fine\n$/);
  });

  it("have drawn what a key changed before the next line of a pipe is handled", async () => {
    const { stdout } = await chat(["/open", "/key down", "say meanwhile", "/key esc"], {
      extensions: { friend },
    });
    expect(stdout).toMatch(/key down 1[\s\S]*meanwhile/);
  });

  it("cannot take the name /key", async () => {
    const { stdout } = await chat(["/key down"], {
      extensions: {
        grabber:
          'send({ type: "register_command", name: "key" }); send({ type: "ready" }); function receive() {}',
      },
    });
    expect(stdout).toContain("No panel is open.");
  });
});

describe("approval in the chat", () => {
  it("is asked for before each tool, and the next line answers", async () => {
    const call = 'call bash {"command":"echo ran"}';
    const { stdout } = await chat([call, "y", call, "n", call, "not today", "say end"], {
      args: ["--no-yolo"],
    });
    expect(stdout.match(/Allow bash \{"command":"echo ran"\}\? \[y\/N\]/g)).toHaveLength(3);
    expect(stdout).toContain("bash returned: ran");
    expect(stdout).toContain("bash failed: the user did not allow bash to run");
    expect(stdout).toContain("bash failed: not today");
    expect(stdout).toMatch(/end\n$/);
  });

  it("is a no at the end of the input", async () => {
    const { stdout, code } = await chat(['call bash {"command":"echo ran"}'], { args: ["--no-yolo"] });
    expect(stdout).toContain("bash failed");
    expect(code).toBe(0);
  });
});
