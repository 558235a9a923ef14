/**
 * The probe: an extension without a will of its own. A host starts it like any other extension; it relays
 * what it sees to the runner, with the time, and does what the runner orders.
 *
 * Arguments: socket, name, then whatever the manifest adds. It loads nothing but what it needs at once,
 * because a host waits for it.
 */
import { connect } from "node:net";
import type { ProbeDeed, ProbeOrder, ProbeReport } from "./messages.js";

type Report = ProbeReport extends infer R ? (R extends unknown ? Omit<R, "at"> : never) : never;

const [socketPath = "", name = "", ...args] = process.argv.slice(2);
const socket = connect(socketPath);
const survived = new Set<string>();
let pending = Promise.resolve();
let reading = true;
let slowly = false;
let unread = "";

function now(): string {
  return process.hrtime.bigint().toString();
}

function report(message: Report, written?: () => void): void {
  socket.write(`${JSON.stringify({ ...message, at: now() })}\n`, written);
}

function end(code: number): void {
  report({ kind: "ending", code });
  socket.end(() => process.exit(code));
}

/** One chunk at a time, so that the host can see each of them by itself. */
async function write(chunks: readonly string[]): Promise<void> {
  for (const chunk of chunks) {
    await new Promise<void>((resolve, reject) => {
      process.stdout.write(Buffer.from(chunk, "base64"), (error) => (error ? reject(error) : resolve()));
    });
  }
}

const noise = `${"A line that says nothing, but says it at length. ".repeat(4)}\n`;

/** More than a pipe holds to begin with, so that a host which does not read it stops this process. */
function beNoisy(): void {
  process.stderr.write(noise.repeat(400));
  setInterval(() => process.stderr.write(noise), 5).unref();
}

function readOn(): void {
  if (reading) process.stdin.resume();
}

async function close(descriptor: 0 | 1): Promise<void> {
  if (descriptor === 0) process.stdin.destroy();
  const { closeSync } = await import("node:fs");
  try {
    closeSync(descriptor);
  } catch {
    // It was closed with its stream.
  }
}

async function startChild(child: string, survive: readonly string[]): Promise<void> {
  const { spawn } = await import("node:child_process");
  const flags = survive.map((signal) => `--survive=${signal}`);
  const program = process.argv[1] ?? "";
  spawn(process.execPath, [program, socketPath, child, ...flags], { stdio: "ignore" }).unref();
}

async function carryOut(deed: ProbeDeed): Promise<void> {
  switch (deed.order) {
    case "write":
      return write(deed.chunks);
    case "write-stderr":
      await new Promise<void>((resolve) => process.stderr.write(deed.text, () => resolve()));
      return;
    case "stop-reading":
      reading = false;
      process.stdin.pause();
      return;
    case "read-again":
      reading = true;
      process.stdin.resume();
      return;
    case "read-slowly":
      slowly = true;
      return;
    case "be-noisy":
      return beNoisy();
    case "close-stdout":
      return close(1);
    case "close-stdin":
      return close(0);
    case "survive":
      for (const signal of deed.signals) survived.add(signal);
      return;
    case "start-child":
      return startChild(deed.name, deed.survive);
    case "exit":
      return end(deed.code);
    case "die":
      process.kill(process.pid, "SIGKILL");
  }
}

async function obey(order: ProbeOrder): Promise<void> {
  // A host may end this process at once when a stream closes, so what is done is told before it shows.
  if (order.order === "close-stdout" || order.order === "close-stdin") {
    await new Promise<void>((resolve) => report({ kind: "done", order: order.number }, resolve));
    return carryOut(order);
  }
  try {
    await carryOut(order);
    report({ kind: "done", order: order.number });
  } catch (error) {
    report({ kind: "failed", order: order.number, error: String(error) });
  }
}

socket.setEncoding("utf8");
socket.on("connect", () => {
  const env = Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  report({ kind: "started", name, pid: process.pid, parent: process.ppid, args, cwd: process.cwd(), env });
});
socket.on("data", (text) => {
  const lines = (unread + text).split("\n");
  unread = lines.pop() ?? "";
  for (const line of lines) pending = pending.then(() => obey(JSON.parse(line) as ProbeOrder));
});
// Without a runner there is nobody to be an extension for.
socket.on("error", () => process.exit(70));
socket.on("close", () => process.exit(0));

for (const argument of args) {
  if (argument.startsWith("--survive=")) survived.add(argument.slice("--survive=".length));
}
for (const signal of ["SIGTERM", "SIGHUP", "SIGINT"] as const) {
  process.on(signal, () => {
    report({ kind: "signal", signal });
    if (!survived.has(signal)) end(128);
  });
}
process.stdin.on("data", (bytes: Buffer) => {
  report({ kind: "input", data: bytes.toString("base64") });
  if (!slowly) return;
  process.stdin.pause();
  setTimeout(readOn, 2);
});
process.stdin.on("end", () => report({ kind: "input-end" }));
process.stdin.on("error", () => report({ kind: "input-end" }));
process.stdout.on("error", () => {});
process.stderr.on("error", () => {});
