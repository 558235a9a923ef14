/** The real bin, in a folder and with temporary files of the test's own. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";
import type { Report } from "../../src/report/model.js";
import { extproto, type Finished, Running } from "../validate/extproto.js";

/** The folder of the extensions that are checked here. */
export const extensions = fileURLToPath(new URL("extensions", import.meta.url));
export const steady = join(extensions, "steady");
export const answersTwice = join(extensions, "answers-twice");

const scratchFolders: string[] = [];
afterAll(() => {
  for (const folder of scratchFolders) rmSync(folder, { recursive: true, force: true });
});

/** A folder that is removed after the tests. */
export function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), "xp-test-"));
  scratchFolders.push(folder);
  return folder;
}

/** What came of a check, and what it left in the folder for temporary files. */
export interface CheckRun extends Finished {
  readonly left: readonly string[];
}

/** Runs `extproto` to its end. */
export async function run(...args: readonly string[]): Promise<CheckRun> {
  const TMPDIR = scratch();
  const finished = await extproto(args, { env: { TMPDIR, CI: "1" } });
  return { ...finished, left: readdirSync(TMPDIR) };
}

/** Runs `extproto check ... --json` and reads the report. */
export async function checked(...args: readonly string[]): Promise<{ code: number | null; report: Report }> {
  const { code, stdout, stderr } = await run("check", ...args, "--json");
  if (stdout === "") throw new Error(stderr);
  return { code, report: JSON.parse(stdout) as Report };
}

/** Starts a check and leaves it running. */
export function start(args: readonly string[], env: Readonly<Record<string, string>>): Running {
  return new Running(["check", ...args], { env: { CI: "1", ...env } });
}
