/** Looks through an extension's files before they are taken over. */
import { lstatSync, readdirSync, readlinkSync } from "node:fs";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { kindOfOther } from "../../files/regular-file.js";

/** Most links that are followed from one another. */
const maxLinks = 40;

/** The first thing in the tree that cannot be installed, in words; undefined where all is well. */
export function findUnsafeEntry(root: string): string | undefined {
  const pending = [root];
  for (let dir = pending.pop(); dir !== undefined; dir = pending.pop()) {
    for (const entry of readdirSync(dir, { withFileTypes: true })) {
      const path = join(dir, entry.name);
      const shown = relative(root, path);
      if (entry.isSymbolicLink()) {
        if (leavesTree(root, path)) return `the link ${shown} leads out of the extension's folder`;
      } else if (entry.isDirectory()) pending.push(path);
      else if (!entry.isFile()) return `${shown} is ${kindOfOther(entry)}, which cannot be installed`;
    }
  }
  return undefined;
}

/**
 * Follows a link step by step, through the links on its way, without leaving the tree even for a moment.
 * An absolute link would point into the source after the copy, so it counts as leaving.
 */
function leavesTree(root: string, link: string): boolean {
  let at = dirname(link);
  let steps = [relative(at, link)];
  let links = 0;
  while (steps.length > 0) {
    const [step = "", ...rest] = steps;
    steps = rest;
    if (step === "" || step === ".") continue;
    at = step === ".." ? dirname(at) : join(at, step);
    if (!isInside(root, at)) return true;
    if (step === ".." || !lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink()) continue;
    const target = readlinkSync(at);
    links++;
    if (isAbsolute(target) || links > maxLinks) return true;
    at = dirname(at);
    steps = [...target.split(/[/\\]/), ...steps];
  }
  return false;
}

/** True where a path is the folder itself or below it. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}
