import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { plainSteps } from "../../case/evidence.js";
import { isObject } from "../../case/json.js";
import { loadCases } from "../../case/load.js";
import { loadProfile } from "./load-profile.js";
import { features, flags, runs, userWays } from "./profile-words.js";

const folder = mkdtempSync(join(tmpdir(), "xp-words-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sound = { command: "[host]", extension: '[--ext, "{dir}"]' };

/** What is wrong with a profile that has these fields. */
function problems(fields: Readonly<Record<string, string>>): string {
  const file = join(folder, "profile.yaml");
  const all = Object.entries({ name: "mine", ...sound, ...fields });
  writeFileSync(file, all.map(([name, text]) => `${name}: ${text}\n`).join(""));
  try {
    loadProfile(file);
    return "";
  } catch (error) {
    return (error as Error).message.replaceAll(`${file}:`, "");
  }
}

describe("a word of a profile that means nothing is an error:", () => {
  it.each([
    [{ extension: '[--ext, "{dri}"]' }, '3:20: {dri} stands for nothing in extension; did you mean "dir"?'],
    [
      { rpc: '{ args: ["{base_ulr}"] }' },
      '{base_ulr} stands for nothing in rpc.args; did you mean "base_url"?',
    ],
    [{ args: '["{dir}"]' }, "{dir} stands for nothing in args"],
    [{ env: '{ A: "{hme}" }' }, '{hme} stands for nothing in env.*; did you mean "home"?'],
    [
      { files: '{ cwd/a: "{base_ur}" }' },
      '{base_ur} stands for nothing in files.*; did you mean "base_url"?',
    ],
    [
      { deadlines: '{ tool: { default: 9, args: ["{mss}"] } }' },
      '{mss} stands for nothing in deadlines.*.args; did you mean "ms"?',
    ],
    [{ command: '["{nod}", host.mjs]' }, '{nod} stands for nothing in command; did you mean "node"?'],
    [{ command: '["a{node}"]' }, "in command {node} has to be a word by itself"],
    [{ lacks: "[two-modells]" }, 'no case asks about lacks "two-modells"; did you mean "two-models"?'],
    [{ lacks: "[--no-exts]" }, 'no case asks about lacks "--no-exts"; did you mean "--no-ext"?'],
    [{ lacks: "[ext lst]" }, 'no case asks about lacks "ext lst"; did you mean "ext list"?'],
    [
      { rpc: "{ args: [] }", user: "{ over: rpc, lacks: [pres] }" },
      'no case asks about user.lacks "pres"; did you mean "press"?',
    ],
    [{ extension: "[--ext, dir]" }, "3:12: extension never says {dir}, so the kit cannot put it in"],
    [
      { deadlines: "{ tool: { default: 9, args: [--tool] } }" },
      "deadlines.*.args never says {ms}, so the kit cannot put it in",
    ],
    [
      { deadlines: "{ tool: { default: 9, env: { TOOL: x } } }" },
      "deadlines.*.env never says {ms}, so the kit cannot put it in",
    ],
    [{ capabilities: "[tool_cancle]" }, 'capabilities has "tool_cancle"; did you mean "tool_cancel"?'],
    [
      { models: "{ active: a, provider: anthropc }" },
      'models.provider has "anthropc"; did you mean "anthropic"?',
    ],
    [
      { rpc: "{ args: [] }", user: "{ over: rpc }" },
      "user.over is rpc, but rpc.additions names no addition that it could go through",
    ],
    [
      { files: "{ cwd/../../x: y }" },
      'the file cwd/../../x has to lie below zot/, home/ or cwd/, without ".."',
    ],
    [{ files: "{ zott/models.json: y }" }, "the file zott/models.json has to lie below zot/"],
    [
      { deviations: "[{ requirement: nothing.like.it, reason: r }]" },
      "nothing.like.it is no requirement of the spec; `extproto list requirements` shows all",
    ],
  ])("%j", (fields, message) => {
    expect(problems(fields as Readonly<Record<string, string>>)).toContain(message);
  });

  it("where the file cannot be parsed, nothing else is said", () => {
    expect(problems({ args: "[a, " }).split("\n")).toHaveLength(1);
  });

  it("all others are none", () => {
    expect(
      problems({
        lacks: "[two-models, ext list --json, -e, juggling]",
        features: "[juggling]",
        capabilities: "[tool_cancel, juggling]",
        models: "{ active: a, provider: ollama }",
        env: '{ BASE: "{base_url}", CONFIG: "{home}/x" }',
        files: `{ cwd/a: '{"a": {b}, {juggle}}' }`,
      }),
    ).toBe("");
  });
});

describe("the words that are known", () => {
  const cases = loadCases(fileURLToPath(new URL("../../../cases", import.meta.url))).cases.filter(
    (theCase) => theCase.for === "host",
  );
  const needed = (kind: string) =>
    cases.flatMap(({ needs }) => needs.flatMap((need) => (need.kind === kind ? (need.value ?? []) : [])));

  it("are those of the kit's cases", () => {
    expect([...features]).toEqual([...new Set(needed("feature"))].sort());
    expect(userWays).toEqual(expect.arrayContaining(needed("user")));
    const given = cases.flatMap((theCase) => theCase.flags).filter((word) => word.startsWith("-"));
    expect([...flags, "--no-such-flag-at-all"].sort()).toEqual([...new Set(given)].sort());
  });

  it("are the actions and the command lines of the kit's cases", () => {
    const acts = cases
      .flatMap((theCase) => plainSteps(theCase))
      .flatMap((step) => (step.actor === "user" && step.kind === "act" ? [step] : []));
    expect(userWays).toEqual(expect.arrayContaining(acts.map(({ act }) => act)));
    const lines = acts.flatMap(({ act, value }) => {
      const asked = isObject(value) ? value : { args: value };
      return act === "run" && asked.program === undefined && Array.isArray(asked.args)
        ? [`${asked.args.join(" ")} `]
        : [];
    });
    const starts = (line: string) => runs.some((words) => line.startsWith(`${words} `));
    expect(lines.filter((line) => !starts(line))).toEqual([]);
    expect(runs.filter((words) => !lines.some((line) => line.startsWith(`${words} `)))).toEqual([]);
  });
});
