import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { account, allCases, type CheckOptions, check, examples, findings, withVerdict } from "./check.js";

const folder = mkdtempSync(join(tmpdir(), "xp-blame-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** An extension with a program of its own. `begin` registers; `take` gets every frame. */
function extension(name: string, { begin, take }: { readonly begin: string; readonly take: string }): string {
  const path = join(folder, name);
  mkdirSync(path);
  writeFileSync(
    join(path, "extension.json"),
    JSON.stringify({ name, version: "1.0.0", exec: "node", args: ["main.mjs"] }),
  );
  writeFileSync(
    join(path, "main.mjs"),
    `import { writeSync } from "node:fs";
const send = (frame) => writeSync(1, JSON.stringify(frame) + "\\n");
const sleep = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
const tool = (name) => send({ type: "register_tool", name, description: "d", schema: { type: "object" } });
const stop = () => { send({ type: "shutdown_ack" }); process.exit(0); };
send({ type: "hello", name: ${JSON.stringify(name)}, version: "1.0.0" });
${begin}
function take(frame, line) {
${take}
}
let rest = Buffer.alloc(0);
process.stdin.on("data", (chunk) => {
  rest = Buffer.concat([rest, chunk]);
  for (let at = rest.indexOf(10); at >= 0; at = rest.indexOf(10)) {
    const line = rest.toString("utf8", 0, at);
    rest = rest.subarray(at + 1);
    take(JSON.parse(line), line);
  }
});
process.stdin.on("end", () => process.exit(0));
`,
  );
  return path;
}

const ready = 'send({ type: "ready" });';
const answers = `
  if (frame.type === "shutdown") stop();
  if (frame.type === "tool_call") send({ type: "tool_result", id: frame.id, content: [] });`;

const someCases = (...names: readonly string[]) =>
  allCases.filter(({ id }) => names.some((name) => id.startsWith(`extension/${name}`)));

/** Which requirements were found broken, in which runs. */
async function blamed(path: string, options: CheckOptions) {
  const checked = await check(path, options);
  const pairs = findings(checked).map(({ run, requirements: [requirement] }) => [
    run.replace("extension/", ""),
    requirement,
  ]);
  return { checked, blamed: pairs };
}

describe("an extension that dies of what a case sent is blamed for that and not for shutdown", () => {
  const badLines = someCases("framing/bad-line");

  it("the first example of the documentation, whose command may not be run", async () => {
    const { checked } = await blamed(join(examples, "hello-py"), { cases: badLines });
    expect(withVerdict(checked, "warn"), account(checked).join("\n")).toHaveLength(badLines.length);
  });

  it("one that only listens to events", async () => {
    const begin = `send({ type: "subscribe", events: ["turn_end"] }); ${ready}`;
    const path = extension("listens", { begin, take: "if (frame.type === 'shutdown') stop();" });
    const { checked, blamed: found } = await blamed(path, { cases: badLines });
    expect(found.map(([, requirement]) => requirement)).toEqual(
      found.map(() => "ext.framing.bad-lines-survived"),
    );
    expect(withVerdict(checked, "warn"), account(checked).join("\n")).toHaveLength(badLines.length);
  });

  it("one that dies of an event", async () => {
    const begin = `send({ type: "subscribe", events: ["turn_end"] }); ${ready}`;
    const take = `if (frame.event === "turn_end") throw new Error("no events");${answers}`;
    const { blamed: found } = await blamed(extension("dies-of-events", { begin, take }), {
      cases: someCases("framing/events-unanswered", "lifecycle/event-survived"),
    });
    expect(found).toEqual([
      ["framing/events-unanswered", "ext.crash.runs-until-told"],
      ["lifecycle/event-survived [event=turn_end]", "ext.crash.runs-until-told"],
    ]);
  });

  it("one that dies of every key", async () => {
    const begin = `send({ type: "register_command", name: "c", description: "d" }); ${ready}`;
    const take = `if (frame.type === "panel_key") throw new Error("no keys");${answers}
  if (frame.type === "command_invoked" && frame.name !== "c")
    send({ type: "command_response", id: frame.id, action: "noop", error: "no such command" });
  else if (frame.type === "command_invoked")
    send({ type: "command_response", id: frame.id, action: "open_panel", open_panel: { id: "p", title: "t", lines: [] } });`;
    const { blamed: found } = await blamed(extension("dies-of-keys", { begin, take }), {
      cases: someCases("panels", "framing/panel-input", "lifecycle/keys-and-close"),
      allowTools: true,
    });
    expect(new Set(found.map(([, requirement]) => requirement))).toEqual(
      new Set(["ext.crash.runs-until-told"]),
    );
    expect(found).toHaveLength(5);
  });

  it("one that dies of every call", async () => {
    const take = `if (frame.type === "tool_call") throw new Error("no calls");${answers}`;
    const path = extension("dies-of-calls", { begin: `tool("t"); ${ready}`, take });
    const { checked, blamed: found } = await blamed(path, {
      cases: someCases("shutdown-and-reload/shutdown", "tools/valid-call"),
      allowTools: true,
    });
    expect(found).toEqual([["tools/valid-call [tool=t]", "ext.tool.one-result"]]);
    expect(withVerdict(checked, "dependency-failed")).toEqual([
      "extension/shutdown-and-reload/shutdown-with-open-calls [tool=t]",
    ]);
    // The call of the kit's own first run was what kept it from acknowledging there.
    expect(withVerdict(checked, "pass")).toHaveLength(3);
  });

  it.each([
    ["nothing", ready],
    ["a tool", `tool("t"); ${ready}`],
  ])("one with %s that dies of frames of an unknown type", async (what, begin) => {
    const take = `if (frame.type.startsWith("x_")) throw new Error("what is that");${answers}`;
    const path = extension(`dies-of-the-unknown-with-${what.replace(" ", "-")}`, { begin, take });
    const { checked, blamed: found } = await blamed(path, {
      cases: someCases("growth/unknown-frame", "framing/frames-together", "framing/longest-line"),
      allowTools: true,
    });
    expect(found).toEqual([
      ["growth/unknown-frame-first", "growth.version.unknown-frame-ignored"],
      ["growth/unknown-frame", "growth.version.unknown-frame-ignored"],
    ]);
    expect(withVerdict(checked, "dependency-failed")).toEqual([
      "extension/framing/frames-together",
      "extension/framing/longest-line",
    ]);
  });

  it("one that dies of a field that it does not know", async () => {
    const take = `if (frame.type === "shutdown" && Object.keys(frame).length > 1) throw new Error("no");${answers}`;
    const path = extension("dies-of-a-field", { begin: ready, take });
    const { blamed: found } = await blamed(path, {
      cases: someCases("growth/unknown-field-in-shutdown", "framing/byte-by-byte", "framing/line-separators"),
    });
    expect(found).toEqual([["growth/unknown-field-in-shutdown", "growth.version.unknown-field-ignored"]]);
  });
}, 60_000);

describe("an extension that has survived all that came before", () => {
  it("is blamed for the shutdown that it does not acknowledge, wherever that shows", async () => {
    const take = `if (frame.type === "shutdown") process.exit(0);${answers}`;
    const path = extension("says-nothing", { begin: `tool("t"); ${ready}`, take });
    const { checked, blamed: found } = await blamed(path, {
      cases: someCases("tools/valid-call", "framing/byte-by-byte"),
      allowTools: true,
    });
    expect(found).toEqual([["tools/valid-call [tool=t]", "ext.shutdown.prompt-exit"]]);
    expect(checked.results.map(({ judgement }) => judgement.why)).toContain(
      "it does not acknowledge shutdown",
    );
  });
});

describe("what is said of an extension is true", () => {
  it("one without ready makes no pause while the host waits for it", async () => {
    const path = extension("is-not-ready", { begin: 'tool("t");', take: answers });
    const { blamed: found } = await blamed(path, {
      cases: someCases("growth/unknown-major", "tools/valid-call"),
      allowTools: true,
    });
    expect(found.map(([, requirement]) => requirement)).not.toContain("ext.ready.no-pause");
  });

  it("the last words of a crash name the error", async () => {
    const take = `if (line.includes("x_check")) throw new RangeError("beyond me");${answers}`;
    const path = extension("crashes", { begin: `tool("t"); ${ready}`, take });
    const checked = await check(path, { cases: someCases("growth/unknown-frame"), allowTools: true });
    for (const { actual } of findings(checked)) expect(actual).toContain("RangeError: beyond me");
  });

  it("an extension that has ended says no more, and is not waited for", async () => {
    const take = `if (frame.protocol_version === 999) process.exit(1);${answers}`;
    const path = extension("ends-without-a-word", { begin: ready, take });
    const { results } = await check(path, { cases: someCases("growth/unknown-major") });
    expect(results.map(({ judgement }) => judgement.verdict)).toEqual(["warn"]);
    for (const { judgement } of results) expect(judgement.elapsed).toBeLessThan(9_000);
  });
});

describe("the hint fits the fault", () => {
  const hints = async (name: string, program: { begin: string; take: string }, cases: readonly string[]) => {
    const checked = await check(extension(name, program), {
      cases: someCases(...cases),
      allowTools: true,
      toolTimeout: 1_500,
    });
    return findings(checked).map(({ hint }) => hint);
  };
  const tool = `tool("t"); ${ready}`;

  it("an answer under another id", async () => {
    const take = answers.replace("id: frame.id", "id: 'x' + frame.id");
    const told = await hints("other-id", { begin: tool, take }, [
      "tools/odd-arguments",
      "tools/unknown-tool",
    ]);
    expect(told).not.toEqual([]);
    for (const hint of told)
      expect(hint).toMatch(
        /^Copy the id of the (request|tool_call) into the (answer|tool_result), unchanged\.$/,
      );
  });

  it("a blank line that is not survived, where a call is to show it", async () => {
    const told = await hints("no-blank", { begin: tool, take: answers }, ["framing/bad-line-blank"]);
    expect(told).toEqual(["Skip blank lines."]);
  });

  it("a null in the place of an absent field", async () => {
    const take = `${answers}
  if (frame.type === "command_invoked") send({ type: "command_response", id: frame.id, action: "noop", error: null });`;
    const begin = `send({ type: "register_command", name: "c", description: "d" }); ${ready}`;
    const told = await hints("null", { begin, take }, ["commands/without-args"]);
    expect(new Set(told)).toEqual(new Set(["Leave /error out: what is absent is never null."]));
  });

  it("an end before anything was sent to it", async () => {
    const path = extension("ends-at-once", { begin: ready, take: answers });
    const missing = 'import "../shared/gone.mjs";\n';
    writeFileSync(join(path, "main.mjs"), missing);
    const checked = await check(path, { cases: someCases("lifecycle/hello-first", "lifecycle/runs-until") });
    expect(findings(checked).map(({ hint }) => hint)).toEqual([
      expect.stringMatching(
        /^The process ended .* standard error\. .* copy of its folder with an empty home/,
      ),
    ]);
    expect(account(checked)).toContainEqual(
      expect.stringMatching(
        /^dependency-failed extension\/lifecycle\/runs-until-told: .*exit code 1; its last words were .*shared\/gone\.mjs/,
      ),
    );
  });

  it("a byte order mark before hello", async () => {
    const path = extension("bom", { begin: ready, take: answers });
    const main = join(path, "main.mjs");
    writeFileSync(main, readFileSync(main, "utf8").replace("\nsend({", '\nwriteSync(1, "\\uFEFF");\nsend({'));
    const checked = await check(path, { cases: someCases("lifecycle/hello-first") });
    expect(findings(checked).map(({ requirements: [id], hint }) => [id, hint])).toContainEqual([
      "ext.handshake.hello-first",
      "Write no byte order mark.",
    ]);
    for (const { hint } of findings(checked)) expect(hint).not.toContain("logs");
  });
});
