import { describe, expect, test } from "vitest";
import { extproto, reports } from "./extproto.js";

const lines = (...frames: readonly unknown[]) => frames.map((frame) => `${JSON.stringify(frame)}\n`).join("");
const ready = { type: "ready" };
const shutdown = { type: "shutdown" };
const close = { type: "panel_close", panel_id: "p1" };

describe("without --from", () => {
  test("a frame may come from either side, and each report says which", async () => {
    const { code, lines: found, summary } = await reports(lines(ready, shutdown, close));
    expect(code).toBe(0);
    expect(found.map(({ verdict, fits, frame }) => ({ verdict, fits, frame }))).toEqual([
      { verdict: "valid", fits: ["extension"], frame: "extproto.extension.ready" },
      { verdict: "valid", fits: ["host"], frame: "extproto.host.shutdown" },
      { verdict: "valid", fits: ["extension", "host"], frame: "extproto.extension.panel_close" },
    ]);
    expect(summary).toMatchObject({
      frames: 3,
      valid: 3,
      unknown: 0,
      invalid: 0,
      fits: { extension: 2, host: 2 },
    });
  });

  test("the summary for people counts per side", async () => {
    const { stdout } = await extproto(["validate", "-"], { input: lines(ready, shutdown, close) });
    expect(stdout).toBe(
      "3 frames: 3 valid, 0 unknown, 0 invalid\nfits: extension 2, host 2 (1 of them either)\n",
    );
  });

  test("an invalid frame is held against the side that has its type", async () => {
    const { code, lines: found } = await reports(lines({ type: "notify", level: "inf", message: 3 }));
    expect({ code, found }).toEqual({
      code: 1,
      found: [
        {
          line: 1,
          verdict: "invalid",
          fits: [],
          frame: "extproto.extension.notify",
          problems: [
            {
              path: "/level",
              line: 1,
              column: 26,
              rule: "value",
              expected: 'one of "info", "success", "warn", "error"',
              actual: '"inf"',
              hint: 'did you mean "info"?',
            },
            { path: "/message", line: 1, column: 42, rule: "type", expected: "a string", actual: "3" },
          ],
          notes: [],
        },
      ],
    });
  });
});

describe("for people", () => {
  test("each problem has its place, frame and words, and a caret below the line", async () => {
    const input = lines(ready, { type: "notify", level: "info", message: 3 });
    expect(await extproto(["validate", "-", "--from", "extension"], { input })).toEqual({
      code: 1,
      stdout: [
        "stdin:2:43  extproto.extension.notify  /message is 3: expected a string",
        '    {"type":"notify","level":"info","message":3}',
        "                                              ^",
        "2 frames: 1 valid, 0 unknown, 1 invalid",
        "",
      ].join("\n"),
      stderr: "",
    });
  });

  test("a missing field is reported at its object", async () => {
    const { stdout } = await extproto(["validate", "-"], { input: lines({ type: "notify", level: "info" }) });
    expect(stdout).toMatch(
      /^stdin:1:1 {2}extproto\.extension\.notify {2}\/message is missing: expected a string\n/,
    );
  });

  test("of a long line only the part around the problem is shown", async () => {
    const frame = {
      type: "tool_result",
      id: "1",
      content: [{ type: "text", text: "x".repeat(5000) }],
      is_error: "no",
    };
    const { stdout } = await extproto(["validate", "-"], { input: lines(frame) });
    const [, shown = "", caret = ""] = stdout.split("\n");
    expect(shown).toMatch(/^ {4}…x+"}\],"is_error":"no"}$/);
    expect(shown.slice(caret.length - 1)).toBe('"no"}');
  });

  test("what a terminal would obey is escaped", async () => {
    const input = `{"type":"ready","\\u001b[31m\\u202e":1}\n{"type":"\u009b31m\u202e"}\n`;
    const { stdout } = await extproto(["validate", "-", "--strict"], { input });
    for (const raw of ["\u001b", "\u009b", "\u202e"]) expect(stdout).not.toContain(raw);
    expect(stdout).toContain("/\\u001b[31m\\u202e is not a field of this frame");
    expect(stdout).toContain('/type is "\\u009b31m\\u202e"');
  });

  test("a frame with very many problems shows the first ones and counts the rest", async () => {
    const input = lines({ type: "tool_result", id: "1", content: Array(250).fill(1) });
    const { stdout } = await extproto(["validate", "-"], { input });
    expect(stdout.match(/expected an object/g)).toHaveLength(10);
    expect(stdout).toContain("stdin:1  and 240 more problems in this line\n");
    const { lines: found } = await reports(input);
    expect([found[0]?.problems.length, found[0]?.omitted]).toEqual([100, 150]);
  });

  test("output that is no terminal has no colours and no time, whatever CI and FORCE_COLOR say", async () => {
    const env = { CI: "true", FORCE_COLOR: "1" };
    const { stdout } = await extproto(["validate", "-"], { input: "{}\n", env });
    expect(stdout).not.toContain("\u001b");
    expect(stdout).not.toMatch(/ in \d+ m?s/);
  });
});

describe("an unknown type", () => {
  test("is reported as unknown with a guess, and is not a failure", async () => {
    const { code, stdout } = await extproto(["validate", "-"], { input: lines({ type: "helo" }) });
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: [
        'stdin:1:9  unknown  /type is "helo": expected a type that extproto has (did you mean "hello"?)',
        '    {"type":"helo"}',
        "            ^",
        "1 frame: 0 valid, 1 unknown, 0 invalid",
        "",
      ].join("\n"),
    });
  });

  test("is invalid with --strict", async () => {
    const { code, lines: found } = await reports(lines({ type: "helo" }), "--strict");
    expect(code).toBe(1);
    expect(found[0]).toMatchObject({ verdict: "invalid", frame: null, problems: [{ rule: "unknown-type" }] });
  });

  test.each([
    ["sent by the other side", "extproto", "extension", "hello_ack", "hello_ack is sent by the host"],
    [
      "misspelt and sent by the other side",
      "extproto",
      "extension",
      "helo_ack",
      'did you mean "hello_ack"? That is sent by the host',
    ],
    [
      "of another protocol",
      "extproto",
      "extension",
      "get_state",
      "get_state is sent by the client in --protocol rpc",
    ],
    ["sent by the other side of rpc", "rpc", "server", "get_state", "get_state is sent by the client"],
    ["like nothing known", "rpc", "server", "zzzzzzzz", undefined],
  ])("%s", async (_, protocol, from, type, hint) => {
    const { code, lines: found } = await reports(lines({ type }), "--protocol", protocol, "--from", from);
    // Only what the other side is known to send is certainly wrong here.
    const wrong = hint?.startsWith(`${type} is sent by the`) === true && !hint.includes("--protocol");
    expect({ code, verdict: found[0]?.verdict }).toEqual(
      wrong ? { code: 1, verdict: "invalid" } : { code: 0, verdict: "unknown" },
    );
    expect(found[0]?.problems[0]?.hint).toBe(hint);
  });
});

