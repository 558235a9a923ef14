import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { run, scratch, steady } from "./extproto.js";

describe("cases of one's own", () => {
  it("begin with one that new-case writes, and that runs as it is", async () => {
    const file = join(scratch(), "mine", "answers-politely.yaml");
    const made = await run("new-case", file, "--proves", "ext.tool.one-result");
    expect(made.stdout).toContain(`extproto check ./my-extension --cases ${file}`);
    const { code, stdout } = await run("check", steady, "--allow-tools", "--cases", file);
    expect(stdout).toContain("pass              answers-politely [tool=echo]");
    expect(code).toBe(0);
    expect((await run("new-case", file)).code).toBe(2);
  });

  it("can be for a host, and run on it as they are", async () => {
    const file = join(scratch(), "mine.yaml");
    await run("new-case", file, "--for", "host");
    const profile = fileURLToPath(new URL("../../profiles/reference-host.yaml", import.meta.url));
    const { code, stdout, stderr } = await run("check", "--host", profile, "--cases", file);
    expect(stdout + stderr).toContain("PASS  host reference-host: 1 pass");
    expect(code).toBe(0);
  });

  it("that new-case only begins are refused until they are written, whatever the target does", async () => {
    const file = join(scratch(), "mine.yaml");
    const made = await run("new-case", file, "--proves", "ext.tool.bad-call-error");
    expect(made.stdout).toContain("Write its last step");
    const { code, stderr } = await run("check", steady, "--allow-tools", "--cases", file);
    expect(stderr).toMatch(/mine\.yaml:\d+:5: this step is still to be written/);
    expect(code).toBe(2);
  });

  it("cannot prove what does not bind their target", async () => {
    const file = join(scratch(), "mine.yaml");
    const { code, stderr } = await run("new-case", file, "--proves", "ext.shutdown.kill");
    expect(stderr).toContain("ext.shutdown.kill binds the host");
    expect(stderr).toContain("--for host");
    expect({ code, written: existsSync(file) }).toEqual({ code: 2, written: false });
  });

  it("do not take the place of the kit's", async () => {
    const folder = scratch();
    mkdirSync(join(folder, "extension", "tools"), { recursive: true });
    const file = join(folder, "extension", "tools", "valid-call.yaml");
    await run("new-case", file);
    const { code, stderr } = await run("check", steady, "--cases", folder, "--cases", "kit");
    expect(stderr).toContain("two cases are called extension/tools/valid-call");
    expect(code).toBe(2);
  });

  it("that cannot be read are told with line and reason", async () => {
    const file = join(scratch(), "odd.yaml");
    writeFileSync(file, "title: Odd\nproves: [ext.tool.one-resul]\nfor: extension\nsteps: []\n");
    const { code, stderr } = await run("check", steady, "--cases", file);
    expect(stderr).toContain('odd.yaml:2:10: "ext.tool.one-resul" is no requirement');
    expect(code).toBe(2);
  });
});

describe("extproto explain and list", () => {
  it("show a requirement with what proves it", async () => {
    const { stdout } = await run("explain", "ext.tool.one-result");
    expect(stdout).toContain("An extension MUST answer every `tool_call`");
    expect(stdout).toContain("extension/tools/valid-call  ");
    expect(stdout).toContain("watched in every run:");
  });

  it("show a case with what it proves", async () => {
    const { stdout } = await run("explain", "extension/tools/valid-call [tool=echo]");
    expect(stdout).toContain("MUST ext.tool.one-result");
    expect(stdout).toContain("| steps:");
  });

  it("say what was meant", async () => {
    const { code, stderr } = await run("explain", "ext.tool.one-resul");
    expect(stderr).toContain('did you mean "ext.tool.one-result"?');
    expect(code).toBe(2);
  });

  it("list cases, requirements, invariants and transforms, also as JSON", async () => {
    const lists = await Promise.all(
      ["cases", "requirements", "invariants", "transforms"].map((what) => run("list", what, "--json")),
    );
    for (const { code, stdout } of lists) {
      expect(code).toBe(0);
      expect((JSON.parse(stdout) as unknown[]).length).toBeGreaterThan(3);
    }
  });
});
