import { describe, expect, it } from "vitest";
import type { Case, JsonObject } from "../../src/case/format.js";
import { requirements } from "../../src/case/register.js";
import type { JudgeConfig } from "../../src/judge/contract.js";
import { invariants } from "../../src/judge/invariants/registry.js";
import { caseOf, type EventInput, extensionHead, got, hostHead, play, wrote } from "./cases.js";

const extension = caseOf(`${extensionHead}steps:\n  - host never receives: { type: no-such-frame }\n`);
const host = caseOf(`${hostHead}steps:\n  - client fence\n`);

/** The requirements that the invariants see broken. */
function broken(
  theCase: Case,
  events: readonly EventInput[],
  changes: Partial<JudgeConfig> = {},
): readonly string[] {
  return play(theCase, events, changes)
    .judgement.findings.filter(({ assertion }) => assertion.startsWith("invariant"))
    .flatMap((finding) => finding.requirements);
}

const hello = got("host", { type: "hello", name: "a", version: "1" });
const ack = wrote("host", { type: "hello_ack", protocol_version: 1 });
const ready = got("host", { type: "ready" });
const opening = [hello, ack, ready];
const line = (text: string, more: object = {}): EventInput => ({
  kind: "received",
  actor: "host",
  line: text,
  bytes: Buffer.byteLength(text),
  ...more,
});

describe("the registry", () => {
  it("names invariants once, and only requirements of the spec", () => {
    expect(new Set(invariants.map(({ name }) => name)).size).toBe(invariants.length);
    for (const { requirements: ids } of invariants)
      for (const id of ids) expect(requirements().get(id), id).toBeDefined();
  });
});

