import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("main.mjs", import.meta.url));
const host = { protocol_version: 1, zot_version: "test", provider: "test", model: "test", cwd: "." };

/** What the extension writes after its hello in answer to these frames. */
function answers(...frames) {
  const all = [{ type: "hello_ack", ...host }, ...frames, { type: "shutdown" }];
  const input = all.map((frame) => `${JSON.stringify(frame)}\n`).join("");
  const { stdout } = spawnSync(process.execPath, [program], { input, encoding: "utf8", timeout: 10_000 });
  return stdout.trim().split("\n").slice(1).map((line) => JSON.parse(line));
}

test("greets by name", () => {
  const found = answers({ type: "tool_call", id: "1", name: "greet", args: { name: "Ada" } });
  assert.deepEqual(
    found.find(({ type }) => type === "tool_result"),
    { type: "tool_result", id: "1", content: [{ type: "text", text: "Hello, Ada!" }], is_error: false },
  );
});
