import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { ConsentQuestion } from "../../src/targets/extension/consent.js";
import { extensionTarget } from "../../src/targets/extension/extension-target.js";
import { extensionMutants, mutantOptions, writeMutant } from "../../src/targets/extension/mutants.js";
import { account, allCases, check, withVerdict } from "./check.js";

const folder = mkdtempSync(join(tmpdir(), "xp-target-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const only = (...names: readonly string[]) =>
  allCases.filter(({ id }) => names.some((name) => id === `extension/${name}`));

let count = 0;
/** The conforming extension in a folder of its own, with further files. */
async function extension(files: Readonly<Record<string, string>> = {}): Promise<string> {
  count += 1;
  const parent = join(folder, String(count));
  mkdirSync(parent);
  const path = await writeMutant(parent);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
  return path;
}

describe("what an extension offers", () => {
  it("is learnt by running it once", async () => {
    const target = await extensionTarget(await extension());
    await target.close?.();
    expect(target.facts).toEqual({
      kind: "extension",
      name: "mutant",
      version: "1.0.0",
      source: expect.stringMatching(/base$/),
      details: {
        tools: ["echo", "later"],
        commands: ["say", "list"],
        subscribes: ["session_start", "turn_start", "turn_end", "tool_call", "assistant_message"],
        intercepts: ["tool_call", "turn_start", "assistant_message"],
        capabilities: ["commands", "tools", "events", "panels", "tool_cancel"],
        ready: true,
        panel: "",
        consent: "none",
        tool_timeout_ms: 10_000,
        startup_ms: expect.any(Number),
      },
    });
  });

  it("includes a panel where commands may be run", async () => {
    const target = await extensionTarget(await extension(), { allowTools: true, toolTimeout: 60_000 });
    await target.close?.();
    expect(target.facts.details).toMatchObject({
      panel: "list-main",
      consent: "flag",
      tool_timeout_ms: 60_000,
    });
  });
});

describe("tools and commands", () => {
  const cases = only("tools/valid-call", "commands/again", "shutdown-and-reload/shutdown");

  it("are not run without consent, and the report says how to give it", async () => {
    const checked = await check(await extension(), { cases });
    expect(withVerdict(checked, "pass")).toEqual(["extension/shutdown-and-reload/shutdown"]);
    expect(account(checked)).toEqual([
      "could-not-run extension/commands/again: it would run the command /say; allow it with --allow-tools, or with allow_tools and allow_commands in extproto.check.yaml beside the manifest; it would run the command /list; allow it with --allow-tools, or with allow_tools and allow_commands in extproto.check.yaml beside the manifest",
      "could-not-run extension/tools/valid-call: it would run the tool echo; allow it with --allow-tools, or with allow_tools and allow_commands in extproto.check.yaml beside the manifest; it would run the tool later; allow it with --allow-tools, or with allow_tools and allow_commands in extproto.check.yaml beside the manifest",
    ]);
  });

  it("are run as far as the check file allows it", async () => {
    const file = "allow_tools: [echo]\nallow_commands: true\n";
    const checked = await check(await extension({ "extproto.check.yaml": file }), { cases });
    expect(withVerdict(checked, "pass").length).toBe(4);
    expect(withVerdict(checked, "could-not-run")).toEqual(["extension/tools/valid-call"]);
    expect(checked.facts.details).toMatchObject({ consent: "file" });
  });

  it("are run after a yes, and the question says what would be run", async () => {
    const asked: ConsentQuestion[] = [];
    const askConsent = async (question: ConsentQuestion) => {
      asked.push(question);
      return true;
    };
    const checked = await check(await extension(), { cases, askConsent });
    expect(asked).toEqual([{ extension: "mutant", tools: ["echo", "later"], commands: ["say", "list"] }]);
    expect(withVerdict(checked, "pass").length).toBe(5);
    expect(checked.facts.details).toMatchObject({ consent: "answer" });
  });

  it("get the author's own arguments", async () => {
    const file = "allow_tools: true\ntools:\n  echo:\n    valid: { text: from the author }\n";
    const seen = `import { Extension, run } from "./base.mjs";
run(class extends Extension {
  toolCall(frame) { console.error(JSON.stringify(frame.args)); return super.toolCall(frame); }
});
`;
    const path = await extension({ "extproto.check.yaml": file, "main.mjs": seen });
    const target = await extensionTarget(path);
    const [theCase] = only("tools/valid-call");
    const planned = theCase === undefined ? [] : target.plan(theCase);
    await target.close?.();
    expect(planned.map((entry) => (entry.kind === "run" ? entry.run.args.valid : entry.kind))).toEqual([
      { text: "from the author" },
      { ms: 80 },
    ]);
  });
});

describe("a tool for whose schema no arguments can be made", () => {
  const strict = `import { Extension, run } from "./base.mjs";
run(class extends Extension {
  registerTools() {
    const schema = {
      type: "object",
      properties: { code: { type: "string", pattern: "^(?=.*z)a" } },
      required: ["code"],
    };
    this.write({ type: "register_tool", name: "echo", description: "a strict one", schema });
  }
});
`;
  const cases = only("tools/valid-call", "tools/minimal-call", "tools/missing-argument-is-an-error");

  it("is called with wrong ones only, and the report says where to give right ones", async () => {
    const checked = await check(await extension({ "main.mjs": strict }), {
      cases: [...cases, ...only("tools/invalid-call")],
      allowTools: true,
    });
    expect(withVerdict(checked, "pass")).toEqual(["extension/tools/invalid-call [tool=echo]"]);
    const why =
      "no arguments that the schema of echo takes could be made; give tools.echo.valid in extproto.check.yaml";
    expect(account(checked)).toEqual([
      `could-not-run extension/tools/minimal-call: ${why}`,
      `could-not-run extension/tools/missing-argument-is-an-error: ${why}`,
      `could-not-run extension/tools/valid-call: ${why}`,
    ]);
  });

  it("is called with those that its author gives", async () => {
    const given = "allow_tools: true\ntools:\n  echo:\n    valid: { code: az, text: x }\n";
    const path = await extension({ "main.mjs": strict, "extproto.check.yaml": given });
    const checked = await check(path, { cases });
    expect([withVerdict(checked, "pass"), account(checked)]).toEqual([
      ["extension/tools/minimal-call [tool=echo]", "extension/tools/valid-call [tool=echo]"],
      [],
    ]);
  });
});

describe("an extension's folder", () => {
  it("is never changed by a check", async () => {
    const path = await extension();
    const before = readdirSync(path).map((name) => [name, readFileSync(join(path, name), "utf8")]);
    const checked = await check(path, { cases: only("tools/valid-call"), allowTools: true });
    expect(withVerdict(checked, "pass").length).toBe(2);
    expect(readdirSync(path).map((name) => [name, readFileSync(join(path, name), "utf8")])).toEqual(before);
  });

  it("has to be there, with a manifest", async () => {
    await expect(extensionTarget(join(folder, "nowhere"))).rejects.toMatchObject({
      code: "EXTENSION_FOLDER_MISSING",
      message: expect.stringContaining("is no folder; give the folder of an extension"),
    });
    const empty = join(folder, "empty");
    mkdirSync(empty);
    await expect(extensionTarget(empty)).rejects.toMatchObject({
      code: "EXTENSION_MANIFEST_MISSING",
      message: expect.stringContaining(
        'has no extension.json; an extension\'s folder has one with at least "name" and "exec"',
      ),
    });
  });

  it("with a check file that cannot be used is refused, with the place of the fault", async () => {
    const path = await extension({ "extproto.check.yaml": "allow_tool: true\n" });
    await expect(extensionTarget(path)).rejects.toThrow(/extproto\.check\.yaml:1:1: allow_tool is no field/);
  });
});

describe("an extension that cannot be started", () => {
  const cases = only("manifest-and-discovery/manifest-valid", "tools/valid-call", "lifecycle/hello-first");

  it("because of its manifest fails for the manifest, and all else depends on that", async () => {
    const path = await extension({ "extension.json": '{"name":"mutant"}' });
    expect(account(await check(path, { cases, allowTools: true }))).toEqual([
      expect.stringMatching(
        /^dependency-failed extension\/lifecycle\/hello-first: the manifest cannot be used: .*exec/,
      ),
      expect.stringMatching(/^fail extension\/manifest-and-discovery\/manifest-valid: .*exec/),
      expect.stringMatching(
        /^dependency-failed extension\/tools\/valid-call: the manifest cannot be used: .*exec/,
      ),
    ]);
  });

  it("because its program is not executable says so", async () => {
    const path = await extension({
      "extension.json": '{"name":"mutant","version":"1","exec":"./run.sh"}',
      "run.sh": "#!/bin/sh\n",
    });
    chmodSync(join(path, "run.sh"), 0o644);
    expect(account(await check(path, { cases: only("tools/valid-call") }))).toEqual([
      'dependency-failed extension/tools/valid-call: the handshake failed: the process ended before its hello: its program "./run.sh" is not executable; run chmod +x on it',
    ]);
  });

  it("because its program does not exist says where it was looked for", async () => {
    const path = await extension({ "extension.json": '{"name":"mutant","version":"1","exec":"./gone"}' });
    const said = account(await check(path, { cases: only("tools/valid-call") }));
    expect(said[0]).toContain('its program "./gone" is not in the folder');
  });
});

describe("after a check", () => {
  it("no process and no temporary folder is left, however unwilling the extension is", {
    timeout: 60_000,
  }, async () => {
    const { mutants } = await extensionMutants();
    const mutant = mutants.find(({ name }) => name === "survives-the-end-of-input");
    const own = mkdtempSync(join(tmpdir(), "xp-left-"));
    const usual = process.env.TMPDIR;
    const marker = join(folder, "pids");
    writeFileSync(marker, "");
    const path = await writeMutant(folder, mutant);
    const main = join(path, "main.mjs");
    const noting = `import { appendFileSync } from "node:fs";\nappendFileSync(${JSON.stringify(marker)}, process.pid + "\\n");\n`;
    writeFileSync(main, noting + readFileSync(main, "utf8"));
    process.env.TMPDIR = own;
    try {
      await check(path, { ...mutantOptions, cases: only("shutdown-and-reload/end-of-input") });
    } finally {
      if (usual === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = usual;
    }
    const pids = readFileSync(marker, "utf8").trim().split("\n");
    expect(pids.length).toBeGreaterThanOrEqual(2);
    expect(pids.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([]);
    expect(readdirSync(own)).toEqual([]);
    rmSync(own, { recursive: true });
  });
});