describe("an extension", () => {
  it.each<[string, readonly EventInput[], readonly string[]]>([
    [
      "that does everything right",
      [...opening, got("host", { type: "notify", message: "m", level: "info" })],
      [],
    ],
    ["that writes hello, registrations and ready in one go", [hello, ready, ack], []],
    [
      "with frames and fields from the future",
      [
        ...opening,
        got("host", { type: "later", x: 1 }),
        got("host", { type: "notify", message: "m", level: "info", later: 1 }),
      ],
      [],
    ],
    ["that prints a log line", [...opening, line("starting up")], ["ext.framing.one-object-per-line"]],
    ["that writes a blank line", [...opening, line("")], ["ext.framing.one-object-per-line"]],
    ["that writes CRLF", [...opening, line('{"type":"later"}\r')], ["ext.framing.one-object-per-line"]],
    [
      "that repeats a field",
      [...opening, line('{"type":"later","a":1,"a":2}')],
      ["ext.framing.one-object-per-line"],
    ],
    ["that writes a list", [...opening, line("[1]")], ["ext.framing.one-object-per-line"]],
    ["that forgets the type", [...opening, line('{"a":1}')], ["ext.framing.one-object-per-line"]],
    [
      "that writes a byte order mark",
      [...opening, line('\uFEFF{"type":"later"}')],
      ["ext.framing.one-object-per-line"],
    ],
    [
      "that writes no UTF-8",
      [...opening, line("\uFFFD", { base64: "/w==" })],
      ["ext.framing.one-object-per-line"],
    ],
    [
      "whose last line has no LF",
      [...opening, line('{"type":"later"}', { ended: false })],
      ["ext.framing.one-object-per-line"],
    ],
    [
      "whose line is too long",
      [...opening, line('{"type":', { bytes: 4_194_304, cut: true })],
      ["ext.framing.line-limit-sent"],
    ],
    ["whose line is as long as can be", [...opening, line('{"type":"later"}', { bytes: 4_194_303 })], []],
    [
      "with an invalid frame",
      [...opening, got("host", { type: "notify", message: 3 })],
      ["ext.framing.extension-frames-valid"],
    ],
    [
      "that sends something before hello",
      [got("host", { type: "ready" }), ...opening],
      ["ext.handshake.hello-first"],
    ],
    [
      "whose hello lacks the version",
      [got("host", { type: "hello", name: "a" }), ack, ready],
      ["ext.framing.extension-frames-valid", "ext.handshake.hello-first"],
    ],
    ["that greets twice", [...opening, hello], ["ext.handshake.extension-keeps-to-state"]],
    [
      "that acknowledges a shutdown nobody asked for",
      [...opening, got("host", { type: "shutdown_ack" })],
      ["ext.handshake.extension-keeps-to-state"],
    ],
    ["that is ready twice", [...opening, ready], ["ext.ready.sent-once"]],
    [
      "that subscribes after ready",
      [...opening, got("host", { type: "subscribe", events: ["turn_start"] })],
      ["ext.subscribe.once-before-ready"],
    ],
    [
      "that pauses before ready",
      [
        got("host", { type: "hello", name: "a", version: "1" }, 1),
        wrote("host", { type: "hello_ack" }, 2),
        got("host", { type: "ready" }, 900),
      ],
      ["ext.ready.no-pause"],
    ],
    [
      "with a command in upper case",
      [hello, ack, got("host", { type: "register_command", name: "Go", description: "d" })],
      ["ext.register.command-name-lower-case"],
    ],
    [
      "that uses an addition the host lacks",
      [...opening, got("host", { type: "unregister_tool", name: "t" })],
      ["growth.capability.plain-host-untouched"],
    ],
  ])("%s", (_, events, expected) => {
    expect(broken(extension, events)).toEqual(expected);
  });

  const call = wrote("host", { type: "tool_call", id: "1", name: "t", args: {} });
  const result = (id: string) =>
    got("host", { type: "tool_result", id, content: [{ type: "text", text: "" }] });

  it.each<[string, readonly EventInput[], readonly string[]]>([
    ["answers once", [...opening, call, result("1")], []],
    ["answers twice", [...opening, call, result("1"), result("1")], ["ext.tool.one-result"]],
    ["answers under another id", [...opening, call, result("2")], ["ext.tool.one-result"]],
    [
      "answers an event",
      [...opening, wrote("host", { type: "event", event: "turn_end", stop: "end_turn" }), result("1")],
      ["ext.framing.one-way"],
    ],
    [
      "answers a request that was written as raw bytes",
      [
        ...opening,
        { kind: "raw", actor: "host", text: '{"type":"tool_call","id":"9","name":"t","args":{}}\n' },
        result("9"),
      ],
      [],
    ],
    [
      "answers again after it was started again",
      [...opening, call, result("1"), { kind: "started", actor: "host" }, ...opening, call, result("1")],
      [],
    ],
  ])("%s", (_, events, expected) => {
    expect(broken(extension, events)).toEqual(expected);
  });

  const shutdown = wrote("host", { type: "shutdown" }, 1000);
  const acknowledged = got("host", { type: "shutdown_ack" }, 1010);
  const exit = (t: number, signal: string | null = null): EventInput => ({
    kind: "exit",
    actor: "host",
    code: signal === null ? 0 : null,
    signal,
    t,
  });

  it.each<[string, readonly EventInput[], readonly string[]]>([
    ["ends when it is told to", [...opening, shutdown, acknowledged, exit(1100)], []],
    ["ends slowly but in time", [...opening, shutdown, acknowledged, exit(6900)], []],
    [
      "is seen to end before its acknowledgement is read",
      [...opening, shutdown, exit(1005), acknowledged],
      [],
    ],
    ["does not acknowledge", [...opening, shutdown, exit(1100)], ["ext.shutdown.prompt-exit"]],
    ["ends too late", [...opening, shutdown, acknowledged, exit(7100)], ["ext.shutdown.prompt-exit"]],
    [
      "has to be killed",
      [...opening, shutdown, acknowledged, exit(7100, "SIGKILL")],
      ["ext.shutdown.prompt-exit"],
    ],
    ["is killed before its time is over", [...opening, shutdown, exit(1310, "SIGTERM")], []],
    [
      "never ends",
      [...opening, shutdown, acknowledged, { kind: "tick", t: 7100 }],
      ["ext.shutdown.prompt-exit"],
    ],
    ["is left before its time is over", [...opening, shutdown, acknowledged], []],
    [
      "was killed by the case",
      [
        ...opening,
        { kind: "performed", actor: "host", send: 99, act: "signal", t: 900 },
        exit(950, "SIGTERM"),
      ],
      [],
    ],
  ])("%s", (_, events, expected) => {
    expect(broken(extension, events)).toEqual(expected);
  });

  it("is not blamed for what it did when the kit may have sent it a signal", () => {
    const facts = { shutdownBound: 300 };
    expect(broken(extension, [...opening, shutdown, exit(1310)], { facts })).toEqual([]);
    expect(broken(extension, [...opening, shutdown, exit(1290)], { facts })).toEqual([
      "ext.shutdown.prompt-exit",
    ]);
  });

  it("is late when the bound that was chosen is over", () => {
    const deadlines = { shutdown: { ms: 2000, bound: 1000 } };
    const events = [...opening, shutdown, acknowledged, exit(2100, "SIGTERM")];
    expect(broken(extension, events, { deadlines })).toEqual(["ext.shutdown.prompt-exit"]);
  });
});

