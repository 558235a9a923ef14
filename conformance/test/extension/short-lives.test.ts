import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { account, allCases, check, findings, withVerdict } from "./check.js";

const folder = mkdtempSync(join(tmpdir(), "xp-lives-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** An extension with two tools whose program goes on with these lines. */
function extension(name: string, program: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  writeFileSync(
    join(path, "extension.json"),
    JSON.stringify({ name, version: "1.0.0", exec: "node", args: ["main.mjs"] }),
  );
  writeFileSync(
    join(path, "main.mjs"),
    `import { writeSync } from "node:fs";
import { createInterface } from "node:readline";
const send = (frame) => writeSync(1, JSON.stringify(frame) + "\\n");
send({ type: "hello", name: ${JSON.stringify(name)}, version: "1.0.0" });
for (const tool of ["blocks", "answers"])
  send({ type: "register_tool", name: tool, description: "d", schema: { type: "object" } });
${program}`,
  );
  return path;
}

const someCases = (...names: readonly string[]) =>
  allCases.filter(({ id }) => names.includes(id.replace("extension/", "")));

/** Its first tool never answers; it takes a while to end, and ends at once on SIGTERM. */
const blocksThenEndsSlowly = `
send({ type: "ready" });
process.on("SIGTERM", () => process.exit(0));
let blocked = false;
createInterface({ input: process.stdin }).on("line", (line) => {
  const { type, id, name } = JSON.parse(line);
  if (blocked) return;
  if (type === "tool_call" && name === "blocks") blocked = true;
  else if (type === "tool_call") send({ type: "tool_result", id, content: [] });
  else if (type === "shutdown")
    setTimeout(() => {
      send({ type: "shutdown_ack" });
      process.exit(0);
    }, 900);
});
`;

describe("an extension whose first tool blocks", () => {
  it("is not blamed for a slow but timely end, only for the tool", async () => {
    const checked = await check(extension("blocks-first", blocksThenEndsSlowly), {
      cases: someCases("lifecycle/hello-first", "tools/valid-call", "shutdown-and-reload/shutdown"),
      allowTools: true,
      toolTimeout: 500,
    });
    const blamed = findings(checked).map(({ run, requirements }) => [run, ...requirements]);
    expect(blamed).toEqual([["extension/tools/valid-call [tool=blocks]", "ext.tool.one-result"]]);
    expect(withVerdict(checked, "pass"), account(checked).join("\n")).toHaveLength(3);
  });
});

describe("an extension that ends before it is ready", () => {
  it("is told so once, with the exit code, and blamed for nothing that depends on it", async () => {
    const checked = await check(extension("dies", "process.exitCode = 3;"), { allowTools: true });
    expect(findings(checked).map(({ requirements, actual }) => [...requirements, actual])).toEqual([
      ["ext.crash.runs-until-told", "the process ended with code 3 before it was ready"],
    ]);
    expect(withVerdict(checked, "pass")).toEqual(["extension/manifest-and-discovery/manifest-valid"]);
    expect(withVerdict(checked, "fail")).toEqual(["extension/lifecycle/runs-until-told"]);
    const others = checked.results.filter(({ judgement }) => !["pass", "fail"].includes(judgement.verdict));
    for (const { judgement } of others) expect(judgement.why).toContain("it ends by itself: exit code 3");
  });
}, 60_000);
