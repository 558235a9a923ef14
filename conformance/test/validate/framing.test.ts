import { describe, expect, test } from "vitest";
import { extproto, reports } from "./extproto.js";

const ready = '{"type":"ready"}';
const note = (message: string) => JSON.stringify({ type: "notify", level: "info", message });

/** The verdict on the first line, and the rule and column of each of its problems. */
async function first(input: string | Buffer, ...args: readonly string[]) {
  const { code, lines } = await reports(input, ...args);
  const [report] = lines;
  return {
    code,
    verdict: report?.verdict,
    problems: report?.problems.map(({ rule, column }) => [rule, column]),
  };
}

const invalid = (...problems: readonly [string, number][]) => ({ code: 1, verdict: "invalid", problems });
const valid = { code: 0, verdict: "valid", problems: [] };

describe("the ends of lines", () => {
  test.each([
    ["empty", "\n"],
    ["of spaces", "  \t\n"],
    ["of a CR", "\r\n"],
  ])("a blank line (%s)", async (_, input) => {
    expect(await first(input)).toEqual(invalid(["blank-line", 1]));
  });

  test("a blank line between frames is counted and named", async () => {
    const { code, stdout } = await extproto(["validate", "-"], { input: `${ready}\n\n${ready}\n` });
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: [
        "stdin:2:1  the line is blank: expected a frame (senders write no blank lines)",
        "3 frames: 2 valid, 0 unknown, 1 invalid",
        "fits: extension 2, host 0",
        "",
      ].join("\n"),
    });
  });

  test("a last line without line feed", async () => {
    expect(await first(ready)).toEqual(invalid(["no-line-feed", 17]));
    const { stdout } = await extproto(["validate", "-"], { input: ready });
    expect(stdout).toContain("the line is not ended by a line feed: expected a line feed after every frame");
  });

  test("CR LF is tolerated", async () => {
    const { code, lines } = await reports(`${ready}\r\n`);
    expect([code, lines[0]?.notes]).toEqual([0, []]);
  });

  test("CR LF is a note in strict mode, not a failure", async () => {
    const { code, lines } = await reports(`${ready}\r\n`, "--strict");
    expect([code, lines[0]?.verdict]).toEqual([0, "valid"]);
    expect(lines[0]?.notes).toEqual([
      {
        path: "",
        line: 1,
        column: 17,
        rule: "carriage-return",
        expected: "a single line feed",
        actual: "ended by CR LF",
      },
    ]);
    const { stdout } = await extproto(["validate", "-", "--strict"], { input: `${ready}\r\n` });
    expect(stdout).toContain("stdin:1:17  note  the line is ended by CR LF: expected a single line feed\n");
  });

  test("only 0x0A separates: U+2028, U+2029, U+0085 and an escaped LF are content", async () => {
    const { code, lines } = await reports(`${note("a\u2028b\u2029c\u0085d")}\n${note("a\nb")}\n`);
    expect([code, lines.map(({ line, verdict }) => [line, verdict])]).toEqual([
      0,
      [
        [1, "valid"],
        [2, "valid"],
      ],
    ]);
  });

  test("a lone CR does not separate", async () => {
    expect(await first(`${ready}\r${ready}\n`)).toEqual(invalid(["json", 18]));
  });
});

describe("the encoding", () => {
  test("a byte order mark", async () => {
    expect(await first(`\uFEFF${ready}\n`)).toEqual(invalid(["byte-order-mark", 1]));
    const { stdout } = await extproto(["validate", "-"], { input: `\uFEFF${ready}\n` });
    expect(stdout).toContain("the line is preceded by a byte order mark: expected UTF-8 without one");
  });

  test("bytes that are not UTF-8 are reported at the first bad one, in characters", async () => {
    const input = Buffer.concat([
      Buffer.from('{"type":"é😀\uFFFD'),
      Buffer.from([0xff]),
      Buffer.from('"}\n'),
    ]);
    expect((await first(input)).problems?.at(-1)).toEqual(["utf-8", 13]);
    const { stdout } = await extproto(["validate", "-"], { input });
    expect(stdout).toContain("the line is not UTF-8 at its byte 19, 0xFF: expected UTF-8");
  });

  test("a cut character is not UTF-8", async () => {
    const input = Buffer.concat([Buffer.from(note("é")).subarray(0, -3), Buffer.from('"}\n')]);
    expect((await first(input)).problems).toEqual([["utf-8", 44]]);
  });

  test("UTF-16 gets a hint", async () => {
    const { lines } = await reports(Buffer.from(`\uFEFF${ready}\n`, "utf16le"));
    expect(lines[0]?.problems.find(({ rule }) => rule === "utf-8")?.hint).toBe("it looks like UTF-16");
  });

  test("columns count characters, not bytes or code units", async () => {
    expect(await first('{"type":"notify","level":"info","title":"中😀","message":1}\n')).toEqual(
      invalid(["type", 56]),
    );
  });

  test("the caret stands below the problem when wide characters come before it", async () => {
    const { stdout } = await extproto(["validate", "-"], { input: '{"a":"中😀","type":1}\n' });
    const characters = '{"a":"中😀","type":'.length - 1;
    expect(stdout.split("\n")[2]).toBe(`    ${" ".repeat(characters + 2)}^`);
  });
});