describe("an extension that ends before it was told to", () => {
  const exit: EventInput = { kind: "exit", actor: "host", code: 3, signal: null };
  const found = (...events: EventInput[]) =>
    play(extension, events, { awaits: ["host"] }).judgement.findings.map(({ requirements: [id], actual }) => [
      id,
      actual,
    ]);

  const ended = (actual: string) => [["ext.crash.runs-until-told", actual]];
  const subscribed = got("host", { type: "subscribe", events: ["turn_end"] });
  const ask = (frame: JsonObject): EventInput => ({
    kind: "sent",
    actor: "host",
    line: JSON.stringify(frame),
    send: 0,
  });
  const turnEnd = { type: "event", event: "turn_end", stop: "end_turn" };

  it("is told with which code it did", () => {
    expect(found(hello, ack, exit)).toEqual(ended("the process ended with code 3 before it was ready"));
    expect(found(hello, ack, ready, exit)).toEqual(ended("the process ended with code 3"));
  });

  it("is told after which frame, where every host sends it", () => {
    expect(found(hello, ack, subscribed, ready, ask(turnEnd), exit)).toEqual(
      ended("the process ended with code 3 after event"),
    );
  });

  it("is left to the case where that sent what is not ordinary, or asked for something", () => {
    const odd: JsonObject[] = [
      { ...turnEnd, x: 1 },
      { ...turnEnd, stop: "end" },
      { type: "event", event: "turn_start", step: 1 },
      { type: "panel_key", panel_id: "p", key: "down" },
      { type: "tool_call", id: "t", name: "n", args: {} },
      { type: "x" },
    ];
    for (const frame of odd)
      expect(found(hello, ack, subscribed, ready, ask(frame), exit), JSON.stringify(frame)).toEqual([]);
  });

  it("is not blamed when it was told, killed, of another version or given up", () => {
    expect(found(hello, ack, ready, ask({ type: "shutdown" }), exit)).not.toContainEqual(
      expect.arrayContaining(["ext.crash.runs-until-told"]),
    );
    expect(found(hello, ack, ready, { ...exit, code: null, signal: "SIGTERM" })).toEqual([]);
    expect(found(hello, ask({ type: "hello_ack", protocol_version: 2 }), exit)).toEqual([]);
    expect(found(hello, ack, { kind: "interrupted", message: "m" }, exit)).toEqual([]);
  });
});

