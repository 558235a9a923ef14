/**
 * Where an installation is prepared, and what becomes of one that was killed.
 *
 * An installation that replaces an extension has the old one in `old` until the new one is in its place. Whoever is
 * killed between these moves cannot put it back, so the next `ext` command does.
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
  /** Where the extensions that are replaced wait; the name of each folder tells where it belongs. */
  readonly old: string;
}

/** Carries the number of the process that works in it. */
const stagingName = /^\.install-(\d+)-/;

/** Makes the folders for one installation. */
export async function newStaging(home: string): Promise<Staging> {
  const staging = await mkdtemp(join(besideExtensions(home), `.install-${process.pid}-`));
  const old = join(staging, "old");
  await mkdir(old);
  return { staging, fresh: join(staging, "new"), old };
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
  // The move of the new files is the last: where they are gone, they are in place, and the old ones have had their day.
  if (!existsSync(join(staging, "new"))) return;
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