describe("an unknown variant", () => {
  test.each([
    [
      "event",
      { type: "event", event: "turn_strt" },
      "extproto.host.event",
      "/event",
      'did you mean "turn_start"?',
    ],
    [
      "action",
      { type: "command_response", id: "1", action: "promt" },
      "extproto.extension.command_response",
      "/action",
      'did you mean "prompt"?',
    ],
    [
      "command",
      { type: "response", id: "1", command: "get_stat", success: true },
      "rpc.server.response",
      "/command",
      'did you mean "get_state"?',
    ],
  ])("%s is unknown, and invalid with --strict", async (_, value, frame, path, hint) => {
    const args = frame.startsWith("rpc") ? ["--protocol", "rpc"] : [];
    const lenient = await reports(lines(value), ...args);
    expect(lenient.code).toBe(0);
    expect(lenient.lines[0]).toMatchObject({
      verdict: "unknown",
      fits: [],
      frame,
      problems: [{ path, rule: "unknown-variant", hint }],
    });
    const strict = await reports(lines(value), "--strict", ...args);
    expect([strict.code, strict.lines[0]?.verdict]).toEqual([1, "invalid"]);
  });
});

describe("strict mode", () => {
  test("reports unknown fields, at their names", async () => {
    const input = lines({ type: "notify", level: "info", message: "m", mesage: "n" });
    expect((await reports(input)).code).toBe(0);
    const { code, lines: found } = await reports(input, "--strict");
    expect(code).toBe(1);
    expect(found[0]?.problems).toMatchObject([{ path: "/mesage", column: 47, rule: "unknown-field" }]);
  });
});

describe("other protocols", () => {
  test("rpc: a command and its answer fit their sides", async () => {
    const input = lines(
      { type: "ping", id: "1" },
      { type: "response", id: "1", command: "nope", success: false, error: "no" },
    );
    const { code, lines: found } = await reports(input, "--protocol", "rpc");
    expect(code).toBe(0);
    expect(found.map(({ fits, frame }) => ({ fits, frame }))).toEqual([
      { fits: ["client"], frame: "rpc.client.ping" },
      { fits: ["server"], frame: "rpc.server.response/failure" },
    ]);
  });

  test("dhara: messages are told apart by method, result and error", async () => {
    const input = lines(
      { jsonrpc: "2.0", id: 1, error: { code: -32601, message: "no such method" } },
      { jsonrpc: "2.0", id: 1, method: "initialise" },
      { jsonrpc: "2.0", id: 1, result: { strange: true } },
    );
    const { lines: found } = await reports(input, "--protocol", "dhara");
    expect(found).toMatchObject([
      { verdict: "valid", fits: ["extension"], frame: "dhara.extension.error" },
      { verdict: "unknown", problems: [{ path: "/method", hint: 'did you mean "initialize"?' }] },
      { verdict: "unknown", frame: "dhara.extension.response", problems: [{ path: "/result", column: 34 }] },
    ]);
  });

  test("a frame of another protocol gets a hint", async () => {
    const rpc = await reports(lines({ jsonrpc: "2.0", id: 1, method: "shutdown" }));
    expect(rpc.lines[0]?.problems[0]?.hint).toBe("JSON-RPC needs --protocol dhara");
    const dhara = await reports(lines(ready), "--protocol", "dhara");
    expect(dhara.lines[0]?.problems[0]?.hint).toBe("frames with a type need --protocol extproto or rpc");
  });
});

test("stdout carries only JSON with --json: one object per line of input, then the summary", async () => {
  const { stdout, stderr } = await extproto(["validate", "-", "--json"], { input: "{}\n\nnonsense\n" });
  expect(stderr).toBe("");
  const parsed = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(parsed.map((each) => each.line ?? Object.keys(each))).toEqual([1, 2, 3, ["summary"]]);
  expect(parsed.at(-1)).toEqual({
    summary: {
      file: "-",
      protocol: "extproto",
      sides: ["extension", "host"],
      strict: false,
      frames: 3,
      valid: 0,
      unknown: 0,
      invalid: 3,
      fits: { extension: 0, host: 0 },
      interrupted: false,
    },
  });
});