describe("a host towards an extension", () => {
  const greeted = [
    wrote("first", { type: "hello", name: "first" }),
    got("first", {
      type: "hello_ack",
      protocol_version: 1,
      zot_version: "1",
      provider: "p",
      model: "m",
      cwd: "/",
      extension_dir: "/",
      data_dir: "/",
    }),
  ];
  const isReady = [...greeted, wrote("first", { type: "ready" })];
  const subscribed = [
    ...greeted,
    wrote("first", {
      type: "subscribe",
      events: ["session_start", "turn_start", "assistant_message", "tool_call", "turn_end"],
    }),
    wrote("first", { type: "ready" }),
  ];
  const event = (name: string, fields: object = {}) =>
    got("first", { type: "event", event: name, ...fields });
  const turn = (step: number) => event("turn_start", { step });
  const end = event("turn_end", { stop: "end_turn" });
  const tool = (id: string) => event("tool_call", { tool_id: id, tool_name: "t", tool_args: {} });
  const said = event("assistant_message", { text: "x" });
  const ask = (actor: string, id: string, toolId: string, t?: number) =>
    got(
      actor,
      { type: "event_intercept", id, event: "tool_call", tool_id: toolId, tool_name: "t", tool_args: {} },
      t,
    );
  const other = greeted
    .concat(wrote("first", { type: "ready" }))
    .map((each) => ({ ...each, actor: "second" }));

  it.each<[string, readonly EventInput[], readonly string[]]>([
    [
      "that does everything right",
      [...subscribed, event("session_start"), turn(1), said, tool("a"), tool("b"), end, turn(2), end],
      [],
    ],
    [
      "that writes before hello_ack",
      [wrote("first", { type: "hello", name: "first" }), event("session_start")],
      ["ext.handshake.ack-first"],
    ],
    ["that writes before hello", [got("first", { type: "shutdown" })], ["ext.handshake.ack-first"]],
    ["that serves before ready", [...greeted, turn(1)], ["ext.handshake.host-keeps-to-state"]],
    ["that serves after a silence instead of ready", [...greeted, { ...turn(1), t: 400 }], []],
    [
      "that writes after shutdown",
      [...isReady, got("first", { type: "shutdown" }), turn(1)],
      ["ext.handshake.host-keeps-to-state"],
    ],
    [
      "that starts the session twice",
      [...subscribed, event("session_start"), event("session_start")],
      ["ext.event.session-start"],
    ],
    [
      "that starts the session late",
      [...subscribed, turn(1), event("session_start")],
      ["ext.event.session-start", "ext.event.session-start"],
    ],
    [
      "that sends events out of order",
      [...subscribed, event("session_start"), turn(1), end, said],
      ["ext.event.order"],
    ],
    [
      "that leaves a turn open",
      [...subscribed, event("session_start"), turn(1), turn(2)],
      ["ext.event.order"],
    ],
    [
      "that cancels for one who cannot",
      [...isReady, got("first", { type: "tool_cancel", id: "1" })],
      ["growth.capability.plain-extension-untouched"],
    ],
    [
      "that uses an id twice",
      [...isReady, ask("first", "1", "a"), ask("first", "1", "b")],
      ["ext.framing.request-id-unique"],
    ],
    [
      "that uses an id again after the answer",
      [
        ...isReady,
        ask("first", "1", "a"),
        wrote("first", { type: "event_intercept_response", id: "1" }),
        ask("first", "1", "b"),
      ],
      [],
    ],
    [
      "that asks two about one action at once",
      [...isReady, ...other, ask("first", "1", "a"), ask("second", "1", "a")],
      ["ext.intercept.serial"],
    ],
    [
      "that asks two about two actions at once",
      [...isReady, ...other, ask("first", "1", "a"), ask("second", "1", "b")],
      [],
    ],
    [
      "that asks the next one when the first is gone",
      [
        ...isReady,
        ...other,
        ask("first", "1", "a"),
        { kind: "exit", actor: "first", code: 1, signal: null },
        ask("second", "1", "a"),
      ],
      [],
    ],
  ])("%s", (_, events, expected) => {
    expect(broken(host, events)).toEqual(expected);
  });
});

