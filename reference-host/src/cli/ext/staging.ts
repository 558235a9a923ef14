/**
 * Where an installation is prepared, and what becomes of one that was killed.
 *
 * Between its two moves an installation that replaces an extension has the old one in `old`. Whoever is killed
 * there cannot put it back, so the next `ext` command does.
 */
import { existsSync, readdirSync, realpathSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { globalExtensions, zotHome } from "../../extensions/home.js";
import type { ExtIo } from "./io.js";
import { plainLine } from "./plain-text.js";

/** The folders of one installation. */
export interface Staging {
  /** Deleted at the end, whatever happened. */
  readonly staging: string;
  /** Where the new files go first. */
  readonly fresh: string;
  /** Where the extension that is replaced waits; its name tells where it belongs. */
  readonly old: string;
}

/** Carries the number of the process that works in it. */
const stagingName = /^\.install-(\d+)-/;

/** Makes the folders for the installation of an extension in the folder of that name. */
export async function newStaging(home: string, folder: string): Promise<Staging> {
  const staging = await mkdtemp(join(besideExtensions(home), `.install-${process.pid}-`));
  await mkdir(join(staging, "old"));
  return { staging, fresh: join(staging, "new"), old: join(staging, "old", folder) };
}

/** Puts back what killed installations took away, and deletes what they left. What that fails at is told, no more. */
export async function cleanUpKilled(io: ExtIo): Promise<void> {
  const home = zotHome({ env: io.env });
  const beside = besideExtensions(home);
  for (const name of entries(beside)) {
    const [, pid] = stagingName.exec(name) ?? [];
    if (pid === undefined || isAlive(Number(pid))) continue;
    const staging = join(beside, name);
    try {
      await putBack(staging, { home, io });
      await rm(staging, { recursive: true, force: true });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      io.stderr.write(
        `ext: an interrupted installation left ${staging}, which cannot be cleaned up: ${why}\n`,
      );
    }
  }
}

async function putBack(staging: string, { home, io }: { home: string; io: ExtIo }): Promise<void> {
  for (const folder of entries(join(staging, "old"))) {
    const target = join(globalExtensions(home), folder);
    if (existsSync(target)) continue;
    await rename(join(staging, "old", folder), target);
    io.stderr.write(`ext: put ${plainLine(folder)} back, whose replacement had been interrupted\n`);
  }
}

/** Beside the real folder, where it is a link: only within one file system is a move one step. */
function besideExtensions(home: string): string {
  const folder = globalExtensions(home);
  return existsSync(folder) ? dirname(realpathSync(folder)) : home;
}

function entries(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user is one too.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
