/** `ext remove`: deletes an extension after a yes. */
import { rm } from "node:fs/promises";
import { ExtFailure } from "./failure.js";
import { findInstalled } from "./installed.js";
import type { ExtIo } from "./io.js";
import { plainLine } from "./plain-text.js";

/** Deletes the directory of an extension, or the link to it. */
export async function removeExtension(
  options: { readonly name: string; readonly yes: boolean },
  io: ExtIo,
): Promise<void> {
  const { name, dir, scope } = findInstalled(options.name, io);
  const what = `${plainLine(name)} (${scope}, ${dir})`;
  if (!options.yes) {
    io.stdout.write(`Remove ${what}? [y/N] `);
    const answer = await firstLine(io);
    if (!/^y(es)?$/i.test(answer.trim())) {
      throw new ExtFailure("EXT_CLI_NOT_CONFIRMED", `nothing was removed; answer yes, or give --yes`);
    }
  }
  await rm(dir, { recursive: true, force: false });
  io.stdout.write(`Removed ${what}.\n`);
}

async function firstLine(io: ExtIo): Promise<string> {
  let text = "";
  for await (const chunk of io.stdin) {
    text += String(chunk);
    const end = text.indexOf("\n");
    if (end !== -1) return text.slice(0, end);
  }
  return text;
}
