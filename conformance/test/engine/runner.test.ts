import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Case } from "../../src/case/format.js";
import { judgeTrace } from "../../src/judge/judge-trace.js";
import type { RunOptions, RunResult } from "../../src/run/contract.js";
import { runAll } from "../../src/run/run-all.js";
import { readTrace } from "../../src/run/trace-file.js";
import { transforms } from "../../src/run/transforms.js";
import { caseOf, extensionHead } from "./cases.js";
import { type ProcessTargetOptions, processTarget } from "./process-target.js";

let out: string;
beforeAll(() => {
  out = mkdtempSync(join(tmpdir(), "engine-"));
});
afterAll(() => rmSync(out, { recursive: true }));

const program = (name: string) => fileURLToPath(new URL(`programs/${name}.mjs`, import.meta.url));

const callTool = caseOf(
  `${extensionHead}each: tool
steps:
  - host sends: { type: tool_call, id: c1, name: { $ref: tool.name }, args: { $args: valid } }
  - host receives: { type: tool_result, id: c1, content: [{ type: text, text: hi }] }
    within: { $deadline: tool }
`,
  "call-tool",
);

async function check(
  name: string,
  theCase: Case = callTool,
  options: Partial<RunOptions> & ProcessTargetOptions = {},
): Promise<RunResult> {
  const { run, patience: stopAfter, ...rest } = options;
  const target = processTarget(program(name), {
    ...(run === undefined ? {} : { run }),
    ...(stopAfter === undefined ? {} : { patience: stopAfter }),
  });
  const results = await runAll({
    target,
    cases: [theCase],
    options: { out: join(out, name), patience: 2000, ...rest },
  });
  return results[0] as RunResult;
}

function rejudged(result: RunResult, theCase: Case = callTool): string {
  return JSON.stringify(judgeTrace(theCase, readTrace(result.trace ?? "")));
}

describe("a run", () => {
  it("passes a good program, and its re-judgement is the same byte for byte", async () => {
    const result = await check("good");
    expect(result.judgement).toMatchObject({ verdict: "pass", findings: [] });
    expect(result.judgement.assertions.map(({ status }) => status)).not.toContain("not-reached");
    expect(rejudged(result)).toBe(JSON.stringify(result.judgement));
  });

  it.each([
    ["answers-twice", "ext.tool.one-result", "duplicate", /exactly one tool_result/],
    ["forgets-id", "ext.tool.one-result", "unasked", /Copy the id of the tool_call/],
    ["prints-logs", "ext.framing.one-object-per-line", "invalid", /print logs to standard error/],
    ["never-answers", "ext.tool.one-result", "late", /Answer every tool_call with one tool_result/],
    ["dies-mid-call", "ext.tool.one-result", "late", /look at its standard error/],
    ["never-exits", "ext.shutdown.prompt-exit", "late", /Leave the main loop on shutdown/],
  ])("tells the author of %s what to change", async (name, requirement, difference, hint) => {
    // One that does not end is killed long after it is late, however noisy the machine is.
    const deadlines = { tool: { ms: 300 }, shutdown: { ms: 1 } };
    const result = await check(name, callTool, { run: { deadlines }, patience: 5000 });
    expect(result.judgement.verdict).toBe("fail");
    const finding = result.judgement.findings.find((each) => each.requirements.includes(requirement));
    expect(finding).toMatchObject({ difference, hint: expect.stringMatching(hint) });
    expect(rejudged(result)).toBe(JSON.stringify(result.judgement));
  });

  it("quotes the last words of a program that died", async () => {
    const { judgement } = await check("dies-mid-call");
    expect(judgement.findings[0]?.actual).toContain("TypeError: the city is undefined");
    expect(judgement.elapsed).toBeLessThan(2000);
  });

  it("is dependency-failed when the program never greets", async () => {
    const result = await check("never-hello");
    expect(result.judgement).toMatchObject({ verdict: "dependency-failed", why: "it ended" });
    expect(rejudged(result)).toBe(JSON.stringify(result.judgement));
  });

  it("is not made where the target does not offer what the case needs", async () => {
    const { needs: _, ...rest } = callTool;
    const result = await check("good", { ...rest, needs: [{ kind: "panel" }] });
    expect(result.judgement).toMatchObject({ verdict: "not-applicable", why: "it has no panel" });
    expect(result.trace).toBeUndefined();
  });

  it("is a harness error when an actor cannot do what a step asks", async () => {
    const impossible = caseOf(`${extensionHead}steps:
  - host stops reading
  - host receives: { type: notify }
`);
    expect((await check("good", impossible)).judgement).toMatchObject({
      verdict: "harness-error",
      why: "host could not stop reading: cannot stop reading",
    });
  });

  it("sees files, bindings of the run and the end of the process", async () => {
    const theCase = caseOf(`${extensionHead}files: { cwd/input.txt: hello }
steps:
  - files have: { path: cwd/input.txt, text: hello }
  - files write: { path: home/a/b.txt, text: x }
  - files have: home/a/b.txt
  - files remove: home/a
  - files lack: home/a/b.txt
  - host closes: stdin
  - host exits: { code: 0 }
`);
    expect((await check("good", theCase)).judgement).toMatchObject({ verdict: "pass", findings: [] });
  });
});

