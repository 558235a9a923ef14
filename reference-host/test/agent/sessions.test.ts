import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { TranscriptMessage } from "../../src/agent/contract.js";
import {
  createSession,
  findSession,
  listSessions,
  readSession,
  resumeSession,
  sessionDirectory,
} from "../../src/agent/sessions.js";
import { harness, tool } from "./harness.js";
import { calls, says, scriptedProvider } from "./scripted-provider.js";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "sessions-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const facts = () => ({ home, cwd: "/project", provider: "test", model: "small", version: "1.0.0" });

/** A conversation with a tool call, recorded by a real agent. */
async function recorded() {
  const session = createSession(facts());
  const provider = scriptedProvider(
    calls([{ id: "c1", name: "weather", raw: '{"city":"Zürich"}' }], { text: "Ich schaue nach." }),
    says("Nebel, 16 °C ☁"),
    says("Bitte."),
  );
  const h = harness(provider, { tools: () => [tool("weather")], onTranscript: session.record });
  await h.run("Wetter in Zürich?");
  await h.run("danke");
  return { session, agent: h.agent };
}

/** Whether a provider takes the transcript: each call is answered by the message after it. */
function answered(messages: readonly TranscriptMessage[]): boolean {
  return messages.every(({ content }, at) =>
    content.every(
      (block) =>
        block.type !== "tool_call" ||
        messages[at + 1]?.content.some((next) => next.type === "tool_result" && next.callId === block.id) ===
          true,
    ),
  );
}

