/**
 * The floor that tool calls are measured against: the same frames over a bare pipe between two Node processes,
 * without deadlines, aborts, validation, log or life cycle.
 */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/**
 * Starts an echo; `call` sends one request and resolves when its answer has come, in order.
 *
 * With `mode` `frames` both ends write and read JSON, as any program that exchanges frames does. With `bytes`
 * neither end looks at what it moves.
 */
export function openBarePipe({ mode, text }) {
  const program = fileURLToPath(new URL("pipe-echo.mjs", import.meta.url));
  // In a group of its own, as extensions are: schedulers treat a new session differently.
  const child = spawn(process.execPath, [program, mode, text], {
    detached: true,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const request = (id) => `${JSON.stringify({ type: "tool_call", id, name: "echo", args: { text } })}\n`;
  const fixed = request("t1000");
  const waiting = [];
  let next = 0;
  let count = 0;
  let rest = "";

  function arrived(answer) {
    waiting[next++](answer);
    if (next === waiting.length) next = waiting.length = 0;
  }
  if (mode === "frames") {
    child.stdout.setEncoding("utf8").on("data", (chunk) => {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop();
      for (const line of lines) arrived(JSON.parse(line));
    });
  } else {
    child.stdout.on("data", (chunk) => {
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) arrived();
    });
  }

  return {
    call: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        child.stdin.write(mode === "frames" ? request(`t${count++}`) : fixed);
      }),
    close: () =>
      new Promise((resolve) => {
        child.once("exit", resolve);
        child.stdin.end();
      }),
  };
}