describe("every transform", () => {
  it.each([...transforms.keys()])("%s leaves the verdicts as they are", async (name) => {
    const transform = transforms.get(name);
    const options = { ...(transform === undefined ? {} : { transform }) };
    expect((await check("good", callTool, options)).judgement).toMatchObject({
      verdict: "pass",
      findings: [],
    });
    expect((await check("answers-twice", callTool, options)).judgement.verdict).toBe("fail");
  });
});

describe("afterwards", () => {
  const folders = () => readdirSync("/tmp").filter((name) => name.startsWith("xp-"));
  const alive = (pid: number): boolean => {
    try {
      process.kill(pid, 0);
      return !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
    } catch {
      return false;
    }
  };

  it("nothing is left: neither the folder nor a grandchild in a session of its own", async () => {
    const theCase = caseOf(`${extensionHead}steps:
  - files have: cwd/child.pid
    as: pid
`);
    const result = await check("leaves-a-child", theCase, { keep: true });
    const { header, events } = readTrace(result.trace ?? "");
    const pid = events.flatMap((event) => (event.kind === "file" ? [Number(event.text)] : [])).at(-1) ?? 0;
    expect(pid).toBeGreaterThan(0);
    await expect.poll(() => alive(pid)).toBe(false);
    const { run } = header.run.bindings as { run: { cwd: string } };
    const root = join(run.cwd, "..");
    expect(existsSync(root)).toBe(true);
    rmSync(root, { recursive: true });
    await check("leaves-a-child", theCase);
    expect(folders().filter((name) => root.endsWith(name))).toEqual([]);
  });

  it("runs side by side are as many as allowed, and their results are in the order of the plan", async () => {
    const target = processTarget(program("good"));
    const cases = ["a", "b", "c", "d"].map((id) => ({ ...callTool, id }));
    let running = 0;
    let most = 0;
    const results = await runAll({
      target,
      cases,
      options: {
        out: join(out, "parallel"),
        jobs: 2,
        repeat: 2,
        onStart: () => {
          most = Math.max(most, ++running);
        },
        onResult: () => {
          running--;
        },
      },
    });
    expect(most).toBe(2);
    expect(results.map(({ id }) => id)).toEqual([
      "a #1",
      "b #1",
      "c #1",
      "d #1",
      "a #2",
      "b #2",
      "c #2",
      "d #2",
    ]);
    expect(new Set(results.map(({ judgement }) => judgement.verdict))).toEqual(new Set(["pass"]));
    expect(new Set(results.map(({ trace }) => trace)).size).toBe(8);
  });

  it("an actor that is given up while it starts has ended before its folder is removed", async () => {
    const abort = new AbortController();
    let root = "";
    const good = processTarget(program("good"));
    const slow: typeof good = {
      ...good,
      actors: (context) => {
        const { folder } = context("host");
        root = folder.root;
        const start = async () => {
          abort.abort(new Error("by the user"));
          await new Promise((resolve) => setTimeout(resolve, 200));
          mkdirSync(join(folder.cwd, "late"), { recursive: true });
        };
        return [{ name: "host", start, perform: async () => undefined, stop: async () => undefined }];
      },
    };
    await runAll({
      target: slow,
      cases: [callTool],
      options: { out: join(out, "slow"), signal: abort.signal },
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect([root === "", existsSync(root)]).toEqual([false, false]);
  });

  it("an interruption ends runs at once and reports the rest as not run", async () => {
    const target = processTarget(program("never-exits"));
    const abort = new AbortController();
    const cases = ["a", "b"].map((id) => ({ ...callTool, id }));
    const before = performance.now();
    const results = await runAll({
      target,
      cases,
      options: {
        out: join(out, "interrupted"),
        signal: abort.signal,
        onStart: () => setTimeout(() => abort.abort(new Error("by the user")), 100),
      },
    });
    expect(performance.now() - before).toBeLessThan(2000);
    expect(results.map(({ judgement }) => judgement.verdict)).toEqual(["could-not-run", "could-not-run"]);
  });
});
