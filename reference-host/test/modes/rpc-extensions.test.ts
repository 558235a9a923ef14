import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { RpcHost, readTrace } from "./started-host.js";

const commander = `
for (const name of ["ask", "put", "show", "open", "nothing", "wrong", "die", "late"]) send({ type: "register_command", name, description: "the " + name });
send({ type: "ready" });
const panel = { id: "main", title: "Todos", lines: ["one"], footer: "x done" };
function receive(frame) {
  const reply = (more) => send({ type: "command_response", id: frame.id, ...more });
  if (frame.type === "panel_key") {
    send({ type: "panel_render", panel_id: "main", lines: [frame.key + " " + (frame.text ?? "-")] });
    if (frame.text === "q") send({ type: "panel_close", panel_id: "main" });
  }
  if (frame.type === "panel_close") send({ type: "notify", level: "success", message: "told of the end of " + frame.panel_id });
  if (frame.type !== "command_invoked") return;
  if (frame.name === "ask") reply({ action: "prompt", prompt: "say asked for " + frame.args });
  if (frame.name === "put") reply({ action: "insert", insert: "text" });
  if (frame.name === "show") reply({ action: "display", display: "shown" });
  if (frame.name === "open") reply({ action: "open_panel", open_panel: panel });
  if (frame.name === "nothing") reply({ action: "noop" });
  if (frame.name === "wrong") reply({ action: "noop", error: "no such city" });
  if (frame.name === "die") process.exit(3);
}`;

describe("slash commands over RPC", () => {
  it("are listed with their owners", async () => {
    const host = new RpcHost({ extensions: { cmd: commander } });
    const answer = (await host.ask({ type: "list_commands", id: "l" })) as {
      data: { commands: { name: string; extension?: string }[] };
    };
    expect(answer.data.commands).toContainEqual({ name: "ask", description: "the ask", extension: "cmd" });
    expect(
      answer.data.commands.filter(({ extension }) => extension === undefined).map(({ name }) => name),
    ).toEqual(["clear", "compact", "model", "reload-ext"]);
  });

  it("take each of their five actions, and are answered with it", async () => {
    const host = new RpcHost({ extensions: { cmd: commander } });
    const invoke = (id: string, name: string, args?: string) =>
      host.ask({ type: "invoke_command", id, name, ...(args === undefined ? {} : { args }) });
    expect(await invoke("1", "put")).toMatchObject({ success: true, data: { action: "insert" } });
    expect(await host.next({ type: "ext_insert" })).toEqual({
      type: "ext_insert",
      extension: "cmd",
      text: "text",
    });
    expect(await invoke("2", "show")).toMatchObject({ data: { action: "display" } });
    expect(await host.next({ type: "ext_display" })).toEqual({
      type: "ext_display",
      extension: "cmd",
      text: "shown",
    });
    expect(await invoke("3", "nothing")).toMatchObject({ data: { action: "noop" } });
    expect(await invoke("4", "ask", "  the moon ")).toMatchObject({ data: { action: "prompt" } });
    expect(await host.next({ type: "ext_submit" })).toEqual({
      type: "ext_submit",
      extension: "cmd",
      text: "say asked for the moon",
    });
    expect(await host.next({ type: "user_message" })).toMatchObject({
      content: [{ type: "text", text: "say asked for the moon" }],
    });
    expect(await host.next({ type: "assistant_message" })).toMatchObject({
      content: [{ type: "text", text: "asked for the moon" }],
    });
    await host.next({ type: "done" });
    expect(await invoke("5", "open")).toMatchObject({ data: { action: "open_panel" } });
    await host.next({ type: "ext_panel_open" });
  });

  it("that submit a prompt wait for the one that runs", async () => {
    const host = new RpcHost({ extensions: { cmd: commander } });
    host.send({ type: "prompt", id: "p", message: "say first\nstall" });
    await host.next({ type: "text_delta" });
    expect(await host.ask({ type: "invoke_command", id: "i", name: "ask", args: "more" })).toMatchObject({
      success: true,
    });
    host.send({ type: "abort", id: "a" });
    await host.next({ type: "done" });
    expect(await host.next({ type: "user_message" })).toMatchObject({
      content: [{ type: "text", text: "say asked for more" }],
    });
    expect(await host.finish()).toEqual({ code: 0, signal: null });
  });

  it("that fail say why", async () => {
    const host = new RpcHost({ extensions: { cmd: commander }, args: ["--deadline-command", "300"] });
    const invoke = (id: string, name: string) => host.ask({ type: "invoke_command", id, name });
    expect(await invoke("1", "unheard")).toMatchObject({
      success: false,
      error: expect.stringContaining("/unheard"),
    });
    expect(await invoke("2", "wrong")).toMatchObject({ success: false, error: "no such city" });
    expect(await invoke("3", "late")).toMatchObject({ success: false, error: expect.stringMatching(/./) });
    expect(await invoke("4", "die")).toMatchObject({ success: false, error: expect.stringMatching(/./) });
    expect(await host.ask({ type: "ping", id: "5" })).toMatchObject({ success: true });
  });

  it("of the host itself are carried out, or refused while it is busy", async () => {
    const host = new RpcHost();
    const invoke = (id: string, name: string, args = "") =>
      host.ask({ type: "invoke_command", id, name, args });
    host.send({ type: "prompt", id: "p", message: "stall" });
    await host.next({ type: "turn_start" });
    expect(await invoke("1", "clear")).toMatchObject({ success: false });
    host.send({ type: "abort", id: "a" });
    await host.next({ type: "done" });
    expect(await invoke("2", "compact")).toMatchObject({ success: true, data: { action: "noop" } });
    expect(await invoke("3", "clear")).toMatchObject({ success: true, data: { action: "noop" } });
    expect(await invoke("4", "model", "scripted-priced")).toMatchObject({ success: true });
    expect(await invoke("5", "model", "nope")).toMatchObject({ success: false });
    expect(await invoke("6", "reload-ext")).toMatchObject({ success: true });
    expect(await host.ask({ type: "get_state", id: "7" })).toMatchObject({
      data: { model: "scripted-priced", message_count: 0 },
    });
  });
});

