/** Each outcome of an interception, where a user can see it: events, logs, the chat and stderr. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { RpcHost, StartedHost } from "./started-host.js";

/** A guard over tool calls that does this when it is asked. */
function guard(does: string): string {
  return `send({ type: "subscribe", intercept: ["tool_call"] });
send({ type: "ready" });
function receive(frame) {
  const answer = (more) => send({ type: "event_intercept_response", id: frame.id, ...more });
  if (frame.type === "event_intercept") { ${does} }
}`;
}

/** In load order; the last one ends the chain. */
const extensions = {
  allows: guard("answer({});"),
  rewrites: guard(`answer({ modified_args: { command: "echo changed" }, reason: "safer" });`),
  silent: guard(""),
  dies: guard("process.exit(7);"),
  sloppy: guard("answer({ modified_args: 7 });"),
  blocks: guard(`answer({ block: true, reason: "not today" });`),
};
const options = { extensions, args: ["--deadline-intercept", "500"] };
const prompt = 'call bash {"command":"echo ran"}';
const malformed = /^malformed answer: .*modified_args/;

/** The outcome that the host noted in the log of each guard. */
function logged(host: StartedHost): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.keys(extensions).map((name) => {
      const log = readFileSync(join(host.home, "logs", `ext-${name}.log`), "utf8");
      return [name, /host: tool_call \S+ (.*)$/m.exec(log)?.[1]];
    }),
  );
}

const inLogs = {
  allows: "allowed",
  rewrites: "rewritten: safer",
  silent: "timed_out: it did not answer in time",
  dies: "crashed: it exited with code 7",
  sloppy: expect.stringMatching(/^crashed: malformed answer: .*modified_args/),
  blocks: "blocked: not today",
};
const inWords = [
  "[rewrites] changed the tool_call: safer",
  "[silent] timed out when asked about tool_call",
  "[dies] failed when asked about tool_call: it exited with code 7",
  expect.stringMatching(/^\[sloppy\] failed when asked about tool_call: malformed answer: .*modified_args/),
  "[blocks] blocked the tool_call: not today",
];

describe("every outcome", () => {
  it("is an event of RPC and a line in the log of its guard", async () => {
    const host = new RpcHost(options);
    host.send({ type: "prompt", id: "p", message: prompt });
    await host.next({ type: "done" });
    const events = host.frames().flatMap((frame) => {
      if (frame.type !== "ext_intercept") return [];
      return [[frame.extension, frame.outcome, frame.reason]];
    });
    expect(events).toEqual([
      ["allows", "allowed", undefined],
      ["rewrites", "rewritten", "safer"],
      ["silent", "timed_out", "it did not answer in time"],
      ["dies", "crashed", "it exited with code 7"],
      ["sloppy", "crashed", expect.stringMatching(malformed)],
      ["blocks", "blocked", "not today"],
    ]);
    expect((await host.finish()).code).toBe(0);
    expect(logged(host)).toEqual(inLogs);
  });

  it("is an event of json mode", async () => {
    const host = new StartedHost({ ...options, mode: ["--json", prompt] });
    await host.finish();
    const events = host.stdout.split("\n").flatMap((line) => {
      const event = line === "" ? {} : (JSON.parse(line) as Record<string, unknown>);
      return event.type === "ext_intercept" ? [event.outcome] : [];
    });
    expect(events).toEqual(["allowed", "rewritten", "timed_out", "crashed", "crashed", "blocked"]);
  });

  it("that changed something is a line of the chat", async () => {
    const host = new StartedHost({ ...options, mode: ["--plain"] });
    host.child.stdin?.end(`${prompt}\n`);
    await host.ended;
    expect(host.stdout.split("\n").filter((line) => line.startsWith("["))).toEqual(inWords);
    expect(logged(host)).toEqual(inLogs);
  });

  it("that changed something is a line on the stderr of print mode", async () => {
    const host = new StartedHost({ ...options, mode: ["-p", prompt] });
    await host.finish();
    const lines = host.stderr.split("\n").map((line) => line.replace("extproto-host: ", ""));
    expect(lines.filter((line) => line.startsWith("["))).toEqual(inWords);
  });
});