describe("a session file", () => {
  it("gives back transcript and cost", async () => {
    const { session, agent } = await recorded();
    expect(resumeSession(session.path, facts())).toMatchObject({
      meta: { id: session.id, cwd: "/project", provider: "test", model: "small", version: "1.0.0" },
      messages: agent.messages(),
      cumulative: agent.usage(),
      skipped: 0,
    });
  });

  it("is in the directory of its working directory, named by time and id, for the user alone", async () => {
    const now = () => new Date("2026-05-06T20:46:29.123Z");
    const session = createSession({ ...facts(), now });
    session.record({
      type: "message",
      message: { role: "user", content: [{ type: "text", text: "hi" }], time: "" },
    });
    expect(session.path).toMatch(/sessions\/[0-9a-f]{16}\/20260506-204629-[0-9a-f]{8}\.jsonl$/);
    expect(statSync(session.path).mode & 0o777).toBe(0o600);
    expect(statSync(sessionDirectory(facts())).mode & 0o777).toBe(0o700);
  });

  it("that was torn remembers that it was cleared", async () => {
    const { session } = await recorded();
    writeFileSync(session.path, readFileSync(session.path).subarray(0, -20));
    resumeSession(session.path, facts()).session.record({ type: "clear" });
    expect(resumeSession(session.path, facts()).messages).toEqual([]);
  });

  it.each([
    '{"typ\n{"ty',
    '{"type":"meta","meta":{"id":"5\n{\n{"type":"meta","meta":{"id":"5f","cw',
    '{"typ\n',
  ])("that was cut in its first row again and again is carried on: %j", (text) => {
    const path = join(home, "cut-aaaaaaaa.jsonl");
    writeFileSync(path, text);
    const { session, messages } = resumeSession(path, facts());
    expect(messages).toEqual([]);
    session.record({
      type: "message",
      message: { role: "user", content: [{ type: "text", text: "go on" }], time: "t" },
    });
    expect(readSession(path)).toMatchObject({ meta: { cwd: "/project" }, messages: [{ role: "user" }] });
  });

  it.each([
    ...[
      "Dear Ada,\n",
      '{"a":1}',
      '{"a":1}\n',
      '{"t":1}\n{"t":2}\n',
      '{"a":',
      '{"typ\n{"a":',
      '{"typ\n{"t":1}\n',
    ],
    ...['{"typ\nDear Ada,', '{"type":"message","me', "{ }"],
  ])("is not made of a file that is something else: %j", (text) => {
    const path = join(home, "letter.txt");
    writeFileSync(path, text);
    expect(() => resumeSession(path, facts())).toThrow("is not a session; it is left as it is");
    expect(readFileSync(path, "utf8")).toBe(text);
  });

  it("does not appear before the first message", () => {
    createSession(facts()).record({ type: "clear" });
    expect(readdirSync(home)).toEqual([]);
  });

  it("cut at any byte resumes with at most the incomplete line lost, and takes the next entry", async () => {
    const { session } = await recorded();
    const whole = readFileSync(session.path);
    const path = join(home, "cut-aaaaaaaa.jsonl");
    const lines = (bytes: Buffer) => bytes.toString("latin1").split("\n").length - 1;
    for (let length = 0; length <= whole.length; length++) {
      const cut = whole.subarray(0, length);
      writeFileSync(path, cut);
      const resumed = resumeSession(path, facts());
      // All complete lines count; stub results for calls whose result is lost come on top.
      const complete = join(home, "complete.jsonl");
      writeFileSync(complete, cut.subarray(0, cut.lastIndexOf(10) + 1));
      const least = readSession(complete).messages;
      expect(resumed.messages.length).toBeGreaterThanOrEqual(least.length);
      expect(answered(resumed.messages)).toBe(true);
      expect(resumed.skipped).toBeLessThanOrEqual(1);

      resumed.session.record({
        type: "message",
        message: { role: "user", content: [{ type: "text", text: "go on" }], time: "2026-05-06T20:46:29Z" },
      });
      const after = readSession(path);
      expect(after.messages.at(-1)?.content).toEqual([{ type: "text", text: "go on" }]);
      expect(after.messages.slice(0, -1)).toEqual(resumed.messages);
      expect(after.meta).toBeDefined();
      expect(lines(readFileSync(path))).toBeGreaterThan(lines(cut));
    }
    // Some 1,500 files, each written through to a disk that others may be using.
  }, 180_000);

  it("with a damaged line in its middle loses that line alone", async () => {
    const { session, agent } = await recorded();
    const lines = readFileSync(session.path, "utf8").split("\n");
    lines.splice(
      1,
      0,
      '{"type":"message","message":{"role":"user"}}',
      "{",
      '{"type":"from-the-future"}',
      "null",
    );
    writeFileSync(session.path, lines.join("\n"));
    expect(readSession(session.path)).toMatchObject({ messages: agent.messages(), skipped: 4 });
  });

  it("takes the place of the transcript at a compaction, and empties it at a clear", async () => {
    const { session, agent } = await recorded();
    const summary: TranscriptMessage = {
      role: "user",
      content: [{ type: "text", text: "summary" }],
      time: "t",
    };
    session.record({ type: "compaction", messages: [summary] });
    expect(readSession(session.path).messages).toEqual([summary]);
    session.record({ type: "clear" });
    expect(readSession(session.path)).toMatchObject({ messages: [], cumulative: agent.usage() });
  });

  it("is carried on: further messages of a resumed session are in the same file", async () => {
    const { session } = await recorded();
    const { session: again, messages, cumulative } = resumeSession(session.path, facts());
    const provider = scriptedProvider(says("hello again"));
    const h = harness(provider, { onTranscript: again.record });
    h.agent.restore(messages, cumulative);
    await h.run("are you there?");
    expect(provider.requests[0]?.messages).toHaveLength(messages.length + 1);
    expect(readSession(session.path)).toMatchObject({
      messages: h.agent.messages(),
      cumulative: h.agent.usage(),
    });
    expect(again.id).toBe(session.id);
  });

  it("that cannot be written is reported once and ends no prompt", async () => {
    const problems: string[] = [];
    writeFileSync(join(home, "sessions"), "in the way");
    const session = createSession({ ...facts(), onProblem: (message) => problems.push(message) });
    const h = harness(scriptedProvider(says("ok")), { onTranscript: session.record });
    expect((await h.run("hi")).at(-1)).toEqual({ type: "done" });
    expect(problems).toEqual([expect.stringContaining("no longer saved")]);
  });

  it("that does not exist is an error with a code", () => {
    expect(() => readSession(join(home, "none.jsonl"))).toThrow(
      expect.objectContaining({ code: "SESSION_UNREADABLE" }),
    );
  });
});

describe("the list of sessions", () => {
  it("has those of the working directory that hold a message, the latest first", async () => {
    const first = await recorded();
    const second = await recorded();
    utimesSync(first.session.path, 2_000_000_000, 2_000_000_000);
    const elsewhere = createSession({ ...facts(), cwd: "/other" });
    elsewhere.record({
      type: "message",
      message: { role: "user", content: [{ type: "text", text: "x" }], time: "" },
    });
    appendFileSync(join(sessionDirectory(facts()), "20260101-000000-bad.jsonl"), '{"type":"me');
    expect(listSessions(facts())).toMatchObject([
      {
        path: first.session.path,
        id: first.session.id,
        messageCount: 6,
        title: "Wetter in Zürich?",
        model: "small",
      },
      { path: second.session.path, id: second.session.id },
    ]);
    expect(listSessions({ home: "/nowhere", cwd: "/project" })).toEqual([]);
  });

  it("finds a session by path, id or the beginning of its id", async () => {
    const { session } = await recorded();
    for (const given of [session.path, session.id, session.id.slice(0, 5)]) {
      expect(findSession(given, facts())).toBe(session.path);
    }
    expect(() => findSession("zzz", facts())).toThrow(expect.objectContaining({ code: "SESSION_NOT_FOUND" }));
  });
});