describe("panels over RPC", () => {
  it("are opened, get keys, are rendered anew, and closed once, by either side", async () => {
    const host = new RpcHost({ extensions: { cmd: commander } });
    await host.ask({ type: "invoke_command", id: "1", name: "open" });
    expect(await host.next({ type: "ext_panel_open" })).toEqual({
      type: "ext_panel_open",
      extension: "cmd",
      panel: { id: "main", title: "Todos", lines: ["one"], footer: "x done" },
    });
    expect(await host.ask({ type: "panel_key", id: "2", panel_id: "main", key: "down" })).toEqual({
      type: "response",
      id: "2",
      command: "panel_key",
      success: true,
    });
    expect(await host.next({ type: "ext_panel_render" })).toMatchObject({
      extension: "cmd",
      panel_id: "main",
      lines: ["down -"],
    });
    expect(await host.ask({ type: "panel_key", id: "3", panel_id: "other", key: "down" })).toMatchObject({
      success: false,
    });
    expect(await host.ask({ type: "panel_key", id: "4", panel_id: "main", key: "f13" })).toMatchObject({
      success: false,
    });
    expect(await host.ask({ type: "panel_key", id: "5", panel_id: "main", key: "rune" })).toMatchObject({
      success: false,
    });
    await host.ask({ type: "panel_close", id: "6", panel_id: "main" });
    await host.next({ type: "ext_panel_close", panel_id: "main" });
    expect(await host.next({ type: "ext_notify" })).toMatchObject({ message: "told of the end of main" });
    expect(await host.ask({ type: "panel_close", id: "7", panel_id: "main" })).toMatchObject({
      success: false,
    });
    await host.ask({ type: "invoke_command", id: "8", name: "open" });
    await host.ask({ type: "panel_key", id: "9", panel_id: "main", key: "rune", text: "q" });
    await host.next({ type: "ext_panel_close" });
    await host.finish();
    expect(host.types().filter((type) => type === "ext_panel_close")).toHaveLength(2);
  });
});

