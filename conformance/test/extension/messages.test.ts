import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { extensionMutants, mutantOptions, writeMutant } from "../../src/targets/extension/mutants.js";
import { allCases, check, findings } from "./check.js";

const { mutants } = await extensionMutants();
const folder = mkdtempSync(join(tmpdir(), "xp-messages-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the author of a broken extension is told by one case: the finding about what is broken. */
async function told(name: string, caseName: string) {
  const mutant = mutants.find((each) => each.name === name);
  if (mutant === undefined) throw new Error(`there is no mutant ${name}`);
  const checked = await check(await writeMutant(folder, mutant), {
    cases: allCases.filter(({ id }) => id === `extension/${caseName}`),
    ...mutantOptions,
  });
  const about = findings(checked).find(({ requirements: [blamed] }) => blamed === mutant.breaks);
  if (about === undefined) throw new Error(`nothing was found: ${JSON.stringify(checked.results, null, 1)}`);
  const { requirements, expected, actual, hint } = about;
  return { requirements, expected, actual, hint };
}

describe("the author of an extension is told what to change when it", () => {
  it("prints a log line to standard output", async () => {
    expect(await told("prints-a-log-line", "tools/valid-call")).toEqual({
      requirements: ["ext.framing.one-object-per-line"],
      expected: "nothing but frames, each one JSON object",
      actual: expect.stringContaining("calling echo"),
      hint: "Only frames belong on standard output; print logs to standard error.",
    });
  });

  it("prints a log line before its hello", async () => {
    expect(await told("logs-before-hello", "lifecycle/hello-first")).toEqual({
      requirements: ["ext.handshake.hello-first"],
      expected: "a hello frame with name and version as the first line",
      actual: expect.stringContaining("starting"),
      hint: "Write hello before anything else; print logs to standard error.",
    });
  });

  it("forgets the id", async () => {
    expect(await told("forgets-the-id", "tools/valid-call")).toEqual({
      requirements: ["ext.tool.one-result"],
      expected: expect.stringContaining('a tool_result with the id "t-1"'),
      actual: expect.stringContaining('"id":"1"'),
      hint: "Copy the id of the tool_call into the tool_result, unchanged.",
    });
  });

  it("blocks on a tool call", async () => {
    expect(await told("blocks-on-a-call", "tools/valid-call")).toEqual({
      requirements: ["ext.tool.one-result"],
      expected: expect.stringContaining("tool_result"),
      actual: expect.stringMatching(/nothing .*arrived in \d/),
      hint: "Answer every tool_call with one tool_result that carries the id of the call, also when the tool fails, and do not wait for a later frame before you write it.",
    });
  });

  it("never exits", async () => {
    expect(await told("never-exits", "shutdown-and-reload/shutdown")).toEqual({
      requirements: ["ext.shutdown.prompt-exit"],
      expected: expect.stringContaining("host exits"),
      actual: expect.stringMatching(/arrived in \d/),
      hint: "Leave the main loop on shutdown, and end timers, threads and children that keep the process alive; do not wait for the end of input.",
    });
  });

  it("dies of a line that it does not understand, with its last words", async () => {
    expect(await told("dies-of-bad-json", "framing/bad-line-not-json")).toEqual({
      requirements: ["ext.framing.bad-lines-survived"],
      expected: expect.any(String),
      actual: expect.stringMatching(/process (had )?ended/),
      hint: expect.any(String),
    });
  });
}, 60_000);
