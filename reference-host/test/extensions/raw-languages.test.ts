/** Extensions without an SDK: the quick start in Python as published, plain Node, a shell with jq. */
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { expect, test } from "vitest";
import { runExt } from "../../src/cli/ext/index.js";
import { newManager, patient, temporaryDirectory, textResult } from "./running-manager.js";

/** The Python quick start of the zot extensions document, verbatim. */
const quickStart = `#!/usr/bin/env python3
# $ZOT_HOME/extensions/hello-py/hello.py
import json, sys, threading

def emit(obj):
    sys.stdout.write(json.dumps(obj) + "\\n")
    sys.stdout.flush()

emit({"type":"hello","name":"hello-py","version":"1.0.0","capabilities":["commands"]})
emit({"type":"register_command","name":"hellopy","description":"say hi (python)"})

for line in sys.stdin:
    msg = json.loads(line)
    if msg["type"] == "command_invoked":
        emit({"type":"command_response","id":msg["id"],"action":"prompt",
              "prompt": "Greet me very briefly. Add one emoji."})
    elif msg["type"] == "shutdown":
        emit({"type":"shutdown_ack"})
        break
`;

const quickStartManifest = `{
  "name": "hello-py",
  "version": "1.0.0",
  "exec": "./hello.py",
  "language": "python",
  "enabled": true
}
`;

function writeProgram(dir: string, files: Record<string, string>): string {
  mkdirSync(dir, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(dir, name), text);
    if (text.startsWith("#!")) chmodSync(join(dir, name), 0o755);
  }
  return dir;
}

test("the Python quick start installs, greets and leaves", async () => {
  const source = writeProgram(join(temporaryDirectory(), "hello-py"), {
    "hello.py": quickStart,
    "extension.json": quickStartManifest,
  });
  const running = newManager();
  const code = await runExt(["install", source], {
    stdin: Readable.from([]),
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    cwd: running.cwd,
    env: { ...process.env, ZOT_HOME: running.home },
  });
  expect(code).toBe(0);
  expect(await running.manager.start()).toEqual({ stopped: 0, loaded: 1, ready: 1, errors: [] });
  expect(running.manager.commands()).toEqual([
    { name: "hellopy", description: "say hi (python)", extension: "hello-py" },
  ]);
  expect(await running.manager.invokeCommand("hellopy", "", patient)).toEqual({
    action: "prompt",
    prompt: "Greet me very briefly. Add one emoji.",
  });
  await running.manager.stop();
  expect(running.manager.list()).toMatchObject([{ name: "hello-py", state: "stopped" }]);
  expect(running.log("hello-py")).not.toContain("error");
});

test("a raw Node extension answers a tool call", async () => {
  const dir = writeProgram(join(temporaryDirectory(), "weather"), {
    "extension.json": '{ "name": "weather", "exec": "node", "args": ["weather.js"] }',
    "weather.js": `
const emit = (frame) => process.stdout.write(JSON.stringify(frame) + "\\n");
emit({ type: "hello", name: "weather", version: "1.0.0", capabilities: ["tools"] });
emit({ type: "register_tool", name: "weather", description: "Weather for a city.",
  schema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] } });
emit({ type: "ready" });
let rest = "";
process.stdin.setEncoding("utf8").on("data", (chunk) => {
  const lines = (rest + chunk).split("\\n");
  rest = lines.pop();
  for (const line of lines) {
    const frame = JSON.parse(line);
    if (frame.type === "tool_call")
      emit({ type: "tool_result", id: frame.id, content: [{ type: "text", text: frame.args.city + ": 16 degrees" }] });
    if (frame.type === "shutdown") { emit({ type: "shutdown_ack" }); process.exit(0); }
  }
});
`,
  });
  const running = newManager({ explicit: [dir], discover: false });
  await running.manager.start();
  expect(await running.manager.callTool("weather", { city: "Berlin" }, patient)).toEqual(
    textResult("Berlin: 16 degrees", "weather"),
  );
});

test("a shell extension with jq guards and answers", async () => {
  const dir = writeProgram(join(temporaryDirectory(), "shell"), {
    "extension.json": '{ "name": "shell", "exec": "./shell.sh" }',
    "shell.sh": `#!/bin/sh
echo '{"type":"hello","name":"shell","version":"1.0.0","capabilities":["tools","events"]}'
echo '{"type":"register_tool","name":"upper","description":"Upper case.","schema":{"type":"object"}}'
echo '{"type":"subscribe","intercept":["tool_call"]}'
echo '{"type":"ready"}'
while IFS= read -r line; do
  case $(printf '%s\\n' "$line" | jq -r .type) in
    tool_call)
      printf '%s\\n' "$line" | jq -c '{type:"tool_result", id, content:[{type:"text", text:(.args.text | ascii_upcase)}]}' ;;
    event_intercept)
      printf '%s\\n' "$line" | jq -c '{type:"event_intercept_response", id} + if (.tool_args.command // "" | test("rm -rf")) then {block:true, reason:"refused: rm -rf"} else {} end' ;;
    shutdown)
      echo '{"type":"shutdown_ack"}'; exit 0 ;;
  esac
done
`,
  });
  const running = newManager({ explicit: [dir], discover: false });
  await running.manager.start();
  expect(await running.manager.callTool("upper", { text: "a\nb" }, patient)).toEqual(
    textResult("A\nB", "shell"),
  );
  const ask = (command: string) =>
    running.manager.interceptToolCall(
      { toolId: "1", toolName: "bash", toolArgs: { command } },
      patient.signal,
    );
  expect(await ask("ls")).toEqual({ allow: true, args: { command: "ls" } });
  expect(await ask("rm -rf /")).toEqual({ allow: false, reason: "refused: rm -rf", extension: "shell" });
});