describe("the JSON", () => {
  test.each([
    ["a trailing comma", '{"type":"ready",}', 17, "a field name in double quotes"],
    ["a missing colon", '{"type" "ready"}', 9, "a colon"],
    ["a missing comma", '{"type":"ready" "a":1}', 17, "a comma"],
    ["an open object", '{"type":"ready"', 16, "a comma or a closing }"],
    ["an open string", '{"type":"ready}', 9, "a closing double quote"],
    ["a comment", '{"type":"ready" /* x */}', 17, "no comments"],
    ["two frames on a line", '{"type":"ready"} {"type":"ready"}', 18, "the end of the line"],
    ["no JSON at all", "Listening...", 1, "one JSON object on one line"],
    ["nesting too deep to follow", `{"a":${"[".repeat(100_000)}`, 1, "one JSON object on one line"],
  ])("%s is located", async (_, text, column, expected) => {
    const { lines } = await reports(`${text}\n`);
    expect(lines[0]?.problems).toMatchObject([{ rule: "json", column, expected, actual: "not JSON" }]);
  });

  test("something else than an object", async () => {
    expect(await first("[1]\n")).toEqual(invalid(["object", 1]));
  });

  test("a field written twice in one object, however deep and however spelt", async () => {
    expect(await first('{"type":"ready","type":"ready"}\n')).toEqual(invalid(["duplicate-key", 17]));
    const { lines } = await reports('{"type":"later","a":[{"b":1,"c":{"b":2}},{"b":1,"\\u0062":2}]}\n');
    expect(lines[0]).toMatchObject({
      verdict: "invalid",
      problems: [{ rule: "unknown-type" }, { path: "/a/1/b", rule: "duplicate-key", column: 49 }],
    });
    const { stdout } = await extproto(["validate", "-"], { input: '{"type":"ready","type":"ready"}\n' });
    expect(stdout).toContain("/type is written more than once: expected each field once in its object");
  });

  test("deep nesting is judged like any frame", async () => {
    const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
    expect(await first(`{"type":"notify","level":"info","message":"m","x":${deep}}\n`)).toEqual(valid);
  });
});

describe("the length of lines", () => {
  /** A notify frame whose line has this many bytes with its LF. */
  const sized = (bytes: number) => `${note("x".repeat(bytes - note("").length - 1))}\n`;
  const limit = 4_194_304;

  test("4 MiB with the line feed is the most for extproto", async () => {
    expect(await first(sized(limit))).toEqual(valid);
    expect(await first(sized(limit + 1))).toEqual(invalid(["line-length", 1]));
  });

  test("says how long the line is and how long it may be, and goes on with the next line", async () => {
    const { code, stdout } = await extproto(["validate", "-"], {
      input: `${sized(5 * 1024 * 1024)}${ready}\n`,
    });
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^stdin:1:1 {2}the line is 5242880 bytes long with its line feed: expected at most 4194304 \(4 MiB\)\n/,
    );
    expect(stdout).toContain("2 frames: 1 valid, 0 unknown, 1 invalid\n");
  });

  test("dhara has the same limit", async () => {
    expect(await first(sized(limit + 1), "--protocol", "dhara")).toEqual(invalid(["line-length", 1]));
  });

  test("an RPC client may write 16 MiB, a server more", async () => {
    const prompt = (bytes: number) => {
      const empty = JSON.stringify({ type: "prompt", id: "1", message: "" }).length + 1;
      return `${JSON.stringify({ type: "prompt", id: "1", message: "x".repeat(bytes - empty) })}\n`;
    };
    const most = 16_777_216;
    const client = ["--protocol", "rpc", "--from", "client"];
    expect(await first(prompt(most), ...client)).toEqual(valid);
    expect(await first(prompt(most + 1), ...client)).toEqual(invalid(["line-length", 1]));
    const delta = `${JSON.stringify({ type: "text_delta", delta: "x".repeat(most) })}\n`;
    const { code, lines } = await reports(delta, "--protocol", "rpc");
    expect([code, lines[0]?.fits]).toEqual([0, ["server"]]);
  });
});
