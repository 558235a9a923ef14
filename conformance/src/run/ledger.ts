/**
 * What has been started, so that all of it can be ended: at the end of a run, and when the kit itself ends.
 *
 * Processes are ended by their group, and strays that left their group by a mark in their environment.
 */
import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { removeRunFolder } from "./folder.js";

/** The variable that marks every process of a run. */
export const markName = "EXTPROTO_RUN";

/** What one run has started. */
export class RunLedger {
  readonly mark = randomBytes(8).toString("hex");
  readonly #groups = new Set<number>();
  readonly #undo: (() => void | Promise<void>)[] = [];
  #folder: { readonly root: string } | undefined;

  /** Registers a process that leads its own group. */
  track(child: Pick<ChildProcess, "pid">): void {
    if (child.pid !== undefined) this.#groups.add(child.pid);
  }

  /** Registers something that has to be undone. */
  onCleanup(undo: () => void | Promise<void>): void {
    this.#undo.push(undo);
  }

  /** Registers the folder of the run. */
  hold(folder: { readonly root: string }): void {
    this.#folder = folder;
  }

  /** Ends every process of the run at once. */
  killAll(): void {
    for (const group of this.#groups) signalGroup(group, "SIGKILL");
    for (const pid of strays(this.mark)) signalProcess(pid);
  }

  /** Ends what is left, undoes the rest, removes the folder. */
  async close(options: { readonly keepFolder: boolean }): Promise<void> {
    this.killAll();
    for (const undo of this.#undo.splice(0).reverse()) await Promise.resolve(undo()).catch(() => undefined);
    await gone(this.#groups);
    if (this.#folder !== undefined && !options.keepFolder) removeRunFolder(this.#folder);
    open.delete(this);
  }

  /** The same without waiting, for the end of the kit's own process. */
  closeNow(): void {
    this.killAll();
    try {
      if (this.#folder !== undefined) removeRunFolder(this.#folder);
    } catch {
      // A dying process may still write; there is no time to try again.
    }
  }
}

const open = new Set<RunLedger>();
let hooked = false;

/** Begins the books of a run. They are closed at the latest when the kit's process ends. */
export function openLedger(): RunLedger {
  if (!hooked) {
    hooked = true;
    process.on("exit", () => {
      for (const ledger of open) ledger.closeNow();
    });
  }
  const ledger = new RunLedger();
  open.add(ledger);
  return ledger;
}

/** Signals a process group; false where there is none. */
export function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-leader, signal);
    return true;
  } catch {
    return false;
  }
}

function signalProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended in the meantime.
  }
}

/** Processes with the mark in their environment. Only Linux tells. */
function strays(mark: string): readonly number[] {
  const sign = `${markName}=${mark}`;
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
      .filter((pid) => environmentOf(pid).includes(sign))
      .map(Number);
  } catch {
    return [];
  }
}

function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1");
  } catch {
    return "";
  }
}

/** Waits until killed groups have vanished; a zombie that nobody reaps does not hold the run up. */
async function gone(groups: ReadonlySet<number>): Promise<void> {
  const until = performance.now() + 500;
  while ([...groups].some((group) => signalGroup(group, 0)) && performance.now() < until)
    await new Promise((resolve) => setTimeout(resolve, 2));
}
