import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parseDirectives } from "../../src/providers/directives.js";
import { parseScript } from "../../src/providers/script-file.js";

const guide = readFileSync(new URL("../../../docs/guides/scripted-provider.md", import.meta.url), "utf8");
const blocks = (language: string) =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms"))].map((match) => match[1] ?? "");
const rows = (heading: string) =>
  [...(guide.split(heading)[1]?.split("\n\n")[0] ?? "").matchAll(/^\| `([^`]+)` \|/gm)].map(
    (match) => match[1] ?? "",
  );

describe("the guide to the scripted model", () => {
  it("shows scripts that can be played", async () => {
    const scripts = await Promise.all(blocks("yaml").map((text) => parseScript(text, "guide")));
    expect(scripts.map((script) => script.steps.length)).toEqual([2, 9]);
  });

  it("shows prompts that are obeyed", () => {
    expect(blocks("prompt").map((text) => parseDirectives(text)?.length)).toEqual([2, 1]);
  });

  it("lists every directive as it is understood", () => {
    const samples: Record<string, string> = {
      TEXT: "hi",
      TOOL: "read",
      JSON: "{}",
      MS: "5",
      STATUS: "529",
      N: "2",
      IN: "1",
      OUT: "2",
      READ: "3",
      WRITE: "4",
    };
    const directives = rows("| directive | what the model does |\n|---|---|\n");
    expect(directives).toHaveLength(10);
    for (const directive of directives) {
      const line = directive.replace(/[A-Z]+/g, (word) => samples[word] ?? word);
      expect(parseDirectives(line), line).toBeDefined();
    }
  });

  it("lists every key of a step", async () => {
    const keys = rows("| key | meaning |\n|---|---|\n");
    const refusal = await parseScript("- { unknown: 1 }", "guide").catch((error: Error) => error.message);
    const known = /known: (.*)\)/.exec(String(refusal))?.[1]?.split(", ");
    expect([...keys].sort()).toEqual(known?.sort());
  });

  it("shows commands that print what it says they print", () => {
    const folder = mkdtempSync(join(tmpdir(), "guide-"));
    const path = join(folder, "bin");
    mkdirSync(path);
    const host = fileURLToPath(new URL("../../bin/extproto-host.mjs", import.meta.url));
    writeFileSync(join(path, "extproto-host"), `#!/bin/sh\nexec "${process.execPath}" "${host}" "$@"\n`);
    chmodSync(join(path, "extproto-host"), 0o755);
    writeFileSync(join(folder, "demo.yaml"), blocks("yaml")[0] ?? "");
    // Nothing of the tester's own: no keys, no home.
    const env = {
      PATH: `${path}${delimiter}${process.env.PATH}`,
      HOME: folder,
      ZOT_HOME: join(folder, "home"),
    };
    const printed = blocks("sh").map((command) =>
      execFileSync("/bin/sh", ["-c", command], { cwd: folder, env, encoding: "utf8" }),
    );
    expect(printed).toEqual(blocks("output"));
  });
});
