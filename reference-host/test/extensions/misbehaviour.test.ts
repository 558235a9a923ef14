/** Each misbehaving extension leaves the host and its neighbour intact, and the user told. */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isRunning, patient, type RunningManager, startWith, textResult } from "./running-manager.js";

/** The neighbour still answers. */
async function expectNeighbourIntact({ manager }: RunningManager): Promise<void> {
  const called = await manager.callTool("echo", { still: "here" }, patient);
  expect(called).toEqual(textResult('{"still":"here"}', "well-behaved"));
}

function stateOf({ manager }: RunningManager, name: string): string | undefined {
  return manager.list().find((extension) => extension.name === name)?.state;
}

/** The pid that the host noted in the extension's log. */
function pidOf(running: RunningManager, name: string): number {
  return Number(/\(pid (\d+)\)/.exec(running.log(name))?.[1]);
}

test("an extension that never says hello is given up at the deadline, ended and reported", async () => {
  const running = await startWith(["never-hello", "well-behaved"], { deadlines: { hello: 2_000 } });
  expect((await running.told("problem")).message).toContain(
    "never-hello could not be started: sent no hello within 2000 ms",
  );
  expect(stateOf(running, "never-hello")).toBe("failed");
  await expectNeighbourIntact(running);
  await running.manager.stop();
  expect(isRunning(pidOf(running, "never-hello"))).toBe(false);
});

test("a second hello is ignored and reported", async () => {
  const running = await startWith(["hello-twice", "well-behaved"]);
  expect((await running.told("problem")).message).toContain("a second hello");
  expect(await running.manager.callTool("twice-greeted", {}, patient)).toEqual(
    textResult("still here", "hello-twice"),
  );
  await expectNeighbourIntact(running);
});

test("an extension that begins with another frame is not acknowledged and none of its registrations count", async () => {
  const running = await startWith(["wrong-first-frame", "well-behaved"]);
  expect((await running.told("problem")).message).toContain(
    "did not begin with hello but with: register_tool",
  );
  expect(running.manager.tools().map((tool) => tool.name)).toEqual(["echo"]);
  expect(stateOf(running, "wrong-first-frame")).toBe("failed");
  await expectNeighbourIntact(running);
});

test("an extension that dies in the handshake is reported with its exit code", async () => {
  const running = await startWith(["dies-in-handshake", "well-behaved"]);
  expect((await running.told("problem")).message).toContain(
    "dies-in-handshake could not be started: exited with code 3",
  );
  await expectNeighbourIntact(running);
});

test("a call of an extension that dies meanwhile fails at once, and its tool is offered no more", async () => {
  const running = await startWith(["dies-mid-call", "well-behaved"]);
  const called = await running.manager.callTool("die", {}, patient);
  expect(called.isError).toBe(true);
  expect(called.content).toEqual([
    { type: "text", text: "The extension dies-mid-call exited with code 7 before it answered." },
  ]);
  expect((await running.told("problem")).message).toContain("exited with code 7");
  expect(running.manager.tools().map((tool) => tool.name)).toEqual(["echo"]);
  const again = await running.manager.callTool("die", {}, patient);
  expect(again.isError).toBe(true);
  await expectNeighbourIntact(running);
});

test("a command of an extension that dies meanwhile fails at once, and so does the next", async () => {
  const running = await startWith(["dies-mid-call", "well-behaved"]);
  const outcome = await running.manager.invokeCommand("die", "", patient);
  expect(outcome).toEqual({
    action: "error",
    message: "dies-mid-call exited with code 7 before it answered",
  });
  expect(await running.manager.invokeCommand("die", "", patient)).toMatchObject({ action: "error" });
  await expectNeighbourIntact(running);
});

test("an interceptor that dies when it is asked lets the action pass, and is not asked again", async () => {
  const running = await startWith(["dies-mid-call", "well-behaved"]);
  expect(await running.manager.interceptTurn(1, patient.signal)).toEqual({ allow: true });
  expect((await running.told("intercept")).outcome).toMatchObject({
    extension: "dies-mid-call",
    outcome: "crashed",
  });
  expect(running.manager.intercepts("turn_start")).toBe(false);
  expect(await running.manager.interceptTurn(2, patient.signal)).toEqual({ allow: true });
  expect(running.events.filter((event) => event.type === "intercept")).toHaveLength(1);
});

test("a second answer to the same call is ignored", async () => {
  const running = await startWith(["answers-twice", "well-behaved"]);
  expect(await running.manager.callTool("twice", { n: 1 }, patient)).toEqual(
    textResult("first 1", "answers-twice"),
  );
  expect(await running.manager.callTool("twice", { n: 2 }, patient)).toEqual(
    textResult("first 2", "answers-twice"),
  );
  expect((await running.told("problem")).message).toContain("an answer to no open request");
  await expectNeighbourIntact(running);
});

