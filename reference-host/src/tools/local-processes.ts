/** Shell commands on this machine, each in a process group of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { ProcessOperations, ShellEnd, ShellOptions } from "./operations.js";

/** Between SIGTERM and SIGKILL, for programs that put their files in order. */
const termGraceMs = 250;
/** Killed processes take a moment to be gone; one that nobody reaps is not waited for any longer. */
const goneMs = 150;
/** How long output is awaited after the shell exited: a process left in the background may hold the pipe. */
const drainMs = 200;

/** The shell and environment of the commands. */
export interface LocalProcessOptions {
  /** Default: bash, or sh where there is no bash. */
  readonly shell?: string;
  /** Default: the environment of the host. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Runs shell commands on this machine. */
export function localProcesses(options: LocalProcessOptions = {}): ProcessOperations {
  return {
    runShell: (command, run) => {
      if (run.signal.aborted) return Promise.resolve({ kind: "aborted" });
      const shell = options.shell ?? (existsSync("/bin/bash") ? "/bin/bash" : "/bin/sh");
      // One pipe for both outputs keeps their order; `exec` leaves the command's shell alone in the group.
      const child = spawn("/bin/sh", ["-c", 'exec "$0" -c "$1" 2>&1', shell, command], {
        cwd: run.cwd,
        env: options.env ?? process.env,
        detached: true,
        stdio: ["ignore", "pipe", "ignore"],
      });
      return ended(child, run);
    },
  };
}

function ended(child: ChildProcess, run: ShellOptions): Promise<ShellEnd> {
  return new Promise((resolve, reject) => {
    let stopped: "timed_out" | "aborted" | undefined;
    let exit: ShellEnd | undefined;
    let waited = false;
    let settled = false;
    let wait: NodeJS.Timeout | undefined;

    const killNow = () => signalGroup(child, "SIGKILL");
    const onAbort = () => stop("aborted");
    const timeout = setTimeout(() => stop("timed_out"), run.timeoutMs);

    function stop(why: "timed_out" | "aborted"): void {
      if (stopped !== undefined || exit !== undefined) return;
      stopped = why;
      signalGroup(child, "SIGTERM");
      wait = setTimeout(finish, termGraceMs);
    }
    function release(): void {
      clearTimeout(timeout);
      clearTimeout(wait);
      run.signal.removeEventListener("abort", onAbort);
      process.removeListener("exit", killNow);
      child.stdout?.destroy();
    }
    /** All output has come, or the wait for it is over. Reports once the shell is gone too. */
    function finish(): void {
      if (settled) return;
      waited = true;
      if (stopped !== undefined) killNow();
      if (exit === undefined) return;
      settled = true;
      release();
      if (stopped === undefined) resolve(exit);
      else void groupGone(child).then(() => resolve({ kind: stopped ?? "aborted" }));
    }

    // A host that exits in the middle of a command takes the command along.
    process.once("exit", killNow);
    run.signal.addEventListener("abort", onAbort, { once: true });
    child.stdout?.on("data", (bytes: Uint8Array) => run.onOutput(bytes));
    child.once("error", (error) => {
      release();
      reject(error);
    });
    child.once("exit", (code, signal) => {
      exit = signal === null ? { kind: "exited", code: code ?? 0 } : { kind: "killed", signal };
      // A stopped command's other processes keep what is left of their grace.
      if (waited) finish();
      else if (stopped === undefined) wait = setTimeout(finish, drainMs);
    });
    child.once("close", finish);
  });
}

/** Nobody announces the end of a process that is not our child, so it is asked for. */
async function groupGone(child: ChildProcess): Promise<void> {
  const until = performance.now() + goneMs;
  while (signalGroup(child, 0) && performance.now() < until) await pause(5);
}

/** False where nobody is left in the group. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  if (child.pid === undefined) return false;
  try {
    return process.kill(-child.pid, signal);
  } catch {
    return false;
  }
}
