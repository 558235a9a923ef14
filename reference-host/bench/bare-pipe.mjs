/** The floor that tool calls are measured against: the same frames over a bare pipe between two Node processes. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Starts an echo; `call` writes one request and resolves with its answer's arrival, in order. */
export function openBarePipe({ request, answer }) {
  const child = spawn(process.execPath, [fileURLToPath(new URL("pipe-echo.mjs", import.meta.url)), answer], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const line = `${request}\n`;
  const waiting = [];
  let next = 0;
  child.stdout.on("data", (chunk) => {
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) waiting[next++]();
    if (next === waiting.length) next = waiting.length = 0;
  });
  return {
    call: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        child.stdin.write(line);
      }),
    close: () =>
      new Promise((resolve) => {
        child.once("exit", resolve);
        child.stdin.end();
      }),
  };
}
