import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { checked, run } from "../check/extproto.js";

const tiny = fileURLToPath(new URL("../../../docs/examples/hosts/tiny-host", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "xp-lacking-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A copy of tiny-host with one text of one module replaced; gives its profile. */
function tinyHost(name: string, module: string, anchor: string, instead: string): string {
  const copy = join(folder, name);
  cpSync(tiny, copy, { recursive: true });
  const file = join(copy, module);
  const text = readFileSync(file, "utf8");
  if (!text.includes(anchor)) throw new Error(`${module} has no ${anchor}`);
  writeFileSync(file, text.replace(anchor, instead));
  return join(copy, "tiny-host.yaml");
}

/** Checks some cases; gives exit code and verdict by case. */
async function verdicts(profile: string, cases: readonly string[]) {
  const only = cases.flatMap((id) => ["--only", id]);
  const { code, report } = await checked("--host", profile, ...only, "--jobs", "4");
  return { code, ...Object.fromEntries(report.runs.map((each) => [each.case, each.verdict])) };
}

describe("a host that lacks one thing is blamed for that alone:", () => {
  it("notes over RPC", async () => {
    const profile = tinyHost("no-notes", "tiny-host.mjs", '{ type: "ext_notify"', '{ type: "_note"');
    const cases = ["host/rpc/ext-notify", "host/framing/any-chunking", "host/lifecycle/manifest-name-used"];
    expect(await verdicts(profile, cases)).toEqual({
      code: 1,
      "host/rpc/ext-notify": "fail",
      "host/framing/any-chunking": "dependency-failed",
      "host/lifecycle/manifest-name-used": "dependency-failed",
    });
  }, 120_000);

  it("get_messages", async () => {
    const profile = tinyHost("no-messages", "tiny-host.mjs", "get_messages: () =>", "_messages: () =>");
    const hidden = "host/events-and-interception/tool-call-rewrite-hidden";
    expect(await verdicts(profile, ["host/rpc/messages", hidden])).toEqual({
      code: 1,
      "host/rpc/messages": "fail",
      [hidden]: "dependency-failed",
    });
  }, 120_000);

  it("interception of turns; a part of the cases says no less, and a judge of the traces says the same", async () => {
    const asks = 'await intercept("turn_start", { step }, signal)';
    const profile = tinyHost("no-turns", "agent.mjs", asks, "{}");
    const late = "host/events-and-interception/deadline-of-turn";
    const every = "host/events-and-interception/turn-every-call";
    // The model is called, since nobody was asked: that breaks none of what these are about.
    const refused = "host/events-and-interception/turn-start-of-refused-turn";
    const aborted = "host/rpc/abort-during-interception";
    expect(await verdicts(profile, [every, refused, aborted])).toEqual({
      code: 1,
      [every]: "fail",
      [refused]: "dependency-failed",
      [aborted]: "dependency-failed",
    });
    const out = join(folder, "out");
    const { code, stdout } = await run("check", "--host", profile, "--only", late, "--out", out);
    expect(stdout).toContain("it is seen through interception of turn_start, which this host does not have");
    expect(code).toBe(3);
    const again = await run("judge", out);
    expect(again.stdout).toContain("it is seen through interception of turn_start");
    expect(again.stdout).toContain("judged as in the live run");
  }, 120_000);
});

describe("what a host has excuses nothing:", () => {
  it("a host with notes that decodes each chunk by itself fails", async () => {
    const whole = 'Buffer.concat(parts).toString("utf8")';
    const profile = tinyHost(
      "chunks",
      "lines.mjs",
      whole,
      'parts.map((part) => part.toString("utf8")).join("")',
    );
    expect(await verdicts(profile, ["host/framing/any-chunking"])).toEqual({
      code: 1,
      "host/framing/any-chunking": "fail",
    });
  }, 60_000);
});

describe("a host without a usable program", () => {
  /** A profile with this program. */
  function profileOf(name: string, command: string): string {
    const file = join(folder, `${name}.yaml`);
    writeFileSync(
      file,
      `name: ${name}\ncommand: ${command}\nrpc: { args: [] }\nextension: [--ext, "{dir}"]\n`,
    );
    return file;
  }

  it.each([
    ["absolute", "[/no/such/program]", "the program of the host, /no/such/program, does not exist"],
    ["on-path", "[no-such-host]", "there is no program no-such-host on PATH"],
    ["beside", "[bin/host]", "write ./bin/host to find it beside the profile"],
    ["no-rights", "[./no-rights.yaml]", "may not be executed"],
  ])("is a fault of the command line: %s", async (name, command, message) => {
    const { code, stderr, stdout } = await run("check", "--host", profileOf(name, command));
    expect(stderr).toContain(message);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  });

  it("or one that ends before it says anything, is not blamed for a thing", async () => {
    const file = profileOf("ends", '[sh, -c, "echo no such library >&2; exit 127"]');
    const { code, report } = await checked("--host", file);
    const told = report.runs.filter(({ verdict }) => verdict !== "not-applicable");
    expect([...new Set(told.map(({ verdict, why }) => `${verdict}: ${why}`))]).toEqual([
      "dependency-failed: the host does not start: the host ended with code 127; its last words: no such library; it had not answered anything: look at command, args and rpc.args of the profile",
    ]);
    expect(told.length).toBeGreaterThan(200);
    expect(code).toBe(3);
  }, 60_000);
});

it("a request to the model that lacks something is shown, with what it lacks", async () => {
  const image = 'type === "text" || type === "image"';
  const profile = tinyHost("no-images", "extension.mjs", image, 'type === "text"');
  const { report } = await checked("--host", profile, "--only", "host/tools/content-to-model");
  const [finding] = report.runs[0]?.findings ?? [];
  expect(finding?.actual).toContain("the closest was");
  expect(finding?.actual).toMatch(/\/messages\/2\/content\/0\/content is \[\{"type":"text","text":"before"/);
  expect(finding?.event).toBeTypeOf("number");
}, 60_000);