describe("a host towards its client", () => {
  const prompt = [
    wrote("client", { type: "prompt", id: "p", message: "go" }),
    got("client", { type: "response", id: "p", command: "prompt", success: true, data: { started: true } }),
  ];
  const is = (type: string, fields: object = {}) => got("client", { type, ...fields });
  const user = is("user_message", { content: [{ type: "text", text: "go" }], time: "2024-01-01T00:00:00Z" });
  const start = (step: number) => is("turn_start", { step });
  const begins = is("assistant_start");
  const delta = is("text_delta", { delta: "hi" });
  const message = (text = "hi") =>
    is("assistant_message", { content: [{ type: "text", text }], time: "2024-01-01T00:00:00Z" });
  const end = is("turn_end", { stop: "end_turn" });
  const done = is("done");
  const call = is("tool_call", { id: "t", name: "x", args: {} });
  const result = is("tool_result", { id: "t", content: [], is_error: false });
  const good = [...prompt, user, start(1), begins, delta, message(), end, done];
  const pong = (id: string) =>
    got("client", { type: "response", id, command: "ping", success: true, data: { pong: true } });

  it.each<[string, readonly EventInput[], readonly string[]]>([
    ["that does everything right", good, []],
    [
      "with tools",
      [...prompt, user, start(1), begins, call, end, result, start(2), begins, delta, message(), end, done],
      [],
    ],
    [
      "with an abort",
      [...prompt, user, start(1), begins, delta, is("turn_end", { stop: "aborted" }), done],
      [],
    ],
    [
      "with notes between prompts",
      [...good, is("ext_notify", { extension: "e", message: "m", level: "info" })],
      [],
    ],
    ["that says done twice", [...good, done], ["rpc.order.done-last"]],
    ["that goes on after done", [...good, delta], ["rpc.order.done-last"]],
    ["that does not close a turn", [...prompt, user, start(1), done], ["rpc.event.turn-end"]],
    ["that counts turns wrongly", [...prompt, user, start(2), end, done], ["rpc.event.turn-start"]],
    [
      "that sends the message before its deltas",
      [...prompt, user, start(1), begins, message(), delta, end, done],
      ["rpc.order.model-call"],
    ],
    [
      "whose deltas are another text",
      [...prompt, user, start(1), begins, delta, message("ho"), end, done],
      ["rpc.event.text-delta"],
    ],
    [
      "that forgets a result",
      [...prompt, user, start(1), begins, call, end, done],
      ["rpc.event.tool-result"],
    ],
    [
      "that gives a result twice",
      [...prompt, user, start(1), begins, call, end, result, result, done],
      ["rpc.event.tool-result"],
    ],
    [
      "that gives a result nobody called for",
      [...prompt, user, start(1), begins, end, result, done],
      ["rpc.order.tool-results"],
    ],
    [
      "that repeats the user's message",
      [...prompt, user, start(1), end, user, done],
      ["rpc.event.user-message"],
    ],
    [
      "that prints a log line",
      [{ kind: "received", actor: "client", line: "debug", bytes: 5 }],
      ["rpc.framing.one-object-per-line"],
    ],
    [
      "with an invalid frame",
      [is("turn_start", { step: "1" })],
      expect.arrayContaining(["rpc.framing.server-frames-valid"]) as never,
    ],
    [
      "that answers twice",
      [wrote("client", { type: "ping", id: "1" }), pong("1"), pong("1")],
      ["rpc.framing.one-response"],
    ],
    [
      "that forgets the id",
      [
        wrote("client", { type: "ping", id: "1" }),
        got("client", { type: "response", command: "ping", success: true, data: { pong: true } }),
      ],
      ["rpc.framing.id-echo"],
    ],
    [
      "that answers bytes that were no command",
      [
        { kind: "raw", actor: "client", text: "nonsense\n" },
        got("client", { type: "response", command: "", success: false, error: "e" }),
      ],
      [],
    ],
    [
      "that puts the id of a command into an event",
      [...prompt, is("ext_notify", { extension: "e", message: "m", level: "info", id: "p" })],
      ["rpc.framing.id-echo"],
    ],
  ])("%s", (_, events, expected) => {
    expect(broken(host, events)).toEqual(expected);
  });
});
