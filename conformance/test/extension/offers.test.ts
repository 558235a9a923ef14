/** What an extension offers decides what is run: also what it offers late, or only in one way. */
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { checked, scratch, steady } from "../check/extproto.js";
import { account, allCases, check, findings, withVerdict } from "./check.js";

/** An extension that has written hello when this program goes on, and reads frames into `take`. */
function extension(program: string, files: Readonly<Record<string, string>> = {}): string {
  const path = join(scratch(), "offers");
  mkdirSync(path);
  const manifest = { name: "offers", version: "1.0.0", exec: "node", args: ["main.mjs"] };
  const all = { "extension.json": JSON.stringify(manifest), ...files };
  for (const [name, text] of Object.entries(all)) writeFileSync(join(path, name), text);
  writeFileSync(
    join(path, "main.mjs"),
    `const send = (frame) => process.stdout.write(JSON.stringify(frame) + "\\n");
send({ type: "hello", name: "offers", version: "1.0.0" });
let rest = "";
process.stdin.setEncoding("utf8").on("data", (chunk) => {
  const lines = (rest + chunk).split("\\n");
  rest = lines.pop();
  for (const line of lines) {
    let frame;
    try { frame = JSON.parse(line); } catch { continue; }
    if (frame?.type === "shutdown") process.stdout.write('{"type":"shutdown_ack"}\\n', () => process.exit(0));
    else if (frame?.type === "hello_ack" && frame.protocol_version !== 1) { console.error("unsupported"); process.exit(1); }
    else take(frame ?? {});
  }
}).on("end", () => process.exit(0));
${program}`,
  );
  return path;
}

const someCases = (...names: readonly string[]) =>
  allCases.filter(({ id }) => names.some((name) => id.startsWith(`extension/${name}`)));

const late = `
function take(frame) {
  if (frame.type === "tool_call") send({ type: "tool_result", id: frame.id, content: [], is_error: frame.name !== "greet" });
}
send({ type: "ready" });
setTimeout(() => send({ type: "register_tool", name: "greet", description: "d", schema: { type: "object" } }), 350);
`;
const lateCases = ["--only", "extension/lifecycle/runs-until-told", "--only", "extension/tools/valid-call"];

it("a tool that is registered after the kit has looked is told, and the check is incomplete", async () => {
  const { code, report } = await checked(extension(late), "--allow-tools", ...lateCases);
  const [told] = report.runs.filter(({ verdict }) => verdict === "could-not-run");
  expect(told).toMatchObject({ case: "extension/tools/valid-call", instance: "tool=greet" });
  expect(told?.why).toMatch(/greet was registered after the kit had looked .*\(allow_tools: \[greet\]\)/);
  expect(code).toBe(3);
});

it("one that the author has named is waited for", async () => {
  const path = extension(late, { "extproto.check.yaml": "allow_tools: [greet]\n" });
  const { code, report } = await checked(path, ...lateCases);
  expect(report.runs.map((run) => [run.case, run.instance, run.verdict])).toEqual([
    ["extension/lifecycle/runs-until-told", undefined, "pass"],
    ["extension/tools/valid-call", "tool=greet", "pass"],
  ]);
  expect(code).toBe(0);
});

it("a panel that is drawn all the time is not opened again by the kit's own fence", async () => {
  const path = extension(`
let open = false;
function take(frame) {
  if (frame.type === "panel_close") open = false;
  if (frame.type !== "command_invoked") return;
  if (frame.name !== "clock") return send({ type: "command_response", id: frame.id, action: "noop", error: "no such command" });
  open = true;
  send({ type: "command_response", id: frame.id, action: "open_panel", open_panel: { id: "c", title: "t", lines: [] } });
}
send({ type: "register_command", name: "clock", description: "d" });
send({ type: "ready" });
setInterval(() => open && send({ type: "panel_render", panel_id: "c", lines: [String(Date.now())] }), 50);
`);
  const done = await check(path, {
    cases: someCases("panels", "lifecycle/keys-and-close"),
    allowTools: true,
  });
  expect(account(done)).toEqual([]);
  expect(withVerdict(done, "pass")).toHaveLength(5);
});

it("a guard that dies of a question about a tool that it does not care for is blamed for that", async () => {
  const path = extension(`
function take(frame) {
  if (frame.type !== "event_intercept") return;
  send({ type: "event_intercept_response", id: frame.id, block: frame.tool_args.command.includes("sudo") });
}
send({ type: "subscribe", intercept: ["tool_call"] });
send({ type: "ready" });
`);
  const done = await check(path, { cases: someCases("events-and-interception", "framing/longest-question") });
  expect(findings(done).map(({ run, requirements: [id], hint }) => [run, id, hint])).toEqual([
    [
      "extension/events-and-interception/question-about-a-call",
      "ext.intercept.one-answer",
      "Answer also about tools that you do not care for; their arguments are others.",
    ],
  ]);
});

it("a reader that ignores the case of field names breaks a SHOULD, and nothing else", async () => {
  const path = extension(`
function take(frame) {
  const { Type, id } = frame;
  if (Type === "shutdown") process.stdout.write('{"type":"shutdown_ack"}\\n', () => process.exit(0));
  if (frame.type === "event_intercept") send({ type: "event_intercept_response", id });
}
send({ type: "subscribe", intercept: ["turn_start"] });
send({ type: "ready" });
`);
  const done = await check(path, { cases: someCases("framing/field-names-exact") });
  expect(withVerdict(done, "warn")).toHaveLength(1);
  expect(new Set(findings(done).map(({ requirements: [id] }) => id))).toEqual(
    new Set(["ext.framing.field-names-exact"]),
  );
});

it("a manifest is judged also where its program is missing", async () => {
  const path = join(scratch(), "steady");
  cpSync(steady, path, { recursive: true });
  writeFileSync(
    join(path, "extension.json"),
    JSON.stringify({ name: "no good!", version: "1", exec: "./gone" }),
  );
  const done = await check(path, { cases: someCases("manifest-and-discovery", "lifecycle") });
  expect(findings(done).map(({ run, requirements: [id] }) => [run, id])).toEqual([
    ["extension/manifest-and-discovery/manifest-valid", "ext.manifest.valid"],
  ]);
});
