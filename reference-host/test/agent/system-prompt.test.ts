import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { agentsFiles, customIdentity } from "../../src/agent/instructions.js";
import { composeSystemPrompt, defaultIdentity } from "../../src/agent/system-prompt.js";

const date = new Date(2026, 4, 6, 23, 30);

describe("the system prompt", () => {
  it("has identity, appended texts, AGENTS.md files, skills, date and working directory, in this order", () => {
    expect(
      composeSystemPrompt({
        identity: "You are terse.",
        append: ["One.", "Two."],
        agentsFiles: [{ path: "/p/AGENTS.md", text: "Use tabs." }],
        skills: "Available skills: none.",
        cwd: "/p",
        date,
      }),
    ).toBe(
      "You are terse.\n\nOne.\n\nTwo.\n\nInstructions from /p/AGENTS.md:\n\nUse tabs.\n\nAvailable skills: none.\n\n" +
        "Current date: 2026-05-06\nCurrent working directory: /p\n",
    );
  });

  it("begins with the built-in identity unless there is another", () => {
    expect(composeSystemPrompt({ cwd: "/p", date })).toBe(
      `${defaultIdentity}\n\nCurrent date: 2026-05-06\nCurrent working directory: /p\n`,
    );
  });
});

describe("instruction files", () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "instructions-"));
    mkdirSync(join(root, "repo/packages/a"), { recursive: true });
    mkdirSync(join(root, "zot"));
    for (const place of ["", "repo", "repo/packages/a", "zot"])
      writeFileSync(join(root, place, "AGENTS.md"), `from "${place}"`);
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));
  const found = (cwd: string) =>
    agentsFiles({ cwd: join(root, cwd), home: join(root, "zot") }).map(({ text }) => text);

  it("are taken from the user's home and from the repository's root down, never from above it", () => {
    mkdirSync(join(root, "repo/.git"));
    writeFileSync(join(root, "repo/packages/AGENTS.md"), " \n");
    expect(found("repo/packages/a")).toEqual(['from "zot"', 'from "repo"', 'from "repo/packages/a"']);
  });

  it("are taken from the working directory alone outside a repository", () => {
    expect(found("repo/packages/a")).toEqual(['from "zot"', 'from "repo/packages/a"']);
  });

  it("are bounded", () => {
    writeFileSync(join(root, "zot/AGENTS.md"), "x".repeat(70_000));
    expect(found("repo")[0]).toMatch(/x\n\[\.\.\. 4464 characters left out \.\.\.\]$/);
  });

  it("replace the identity by SYSTEM.md", () => {
    expect(customIdentity(join(root, "zot"))).toBeUndefined();
    writeFileSync(join(root, "zot/SYSTEM.md"), "\nYou are a pirate.\n");
    expect(customIdentity(join(root, "zot"))).toBe("You are a pirate.");
  });
});