test("an answer after the deadline is ignored and taken for no other call", async () => {
  const running = await startWith(["answers-late", "well-behaved"], { deadlines: { tool: 1_000 } });
  const first = await running.manager.callTool("late", {}, patient);
  expect(first.content).toEqual([
    { type: "text", text: "The tool late of answers-late did not answer within 1000 ms." },
  ]);
  expect(await running.manager.callTool("late", {}, patient)).toEqual(textResult("in time", "answers-late"));
  expect(running.log("answers-late")).toContain("ignored: a late answer");
  expect(running.events.flatMap((event) => (event.type === "problem" ? [event.message] : []))).toEqual([
    "answers-late did not answer the call of its tool late within 1000 ms",
    expect.stringMatching(/^answers-late sent a tool_result after its deadline, which was ignored; see /),
  ]);
  await expectNeighbourIntact(running);
});

test("an answer that crosses an abort is noted, and nobody is told", async () => {
  const running = await startWith(["answers-late", "well-behaved"]);
  const aborted = new AbortController();
  const first = running.manager.callTool("late", {}, { signal: aborted.signal });
  aborted.abort();
  expect((await first).isError).toBe(true);
  expect(await running.manager.callTool("late", {}, patient)).toEqual(textResult("in time", "answers-late"));
  expect(running.log("answers-late")).toContain("ignored: an answer that nobody wants any more");
  expect(running.events).toEqual([]);
});

test("an answer under a wrong id answers nothing", async () => {
  const running = await startWith(["answers-wrong-id", "well-behaved"], { deadlines: { tool: 1_000 } });
  const called = await running.manager.callTool("wrong", {}, patient);
  expect(called.isError).toBe(true);
  expect((await running.told("problem")).message).toContain(
    "answers-wrong-id sent something that was ignored",
  );
  await expectNeighbourIntact(running);
});

test("an extension that floods its stdout does not keep others from being heard", async () => {
  const running = await startWith(["floods-stdout", "well-behaved"]);
  for (let n = 0; n < 20; n++) await expectNeighbourIntact(running);
  await expect.poll(() => running.log("floods-stdout")).toContain("the unknown frame noise");
  const log = join(running.home, "logs", "ext-floods-stdout.log");
  expect(statSync(log).size).toBeLessThanOrEqual(4 * 1024 * 1024);
});

test("an extension that floods its stderr is read, and its log stays bounded", async () => {
  const running = await startWith(["floods-stderr", "well-behaved"]);
  expect(await running.manager.callTool("flood", {}, patient)).toEqual(
    textResult("flooded", "floods-stderr"),
  );
  expect((await running.told("problem")).message).toContain("its log is full");
  const log = join(running.home, "logs", "ext-floods-stderr.log");
  expect(statSync(log).size).toBeLessThanOrEqual(4 * 1024 * 1024);
  expect(statSync(`${log}.1`).size).toBeLessThanOrEqual(4 * 1024 * 1024);
  await expectNeighbourIntact(running);
});

test("an extension that never reads holds up nobody, and its requests run into their deadlines", async () => {
  const running = await startWith(["never-reads", "well-behaved"], {
    deadlines: { intercept: 1_000, tool: 1_000, shutdown: 300 },
  });
  const { manager } = running;
  const filler = "x".repeat(1024 * 1024);
  manager.emit({ type: "event", event: "assistant_message", text: filler });
  const verdict = manager.interceptToolCall({ toolId: "1", toolName: "read", toolArgs: {} }, patient.signal);
  await expectNeighbourIntact(running);
  expect(await verdict).toEqual({ allow: true, args: {} });
  expect((await running.told("intercept")).outcome.outcome).toBe("timed_out");
  expect((await manager.callTool("unread", {}, patient)).isError).toBe(true);
  await expectNeighbourIntact(running);
});

test("an extension for which too much waits is given up and reported", async () => {
  const running = await startWith(["never-reads", "well-behaved"]);
  const filler = "x".repeat(4 * 1000 * 1000);
  for (let n = 0; n < 10; n++)
    running.manager.emit({ type: "event", event: "assistant_message", text: filler });
  expect((await running.told("problem")).message).toContain("does not read its standard input");
  expect(stateOf(running, "never-reads")).toBe("failed");
  await expectNeighbourIntact(running);
});

test("a line over the limit is dropped and reported, and the line after it counts", async () => {
  const running = await startWith(["over-long-line", "well-behaved"]);
  expect(await running.manager.callTool("long", {}, patient)).toEqual(
    textResult("the line after", "over-long-line"),
  );
  expect((await running.told("problem")).message).toContain(
    "over-long-line sent a line of more than 4194304 bytes",
  );
  await expectNeighbourIntact(running);
});

