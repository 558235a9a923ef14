import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { loadCases, readCase } from "./load.js";
import { problemText } from "./problem.js";

const read = (text: string) => readCase({ id: "c", file: "c.yaml", text });
const problems = (text: string) => read(text).problems.map(problemText);

const head = `title: A tool answers
proves: [ext.tool.one-result]
for: extension
`;

describe("a case file", () => {
  it("becomes a case", () => {
    const { case: theCase, problems: none } = read(`${head}each: tool
needs: [tool, { capability: tool_cancel }]
steps:
  - host sends: { type: tool_call, id: a, name: { $ref: tool.name }, args: { $args: valid } }
    label: asked
  - host receives: { type: tool_result, id: a }
    as: result
    not before: { since: asked, at least: { $deadline: tool, plus: 5 } }
    within: 50
  - any order:
      - host receives: { type: notify }
      - - host closes: stdin
        - host exits: { code: 0 }
`);
    expect(none).toEqual([]);
    expect(theCase).toEqual({
      id: "c",
      file: "c.yaml",
      title: "A tool answers",
      proves: ["ext.tool.one-result"],
      for: "extension",
      each: "tool",
      needs: [{ kind: "tool" }, { kind: "capability", value: "tool_cancel" }],
      begin: "ready",
      roles: {},
      extensions: {},
      model: [],
      flags: [],
      env: {},
      files: {},
      deadlines: {},
      steps: [
        {
          kind: "act",
          at: "1",
          line: 7,
          text: "host sends",
          actor: "host",
          act: "send",
          value: { type: "tool_call", id: "a", name: { $ref: "tool.name" }, args: { $args: "valid" } },
          label: "asked",
        },
        {
          kind: "await",
          at: "2",
          line: 9,
          text: "host receives",
          actor: "host",
          channel: "frame",
          pattern: { type: "tool_result", id: "a" },
          as: "result",
          notBefore: { since: "asked", atLeast: { $deadline: "tool", plus: 5 } },
          within: 50,
        },
        {
          kind: "any order",
          at: "3",
          line: 13,
          text: "any order",
          branches: [
            [
              {
                kind: "await",
                at: "3.1.1",
                line: 14,
                text: "host receives",
                actor: "host",
                channel: "frame",
                pattern: { type: "notify" },
              },
            ],
            [
              {
                kind: "act",
                at: "3.2.1",
                line: 15,
                text: "host closes",
                actor: "host",
                act: "close",
                value: "stdin",
              },
              {
                kind: "await",
                at: "3.2.2",
                line: 16,
                text: "host exits",
                actor: "host",
                channel: "exit",
                pattern: { code: 0 },
              },
            ],
          ],
        },
      ],
    });
  });

  it.each([
    [
      "a misspelt verb",
      `${head}steps:\n  - host recieves: { type: x }\n`,
      'c.yaml:5:5: "recieves" is no verb; did you mean "receives"? [CASE_UNKNOWN_VERB]',
    ],
    [
      "a verb that this actor does not have",
      `${head}steps:\n  - host dies\n`,
      expect.stringContaining("c.yaml:5:5: host has no verb dies; "),
    ],
    [
      "a misspelt option",
      `${head}steps:\n  - host receives: { type: x }\n    witin: 5\n`,
      'c.yaml:6:5: "witin" is no option of this step; did you mean "within"? [CASE_UNKNOWN_OPTION]',
    ],
    [
      "a misspelt requirement",
      "title: t\nproves: [ext.tool.one-resutl]\nfor: extension\nsteps:\n  - host exits: {}\n",
      'c.yaml:2:10: "ext.tool.one-resutl" is no requirement of the spec; did you mean "ext.tool.one-result"? [CASE_UNKNOWN_REQUIREMENT]',
    ],
    [
      "a misspelt actor",
      `${head}steps:\n  - hots receives: { type: x }\n`,
      'c.yaml:5:5: there is no actor "hots"; did you mean "host"? [CASE_UNKNOWN_ACTOR]',
    ],
    [
      "a misspelt operator",
      `${head}steps:\n  - host receives: { type: x, id: { $mathces: y } }\n`,
      'c.yaml:5:37: $mathces is no operator of patterns; did you mean "$matches"? [CASE_OPERATOR]',
    ],
    [
      "an operator in the wrong place",
      `${head}steps:\n  - host sends: { type: x, id: { $matches: y } }\n  - host exits: {}\n`,
      "c.yaml:5:34: $matches is an operator of patterns, not of sends [CASE_OPERATOR]",
    ],
    [
      "a misspelt field",
      `${head}stpes: []\nsteps:\n  - host exits: {}\n`,
      'c.yaml:4:1: "stpes" is no field of the case; did you mean "steps"? [CASE_UNKNOWN_FIELD]',
    ],
    [
      "a repeated key",
      `${head}title: again\nsteps:\n  - host exits: {}\n`,
      "c.yaml:4:1: this key stands twice in its mapping [CASE_DUPLICATE_KEY]",
    ],
    [
      "a repeated key deep in a frame",
      `${head}steps:\n  - host sends: { type: x, a: { b: 1, b: 2 } }\n`,
      "c.yaml:5:39: this key stands twice in its mapping [CASE_DUPLICATE_KEY]",
    ],
    [
      "two verbs in one step",
      `${head}steps:\n  - host receives: { type: x }\n    host sends: { type: y }\n`,
      "c.yaml:6:5: a step has one verb; begin a new step with `-` [CASE_TWO_VERBS]",
    ],
    [
      "nothing that it proves",
      "title: t\nproves: []\nfor: extension\nsteps:\n  - host exits: {}\n",
      "c.yaml:2:9: proves needs at least one element [CASE_EMPTY]",
    ],
    [
      "a regular expression that is none",
      `${head}steps:\n  - host receives: { type: { $matches: "(" } }\n`,
      expect.stringContaining("c.yaml:5:30: the regular expression cannot be read"),
    ],
    [
      "an alias",
      `${head}steps:\n  - host receives: &a { type: x }\n  - host receives: *a\n`,
      "c.yaml:6:20: aliases are not part of the format; write the value out [CASE_YAML]",
    ],
    [
      "a probe with the name of another actor",
      "title: t\nproves: [ext.tool.deadline]\nfor: host\nextensions: { client: {} }\nsteps:\n  - client fence\n",
      'c.yaml:4:15: "client" is the name of another actor [CASE_ACTOR_NAME]',
    ],
  ])("with %s is refused at its place", (_, text, expected) => {
    expect(problems(text)).toContainEqual(expected);
    expect(read(text).case).toBeUndefined();
  });

  it("that is no YAML at all is refused with line and column", () => {
    expect(problems("title: [")).toEqual([expect.stringMatching(/^c\.yaml:\d+:\d+: .* \[CASE_YAML\]$/)]);
    expect(problems("")).toEqual([expect.stringContaining("a case is a mapping")]);
  });

  it("may hold a field called __proto__ in a frame", () => {
    const { case: theCase } = read(`${head}steps:\n  - host receives: { __proto__: 1 }\n`);
    const [step] = theCase?.steps ?? [];
    expect(step?.kind === "await" && JSON.stringify(step.pattern)).toBe('{"__proto__":1}');
  });
});

describe("a folder of cases", () => {
  let folder = "";
  afterEach(() => rmSync(folder, { recursive: true }));
  const write = (files: Readonly<Record<string, string>>) => {
    folder = mkdtempSync(join(tmpdir(), "cases-"));
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(join(folder, name, ".."), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
  };
  const good = `${head}steps:\n  - host exits: {}\n`;

  it("is read in the order of its paths, which are the ids", () => {
    write({ "b/two.yaml": good, "a.yml": good, "notes.md": "" });
    expect(loadCases(folder).cases.map(({ id }) => id)).toEqual(["a", "b/two"]);
  });

  it("is refused with all its faults at once", () => {
    write({ "a.yaml": "title: [", "b.yaml": good.replace("one-result", "one-resul") });
    expect(() => loadCases(folder)).toThrow(/a\.yaml:1:\d+: [\s\S]*b\.yaml:2:10: /);
  });

  it("is refused when a twin is missing", () => {
    write({ "bad.yaml": `twin: goood\n${good}`, "good.yaml": good });
    expect(() => loadCases(folder)).toThrow(/the twin "goood" is not among the cases; did you mean "good"\?/);
  });
});