describe("extensions over RPC", () => {
  it("are listed with state, scope and what they offer", async () => {
    const host = new RpcHost({
      extensions: { cmd: commander, mute: "/* NO_HELLO */ function receive() {}" },
    });
    const states = async (id: string) => {
      const answer = (await host.ask({ type: "list_extensions", id })) as {
        data: { extensions: { name: string; state: string }[] };
      };
      return Object.fromEntries(answer.data.extensions.map(({ name, state }) => [name, state]));
    };
    expect(await states("1")).toMatchObject({ mute: "starting" });
    expect(await host.ask({ type: "list_extensions", id: "2" })).toMatchObject({
      data: {
        extensions: [
          { name: "cmd", version: "1.2.3", scope: "explicit", dir: join(host.folder, "extensions", "cmd") },
          { name: "mute" },
        ],
      },
    });
  });

  it("are reloaded when nothing runs, with a report", async () => {
    const host = new RpcHost({ extensions: { cmd: commander, broken: "process.exit(1)" } });
    host.send({ type: "prompt", id: "p", message: "wait 100\nsay first" });
    host.send({ type: "reload_extensions", id: "r" });
    host.send({ type: "prompt", id: "q", message: "say second" });
    expect(await host.next({ type: "response", id: "r" })).toEqual({
      type: "response",
      id: "r",
      command: "reload_extensions",
      success: true,
      data: {
        stopped: 1,
        loaded: expect.any(Number),
        ready: 1,
        errors: [{ extension: "broken", message: expect.stringMatching(/./) }],
      },
    });
    await host.finish();
    const order = host
      .frames()
      .flatMap((frame) => (frame.type === "response" ? [frame.id] : frame.type === "done" ? ["done"] : []));
    expect(order).toEqual(["p", "done", "r", "q", "done"]);
  });

  it("name themselves in the results of their tools", async () => {
    const tool = `send({ type: "register_tool", name: "city", description: "d", schema: { type: "object" } }); send({ type: "ready" });
      function receive(frame) { if (frame.type === "tool_call") {
        send({ type: "tool_progress", id: frame.id, text: "asking" });
        send({ type: "tool_result", id: frame.id, content: [{ type: "text", text: "Oslo" }] }); } }`;
    const host = new RpcHost({ extensions: { geo: tool } });
    host.send({ type: "prompt", id: "p", message: 'call city {}\nand call bash {"command":"true"}' });
    expect(await host.next({ type: "tool_progress", id: "call_1" })).toMatchObject({ text: "asking" });
    expect(await host.next({ type: "tool_result", id: "call_1" })).toEqual({
      type: "tool_result",
      id: "call_1",
      is_error: false,
      content: [{ type: "text", text: "Oslo" }],
      extension: "geo",
    });
    expect(await host.next({ type: "tool_result", id: "call_2" })).not.toHaveProperty("extension");
  });
});

describe("interception over RPC", () => {
  const guard = `send({ type: "subscribe", intercept: ["tool_call", "turn_start", "assistant_message"], events: ["turn_start", "turn_end", "tool_call", "assistant_message", "session_start"] });
    send({ type: "ready" });
    function receive(frame) {
      if (frame.type !== "event_intercept") return;
      const answer = (more) => send({ type: "event_intercept_response", id: frame.id, ...more });
      if (frame.event === "tool_call") {
        const { command } = frame.tool_args;
        if (command === "forbidden") answer({ block: true, reason: "not that" });
        else if (command === "other") answer({ modified_args: { command: "echo rewritten" } });
        else if (command !== "hang") answer({});
      } else if (frame.event === "assistant_message" && frame.text.includes("secret")) answer({ replace_text: "[redacted]" });
      else if (frame.event === "assistant_message" && frame.text.includes("nasty")) answer({ block: true, reason: "too nasty" });
      else answer({});
    }`;

  it("shows each outcome, in causal order", async () => {
    const host = new RpcHost({ extensions: { guard }, args: ["--deadline-intercept", "300"] });
    const calls = ["forbidden", "other", "hang", "echo fine"].map(
      (command) => `call bash ${JSON.stringify({ command })}`,
    );
    host.send({ type: "prompt", id: "p", message: calls.join("\nand ") });
    await host.next({ type: "done" });
    const story = host.frames().flatMap((frame) => {
      if (frame.type === "ext_intercept")
        return [`${frame.event} ${frame.outcome} ${frame.tool_id ?? frame.step ?? ""}`.trim()];
      if (frame.type === "tool_result")
        return [`${frame.id} ${frame.is_error} ${JSON.stringify(frame.content)}`];
      return ["turn_start", "turn_end", "done"].includes(frame.type) ? [frame.type] : [];
    });
    expect(story.slice(0, 10)).toEqual([
      "turn_start",
      "turn_start allowed 1",
      "turn_end",
      "tool_call blocked call_1",
      'call_1 true [{"type":"text","text":"not that"}]',
      "tool_call rewritten call_2",
      'call_2 false [{"type":"text","text":"rewritten"}]',
      "tool_call timed_out call_3",
      expect.stringMatching(/^call_3 true/),
      "tool_call allowed call_4",
    ]);
  });

  it("shows replaced text only, and the reason of a refused message", async () => {
    const host = new RpcHost({ extensions: { guard } });
    host.send({ type: "prompt", id: "p", message: "say the secret is 42" });
    expect(await host.next({ type: "assistant_message" })).toMatchObject({
      content: [{ type: "text", text: "[redacted]" }],
    });
    await host.next({ type: "done" });
    host.send({ type: "prompt", id: "q", message: "say something nasty" });
    expect(await host.next({ type: "ext_notify" })).toEqual({
      type: "ext_notify",
      extension: "guard",
      level: "warn",
      message: "too nasty",
    });
    await host.next({ type: "done" });
    const shown = host.frames().filter(({ type }) => type === "text_delta" || type === "assistant_message");
    expect(JSON.stringify(shown)).not.toMatch(/secret|nasty/);
  });

  it("tells the extension of events in causal order", async () => {
    const host = new RpcHost({ extensions: { guard }, args: ["--trace", "trace.ndjson"] });
    host.send({ type: "prompt", id: "p", message: 'say look\ncall bash {"command":"true"}' });
    await host.next({ type: "done" });
    await host.finish();
    const told = readTrace(join(host.work, "trace.ndjson"))
      .filter(({ pipe, direction }) => pipe === "ext:guard" && direction === "out")
      .map(({ line }) => JSON.parse(line))
      .map(({ type, event }) => (event === undefined ? type : `${type} ${event}`));
    expect(told).toEqual([
      "hello_ack",
      "event session_start",
      ...[
        "event turn_start",
        "event_intercept turn_start",
        "event_intercept assistant_message",
        "event assistant_message",
      ],
      ...["event tool_call", "event turn_end", "event_intercept tool_call"],
      ...[
        "event turn_start",
        "event_intercept turn_start",
        "event_intercept assistant_message",
        "event assistant_message",
        "event turn_end",
      ],
      "shutdown",
    ]);
  });

  it("ends a refused turn with its reason", async () => {
    const gate = `send({ type: "subscribe", intercept: ["turn_start"] }); send({ type: "ready" });
      function receive(frame) { if (frame.type === "event_intercept") send({ type: "event_intercept_response", id: frame.id, block: true, reason: "after hours" }); }`;
    const host = new RpcHost({ extensions: { gate } });
    host.send({ type: "prompt", id: "p", message: "say hi" });
    expect(await host.next({ type: "ext_intercept" })).toMatchObject({
      outcome: "blocked",
      step: 1,
      reason: "after hours",
    });
    expect(await host.next({ type: "turn_end" })).toMatchObject({ stop: "error", error: "after hours" });
    await host.next({ type: "done" });
  });
});