test("characters that are split over many reads arrive whole", async () => {
  const running = await startWith(["splits-utf8"]);
  expect(await running.manager.callTool("split", {}, patient)).toEqual(
    textResult("16 °C, 霧, 🌫", "splits-utf8"),
  );
});

test("lines that end in CR LF, and blank lines, are taken without a word", async () => {
  const running = await startWith(["ends-lines-with-crlf"]);
  expect(await running.manager.callTool("crlf", {}, patient)).toEqual(
    textResult("a\r\nb", "ends-lines-with-crlf"),
  );
  expect(running.events).toEqual([]);
  expect(running.log("ends-lines-with-crlf")).not.toContain("ignored");
});

test("U+2028 and its like inside a string do not end a line", async () => {
  const running = await startWith(["line-separators"]);
  expect(await running.manager.callTool("separated", {}, patient)).toEqual(
    textResult("a\u2028b\u2029c\u0085d\u000be", "line-separators"),
  );
  expect(running.events).toEqual([]);
});

test("NUL bytes and invalid UTF-8 are ignored and reported, and the next line counts", async () => {
  const running = await startWith(["not-text", "well-behaved"]);
  expect(await running.manager.callTool("binary", {}, patient)).toEqual(
    textResult("after the bytes", "not-text"),
  );
  expect((await running.told("problem")).message).toContain("not-text sent something that was ignored");
  expect(running.log("not-text")).toContain("a line that is not UTF-8");
  expect(running.events.filter((event) => event.type === "notify")).toEqual([]);
  await expectNeighbourIntact(running);
});

test("an extension that ignores shutdown is sent SIGTERM after the grace and not before", async () => {
  const running = await startWith(["ignores-shutdown"], { deadlines: { shutdown: 400, kill: 10_000 } });
  const begun = performance.now();
  await running.manager.stop();
  const took = performance.now() - begun;
  expect(took).toBeGreaterThanOrEqual(400);
  expect(took).toBeLessThan(5_000);
  expect(isRunning(pidOf(running, "ignores-shutdown"))).toBe(false);
  expect(await running.told("problem")).toMatchObject({
    message: "ignores-shutdown did not exit within 400 ms of shutdown and was sent SIGTERM",
  });
});

test("an extension that ignores SIGTERM is killed", async () => {
  const running = await startWith(["ignores-sigterm"], { deadlines: { shutdown: 300, kill: 400 } });
  const begun = performance.now();
  await running.manager.stop();
  expect(performance.now() - begun).toBeGreaterThanOrEqual(700);
  expect(isRunning(pidOf(running, "ignores-sigterm"))).toBe(false);
  const killed = await running.told("problem", ({ message }) => message.endsWith("killed"));
  expect(killed.message).toBe("ignores-sigterm did not end within 400 ms of SIGTERM and was killed");
  expect(readFileSync(join(running.home, "logs", "ext-ignores-sigterm.log"), "utf8")).toContain(
    "caught SIGTERM",
  );
});

test("several unwilling extensions take no longer to stop than one", async () => {
  const unwilling = `process.on("SIGTERM", () => {}); begin("unwilling"); setInterval(() => {}, 1_000);`;
  const running = await startWith(["ignores-sigterm", { name: "unwilling", code: unwilling }], {
    deadlines: { shutdown: 900, kill: 900 },
  });
  const begun = performance.now();
  await running.manager.stop();
  expect(performance.now() - begun).toBeLessThan(3_500);
});

test("a grandchild that stays behind is ended with the group", async () => {
  const running = await startWith(["forks-grandchild", "well-behaved"], {
    deadlines: { shutdown: 300, kill: 300 },
  });
  const { message } = await running.told("notify");
  const grandchild = Number(message.split(" ")[1]);
  expect(isRunning(grandchild)).toBe(true);
  await running.manager.stop();
  expect(isRunning(grandchild)).toBe(false);
  expect(running.log("forks-grandchild")).toContain("left a process behind, which was sent SIGTERM");
});

test("an extension that closes its stdout counts as crashed and its process is ended", async () => {
  const running = await startWith(["closes-stdout", "well-behaved"], { deadlines: { kill: 300 } });
  const called = await running.manager.callTool("close", {}, patient);
  expect(called.content).toEqual([
    { type: "text", text: "The extension closes-stdout closed its standard output before it answered." },
  ]);
  expect((await running.told("problem")).message).toContain("closed its standard output");
  await expectNeighbourIntact(running);
  await running.manager.stop();
  expect(isRunning(pidOf(running, "closes-stdout"))).toBe(false);
});
