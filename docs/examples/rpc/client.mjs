#!/usr/bin/env node
// Drives extproto-host over its pipes, with slash commands and tool approval.
// Usage: client.mjs [--deny] LINE... ; a line that begins with a slash is a command, any other a prompt.
import { spawn } from "node:child_process";

const deny = process.argv.includes("--deny");
const lines = process.argv.slice(2).filter((line) => line !== "--deny");
const host = spawn("extproto-host", ["rpc", "--no-yolo"], { stdio: ["pipe", "pipe", "inherit"] });
const waiting = new Map();
let ended = () => {};
let ids = 0;

/** Sends a command; resolves with the data of its response. */
function call(type, fields = {}) {
  const id = String(++ids);
  host.stdin.write(`${JSON.stringify({ type, id, ...fields })}\n`);
  return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
}

function receive(frame) {
  switch (frame.type) {
    case "response": {
      const { resolve, reject } = waiting.get(frame.id) ?? {};
      waiting.delete(frame.id);
      if (frame.success) resolve?.(frame.data);
      else reject?.(new Error(frame.error));
      break;
    }
    case "text_delta":
      process.stdout.write(frame.delta);
      break;
    case "tool_approval_request":
      console.log(`${deny ? "denied" : "allowed"}: ${frame.name} ${JSON.stringify(frame.args)}`);
      call("tool_approval", { approval_id: frame.approval_id, allow: !deny, reason: "not today" });
      break;
    case "ext_notify":
    case "ext_display":
      console.log(`[${frame.extension}] ${frame.message ?? frame.text}`);
      break;
    case "error":
      console.log(`error: ${frame.message}`);
      break;
    case "done":
      console.log();
      ended();
      break;
    default: // Events that this client does not know, or does not need.
  }
}

// Cut at "\n" by hand: newer versions of node:readline also cut at U+2028, which JSON allows inside strings.
let rest = "";
host.stdout.setEncoding("utf8").on("data", (chunk) => {
  const complete = (rest + chunk).split("\n");
  rest = complete.pop();
  for (const line of complete) receive(JSON.parse(line));
});

for (const line of lines) {
  const done = new Promise((resolve) => {
    ended = resolve;
  });
  try {
    const [, name, args] = /^\/([\w-]+)\s*(.*)$/s.exec(line) ?? [];
    const { action } =
      name === undefined
        ? await call("prompt", { message: line })
        : await call("invoke_command", { name, args });
    if (name === undefined || action === "prompt") await done;
  } catch (error) {
    console.log(`refused: ${error.message}`);
  }
}
host.stdin.end();
