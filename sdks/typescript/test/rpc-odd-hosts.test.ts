/** Hosts that answer what they should not, played by small scripts. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { CommandFailed, HostGone, startHost } from "../src/rpc/index.js";

const head = `
  const say = (frame) => console.log(JSON.stringify(frame));
  const data = { protocol_version: 1, version: "0", provider: "p", model: "m" };
  const hear = (answer) => require("node:readline").createInterface(process.stdin).on("line", (line) => {
    const { id, type } = JSON.parse(line);
    const response = { type: "response", id, command: type, success: true };
    say(type === "hello" ? { ...response, data } : { ...response, ...answer });
  });
`;
const playing = (answer: object) =>
  startHost({ command: [process.execPath, "-e", `${head} hear(${JSON.stringify(answer)})`] });

describe("a command fails where its response", () => {
  it.each([
    [
      "does not decode",
      { data: { busy: "no" } },
      /get_state: the response is not valid: .*\/data\/model is missing/,
    ],
    ["has no data", {}, /not valid: .*\/data is missing/],
    ["says a failure without an error", { success: false }, /not valid: .*\/error is missing/],
    [
      "is for a command from the future",
      { command: "later", data: {} },
      /a command that is not known, later/,
    ],
    ["is for another command", { command: "ping", data: { pong: true } }, /not valid: it answers ping/],
  ])("%s", async (_, answer, words) => {
    const host = await playing(answer);
    const asked = host.getState();
    await expect(asked).rejects.toThrow(words);
    await expect(asked).rejects.toBeInstanceOf(CommandFailed);
    expect(await host.close()).toBe(0);
  });

  it("is that of a prompt and does not decode", async () => {
    const host = await playing({ data: [5] });
    await expect(host.ask("x")).rejects.toThrow(/prompt: the response is not valid/);
    expect(await host.close()).toBe(0);
  });
});

describe("a compaction", () => {
  /** Answers everything with success, tells of no end, and is busy until it was asked for its state three times. */
  const silent = (then = "") => `${head}
    let asked = 0;
    const state = () => ({ provider: "p", model: "m", cwd: ".", message_count: 0, busy: ++asked < 3,
      usage: { input: 0, output: 0, cache_read: 0, cache_write: 0, cost_usd: 0 } });
    require("node:readline").createInterface(process.stdin).on("line", (line) => {
      const { id, type } = JSON.parse(line);
      const more = type === "hello" ? { data } : type === "get_state" ? { data: state() } : {};
      say({ type: "response", id, command: type, success: true, ...more });
      if (type === "ping") say({ type: "compact_done", summary: "short", tokens_before: 1, tokens_after: 1 });
      ${then}
    });`;
  const begin = (script: string) => startHost({ command: [process.execPath, "-e", script] });

  it("that was aborted is over when the host is idle, although nothing tells so", async () => {
    const host = await begin(silent());
    const compacted = host.compact();
    compacted.catch(() => {});
    await host.abort();
    await expect(compacted).rejects.toThrow("compact: aborted");
    await expect(compacted).rejects.toBeInstanceOf(CommandFailed);
    expect(await host.close()).toBe(0);
  });

  it("is refused while another one runs, which goes on", async () => {
    const host = await begin(silent());
    const first = host.compact();
    await expect(host.compact()).rejects.toThrow("compact: a compaction is running already");
    await host.request("ping", {}).catch(() => {});
    expect(await first).toBe("short");
    expect(await host.close()).toBe(0);
  });

  it("fails as every command does where the host ends", async () => {
    const host = await begin(silent('if (type === "compact") process.exit(7);'));
    const compacted = host.compact();
    await expect(compacted).rejects.toBeInstanceOf(HostGone);
    await expect(compacted).rejects.toThrow("the host has ended (7)");
  });
});

describe("a host that cannot be greeted is ended, and nothing of it keeps the process alive:", () => {
  const rpc = new URL("../dist/rpc/index.js", import.meta.url).href;
  // Its child holds the pipes of the host open, and is told to end by the test.
  const child = `require("node:child_process").spawn("sleep", ["60"], { stdio: "inherit" })`;
  const stays = `process.stdin.on("end", () => {}); setTimeout(() => process.exit(), 60_000); const child = ${child};`;

  it.each([
    ["it refuses", `{ success: false, error: [process.pid, child.pid].join(" ") }`],
    ["its answer is not valid", `{ data: { protocol_version: [process.pid, child.pid].join(" ") } }`],
  ])("%s", { timeout: 30_000 }, (_, answer) => {
    const script = `${head} ${stays}
      process.stdin.once("data", () => say({ type: "response", id: "1", command: "hello", success: true, ...${answer} }));`;
    const program = `
      import { startHost } from ${JSON.stringify(rpc)};
      await startHost({ command: [process.execPath, "-e", ${JSON.stringify(script)}] }).catch((error) =>
        console.log(error.message));`;
    const { stdout, status } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
      cwd: fileURLToPath(new URL(".", import.meta.url)),
      encoding: "utf8",
      timeout: 20_000,
    });
    const [host = 0, left = 0] = stdout.match(/\d{2,}/g)?.map(Number) ?? [];
    expect([host, left], stdout).not.toContain(0);
    const ended = [host, left].map((pid) => !kill(pid));
    expect({ status, ended }).toEqual({ status: 0, ended: [true, false] });
  });
});

/** Ends a process; gives whether there was one. */
function kill(pid: number): boolean {
  try {
    return process.kill(pid, "SIGKILL");
  } catch {
    return false;
  }
}
