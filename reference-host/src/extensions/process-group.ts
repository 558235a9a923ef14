/**
 * Starts a program in a process group of its own, and ends the whole group.
 *
 * Launchers such as `npx` or a shell leave grandchildren behind when only the child is signalled; a group
 * reaches them all. Every group that may still have a process is on one list, which
 * {@link killExtensionProcesses} ends at once when the host has no time left for anything better.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import { execa } from "execa";
import { startDeadline } from "../wire/index.js";

/** What to start. */
export interface SpawnOptions {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** How a process ended. */
export interface ExitFacts {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A process that leads a group. */
export interface ProcessGroup {
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Resolves when the first process has ended; others of the group may live on. */
  readonly exited: Promise<ExitFacts>;
  signal(name: NodeJS.Signals): void;
  /** Resolves with true when no process of the group is left, with false when the time is over. */
  empty(withinMs: number): Promise<boolean>;
  /** Lets go of the pipes, which a process outside the group may still hold open. */
  destroyPipes(): void;
}

/** Groups that may have a living process. */
const groups = new Set<number>();
const pollMs = 15;
/** How long SIGKILL may take: a process in uninterruptible sleep is not waited for without end. */
const afterKillMs = 2_000;

/** Starts a program; rejects with the reason in words where it cannot be started. */
export async function spawnGroup(options: SpawnOptions): Promise<ProcessGroup> {
  const child = execa(options.file, [...options.args], {
    cwd: options.cwd,
    env: { ...options.env },
    extendEnv: false,
    detached: process.platform !== "win32",
    stdio: ["pipe", "pipe", "pipe"],
    buffer: false,
    reject: false,
    windowsHide: true,
  });
  const { pid } = child;
  if (pid === undefined) {
    const result = await child;
    throw new Error(spawnFailure(options.file, result.cause), { cause: result.cause });
  }
  groups.add(pid);
  let exit: ExitFacts | undefined;
  const exited = new Promise<ExitFacts>((resolve) => {
    child.once("exit", (code, signal) => {
      exit = { code, signal };
      resolve(exit);
    });
  });

  async function empty(withinMs: number): Promise<boolean> {
    const end = performance.now() + withinMs;
    if (exit === undefined) await within(withinMs, exited);
    while (exit === undefined || hasLivingProcess(pid as number)) {
      const left = end - performance.now();
      if (left <= 0) return false;
      await within(Math.min(pollMs, left), exit === undefined ? exited : undefined);
    }
    groups.delete(pid as number);
    return true;
  }

  return {
    pid,
    stdin: child.stdin,
    stdout: child.stdout,
    stderr: child.stderr,
    exited,
    signal: (name) => signalGroup(pid, name),
    empty,
    destroyPipes() {
      child.stdin.destroy();
      child.stdout.destroy();
      child.stderr.destroy();
    },
  };
}

/** How long each step of {@link endGroup} waits, in milliseconds. */
export interface EndOptions {
  /** Before SIGTERM. */
  readonly grace: number;
  /** Between SIGTERM and SIGKILL. */
  readonly kill: number;
  /** Told of each signal that is needed. */
  readonly onSignal?: (name: "SIGTERM" | "SIGKILL") => void;
}

/** Waits for a group to end, then asks it to, then makes it. */
export async function endGroup(group: ProcessGroup, options: EndOptions): Promise<void> {
  if (await group.empty(options.grace)) return;
  options.onSignal?.("SIGTERM");
  group.signal("SIGTERM");
  if (await group.empty(options.kill)) return;
  options.onSignal?.("SIGKILL");
  group.signal("SIGKILL");
  await group.empty(afterKillMs);
}

/**
 * Ends every process of every extension at once, without asking. For `process.on("exit")` handlers, in
 * which nothing asynchronous runs any more; in every other case stop the manager.
 *
 * @example
 * ```ts
 * process.on("exit", killExtensionProcesses);
 * ```
 */
export function killExtensionProcesses(): void {
  for (const pid of groups) signalGroup(pid, "SIGKILL");
  groups.clear();
}

function signalGroup(pid: number, name: NodeJS.Signals): void {
  if (process.platform === "win32") {
    spawnSync("taskkill", ["/PID", String(pid), "/T", ...(name === "SIGKILL" ? ["/F"] : [])], {
      windowsHide: true,
    });
    return;
  }
  try {
    process.kill(-pid, name);
  } catch {
    // Nobody is left to be signalled.
  }
}

/** Whether some process of the group runs. A zombie that nobody reaps still answers to signals, but runs no more. */
function hasLivingProcess(pid: number): boolean {
  if (process.platform === "win32") return false;
  try {
    process.kill(-pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  return process.platform === "linux" ? hasRunningMember(pid) : true;
}

function hasRunningMember(group: number): boolean {
  for (const entry of readdirSync("/proc")) {
    if (!/^[0-9]+$/.test(entry)) continue;
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, "utf8");
      // pid (name) state ppid pgrp ...; the name may itself contain spaces and parentheses.
      const [state, , pgrp] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      if (Number(pgrp) === group && state !== "Z" && state !== "X") return true;
    } catch {
      // It ended while we looked.
    }
  }
  return false;
}

function within(ms: number, event: Promise<unknown> | undefined): Promise<void> {
  return new Promise((resolve) => {
    const cancel = startDeadline(ms, resolve);
    void event?.then(() => {
      cancel();
      resolve();
    });
  });
}

function spawnFailure(file: string, cause: unknown): string {
  const code = (cause as NodeJS.ErrnoException | undefined)?.code;
  if (code === "ENOENT")
    return `exec not found: ${file}; check the path in the manifest, or the first line of the script`;
  if (code === "EACCES") return `exec is not executable: ${file}; try chmod +x`;
  const text = cause instanceof Error ? cause.message : String(cause);
  return `exec could not be started: ${file}: ${text}`;
}
