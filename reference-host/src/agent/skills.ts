/** Skills: instructions in Markdown that the model loads when a request matches their description. */
import { readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { readRegularFileLater } from "../files/regular-file.js";
import { builtinSkills } from "./builtin-skills.js";
import { messageOf } from "./errors.js";
import { splitFrontmatter } from "./frontmatter.js";

/** A skill that can be loaded. */
export interface Skill {
  readonly name: string;
  readonly description: string;
  /** The path of its SKILL.md; undefined for a built-in one. */
  readonly path: string | undefined;
}

/** The skills of a host. */
export interface Skills {
  /** Sorted by name. */
  readonly list: readonly Skill[];
  readonly names: readonly string[];
  /** Files that are no skills although they should be, one sentence each. */
  readonly problems: readonly string[];
  /** What the model gets to read, undefined for an unknown name. */
  load(name: string): Promise<string | undefined>;
}

/** Where skills are looked for. */
export interface SkillOptions {
  readonly cwd: string;
  /** `$ZOT_HOME`. */
  readonly home: string;
  /** The user's home directory. */
  readonly userHome: string;
  /** Look into the directories too (`--with-skills`), not at the built-in skills alone. */
  readonly discover: boolean;
}

/** The directories that hold skills, the first of a name wins. */
export function skillDirectories({ cwd, home, userHome }: SkillOptions): string[] {
  return [
    join(cwd, ".zot", "skills"),
    join(home, "skills"),
    join(cwd, ".claude", "skills"),
    join(userHome, ".claude", "skills"),
    join(cwd, ".agents", "skills"),
    join(userHome, ".agents", "skills"),
  ];
}

/** Finds all skills. A broken one is reported and left out; it hides no other of its name. */
export async function discoverSkills(options: SkillOptions): Promise<Skills> {
  const found = new Map<string, Skill>();
  const problems: string[] = [];
  for (const directory of options.discover ? skillDirectories(options) : []) {
    for (const path of skillFiles(directory)) {
      const skill = await readSkill(path);
      if (typeof skill === "string") problems.push(skill);
      else if (!found.has(skill.name)) found.set(skill.name, skill);
    }
  }
  for (const { name, description } of builtinSkills) {
    if (!found.has(name)) found.set(name, { name, description, path: undefined });
  }
  const list = [...found.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
  return {
    list,
    names: list.map(({ name }) => name),
    problems,
    async load(name) {
      const skill = found.get(name);
      return skill === undefined ? undefined : loaded(skill);
    },
  };
}

/** What the system prompt says of the skills; undefined where there are none. */
export function skillsParagraph(skills: Skills): string | undefined {
  if (skills.list.length === 0) return undefined;
  const lines = skills.list.map(
    ({ name, description, path }) => `- ${name} [${path ?? "builtin"}]: ${description}`,
  );
  return `Available skills (load one with the \`skill\` tool when a request matches its description, then follow it):\n${lines.join("\n")}`;
}

function skillFiles(directory: string): string[] {
  let names: string[];
  try {
    names = readdirSync(directory).sort();
  } catch {
    return [];
  }
  return names.map((name) => join(directory, name, "SKILL.md")).filter(isThere);
}

/** A folder of that name is nobody's mistake; anything else that is no file is told when it is read. */
function isThere(path: string): boolean {
  const there = statSync(path, { throwIfNoEntry: false });
  return there !== undefined && !there.isDirectory();
}

/** The skill, or what is wrong with it. */
async function readSkill(path: string): Promise<Skill | string> {
  try {
    const { fields } = await splitFrontmatter((await readRegularFileLater(path)).toString("utf8"));
    const name =
      typeof fields.name === "string" && fields.name.trim() !== ""
        ? fields.name.trim()
        : basename(dirname(path));
    const { description } = fields;
    if (typeof description !== "string" || description.trim() === "") {
      return `${path}: has no description in its frontmatter; add one that says when to use the skill`;
    }
    // One line of the list each: a description cannot forge a second entry.
    return { name: oneLine(name), description: oneLine(description), path };
  } catch (error) {
    return `${path}: ${messageOf(error)}`;
  }
}

function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}

async function loaded(skill: Skill): Promise<string> {
  const { name, description, path } = skill;
  const body =
    path === undefined
      ? (builtinSkills.find((builtin) => builtin.name === name)?.body ?? "")
      : (await splitFrontmatter((await readRegularFileLater(path)).toString("utf8"))).body;
  const place = path === undefined ? "" : `\n\nFiles that this skill refers to are in ${dirname(path)}.`;
  return `# Skill: ${name}\n\n${description}${place}\n\n---\n\n${body}`;
}