describe("approval of tools", () => {
  const call = 'call bash {"command":"echo ran"}';

  it("is asked for with --no-yolo only, after the interceptors, before the tool", async () => {
    const host = new RpcHost({ args: ["--no-yolo"] });
    host.send({ type: "prompt", id: "p", message: call });
    const asked = await host.next({ type: "tool_approval_request" });
    expect(asked).toEqual({
      type: "tool_approval_request",
      approval_id: expect.any(String),
      id: "call_1",
      name: "bash",
      args: { command: "echo ran" },
    });
    expect(host.types()).not.toContain("tool_result");
    expect(await host.ask({ type: "tool_approval", id: "1", approval_id: "zzz", allow: true })).toMatchObject(
      { success: false },
    );
    expect(
      await host.ask({ type: "tool_approval", id: "2", approval_id: String(asked.approval_id), allow: true }),
    ).toEqual({
      type: "response",
      id: "2",
      command: "tool_approval",
      success: true,
    });
    expect(await host.next({ type: "tool_result" })).toMatchObject({
      is_error: false,
      content: [{ type: "text", text: "ran" }],
    });
  });

  it("that is denied gives the model the reason", async () => {
    const host = new RpcHost({ args: ["--no-yolo"] });
    host.send({ type: "prompt", id: "p", message: call });
    const { approval_id } = await host.next({ type: "tool_approval_request" });
    host.send({ type: "tool_approval", id: "1", approval_id, allow: false, reason: "not here" });
    expect(await host.next({ type: "tool_result" })).toMatchObject({
      is_error: true,
      content: [{ type: "text", text: "not here" }],
    });
  });

  it("ends with an abort, and with the client", async () => {
    const host = new RpcHost({ args: ["--no-yolo"] });
    host.send({ type: "prompt", id: "p", message: call });
    await host.next({ type: "tool_approval_request" });
    host.send({ type: "abort", id: "a" });
    expect(await host.next({ type: "tool_result" })).toMatchObject({ is_error: true });
    await host.next({ type: "done" });
    host.send({ type: "prompt", id: "q", message: call });
    await host.next({ type: "tool_approval_request" });
    expect(await host.finish()).toEqual({ code: 0, signal: null });
    expect(
      host
        .frames()
        .filter((frame) => frame.type === "tool_result")
        .map((frame) => frame.is_error),
    ).toEqual([true, true]);
  });
});
