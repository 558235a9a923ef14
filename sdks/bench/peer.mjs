/** A program at the other end of a pipe, driven with lines. */
import { spawn } from "node:child_process";

/** Starts a program; `line()` gives its next line. */
export function startPeer([program, ...args], cwd) {
  const child = spawn(program, args, { cwd, stdio: ["pipe", "pipe", "ignore"] });
  const lines = [];
  let rest = "";
  let wake = () => {};
  child.stdout.setEncoding("utf8").on("data", (text) => {
    const all = (rest + text).split("\n");
    rest = all.pop();
    lines.push(...all);
    wake();
  });
  child.on("error", (error) => {
    throw error;
  });
  return {
    send: (frame) => child.stdin.write(`${JSON.stringify(frame)}\n`),
    async line() {
      while (lines.length === 0)
        await new Promise((resolve) => {
          wake = resolve;
        });
      return lines.shift();
    },
    /** Reads on until a line contains the text. */
    async until(text) {
      for (;;) {
        const line = await this.line();
        if (line.includes(text)) return line;
      }
    },
    end: () =>
      new Promise((resolve) => {
        child.once("close", resolve);
        child.stdin.end();
      }),
  };
}

/** What a host says first. */
export const helloAck = {
  type: "hello_ack",
  protocol_version: 1,
  zot_version: "bench",
  provider: "bench",
  model: "bench",
  cwd: "/",
  capabilities: [],
};

/** The value in the middle. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
