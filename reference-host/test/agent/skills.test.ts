import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { discoverSkills, skillsParagraph } from "../../src/agent/skills.js";
import { createBuiltinTools } from "../../src/tools/builtin.js";
import { harness } from "./harness.js";
import { calls, says, scriptedProvider } from "./scripted-provider.js";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "skills-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const places = () => ({ cwd: join(root, "project"), home: join(root, "zot"), userHome: join(root, "user") });
const builtin = "write-zot-extension";

function put(path: string, text: string): string {
  const file = join(root, path, "SKILL.md");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

const skill = (fields: string, body = "Do it.") => `---\n${fields}\n---\n\n${body}\n`;

describe("skills", () => {
  it("are the built-in ones alone unless the directories are asked for", async () => {
    put("project/.zot/skills/deploy", skill("description: Deploys."));
    expect((await discoverSkills({ ...places(), discover: false })).names).toEqual([builtin]);
    expect((await discoverSkills({ ...places(), discover: true })).names).toEqual(["deploy", builtin]);
  });

  it("are looked for in the documented order, the first of a name wins", async () => {
    const order = [
      "project/.zot/skills",
      "zot/skills",
      "project/.claude/skills",
      "user/.claude/skills",
      "project/.agents/skills",
      "user/.agents/skills",
    ];
    const found: (string | undefined)[] = [];
    const expected = order.map((place) => put(`${place}/${builtin}`, skill("description: Mine.")));
    for (const file of expected) {
      const { list } = await discoverSkills({ ...places(), discover: true });
      found.push(list.find(({ name }) => name === builtin)?.path);
      rmSync(dirname(file), { recursive: true });
    }
    expect(found).toEqual(expected);
    expect((await discoverSkills({ ...places(), discover: true })).list[0]?.path).toBeUndefined();
  });

  it("take their name from the frontmatter, else from the directory, and follow symbolic links", async () => {
    put("project/.zot/skills/a", skill("name: zeta\ndescription: Named.\nallowed-tools: [read]"));
    put("elsewhere/b", skill("description: >\n  Two\n  lines."));
    symlinkSync(join(root, "elsewhere/b"), join(root, "project/.zot/skills/linked"));
    const { list } = await discoverSkills({ ...places(), discover: true });
    expect(list.map(({ name, description }) => [name, description])).toEqual([
      ["linked", "Two lines."],
      [builtin, expect.any(String)],
      ["zeta", "Named."],
    ]);
  });

  it("may have a description that is not quite YAML", async () => {
    put("project/.zot/skills/a", skill("name: a\ndescription: Use when: the build is red"));
    const { list } = await discoverSkills({ ...places(), discover: true });
    expect(list[0]).toMatchObject({ name: "a", description: "Use when: the build is red" });
  });

  it("without a description are reported and hide no other of their name", async () => {
    const broken = put("project/.zot/skills/a", "# No frontmatter");
    const good = put("zot/skills/a", skill("description: Good."));
    const { list, problems } = await discoverSkills({ ...places(), discover: true });
    expect(list[0]?.path).toBe(good);
    expect(problems).toEqual([expect.stringContaining(broken)]);
  });

  it("are listed in the system prompt, loaded by the model and given to it with their files' place", async () => {
    const file = put(
      "project/.zot/skills/deploy",
      skill("description: Deploys the site.", "1. Run `make deploy`."),
    );
    const skills = await discoverSkills({ ...places(), discover: true });
    const provider = scriptedProvider(
      calls([
        { id: "c1", name: "skill", raw: '{"name":"deploy"}' },
        { id: "c2", name: "skill", raw: '{"name":"nope"}' },
        { id: "c3", name: "skill", raw: `{"name":"${builtin}"}` },
      ]),
      says("ok"),
    );
    const { run } = harness(provider, {
      system: () => skillsParagraph(skills) ?? "",
      tools: () => createBuiltinTools({ skills }),
    });
    const events = await run("deploy the site");
    expect(provider.requests[0]?.system).toContain(`- deploy [${file}]: Deploys the site.`);
    expect(provider.requests[0]?.system).toContain(`- ${builtin} [builtin]: `);
    expect(events.filter(({ type }) => type === "tool_result")).toMatchObject([
      {
        is_error: false,
        content: [
          {
            text: `# Skill: deploy\n\nDeploys the site.\n\nFiles that this skill refers to are in ${dirname(file)}.\n\n---\n\n1. Run \`make deploy\`.`,
          },
        ],
      },
      { is_error: true, content: [{ text: `unknown skill "nope"; there are: deploy, ${builtin}` }] },
      { is_error: false, content: [{ text: expect.stringContaining("register_tool") }] },
    ]);
  });
});
