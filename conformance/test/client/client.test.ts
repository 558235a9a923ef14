import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { run, scratch } from "../check/extproto.js";

const profile = (name: string) =>
  fileURLToPath(new URL(`../../profiles/clients/${name}.yaml`, import.meta.url));

function written(text: string): string {
  const file = join(scratch(), "client.yaml");
  writeFileSync(file, text);
  return file;
}

describe("the RPC clients of the documentation pass:", () => {
  it.each(["docs-python", "docs-node", "docs-shell"])("%s", async (name) => {
    const { stdout, code } = await run("check", "--client", profile(name), "--jobs", "2");
    expect(stdout).toMatch(/^PASS {2}client /m);
    expect(stdout).not.toContain("warn");
    expect(code).toBe(0);
  });
});

describe("a client that", () => {
  it("never starts its server is told so", async () => {
    const file = written('name: idle\ncommand: ["{node}", -e, "process.exit(0)"]\n');
    const { stdout, code } = await run("check", "--client", file, "--only", "client/rpc/prompt-answered");
    expect(stdout).toContain("dependency-failed");
    expect(code).not.toBe(0);
  });

  it("has a profile with a word that is not known is refused, with the place", async () => {
    const { stderr, code } = await run("check", "--client", written("name: odd\ncomand: [x]\n"));
    expect(stderr).toMatch(/client\.yaml:2:1: .*comand/);
    expect(code).toBe(2);
  });

  it("is checked together with a host is refused", async () => {
    const { stderr, code } = await run("check", "--client", "a.yaml", "--host", "b.yaml");
    expect(stderr).toContain("check the host of b.yaml or the client of a.yaml");
    expect(code).toBe(2);
  });
});
