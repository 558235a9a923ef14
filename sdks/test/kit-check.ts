/** Extensions of the SDKs before the conformance kit. */
import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const kit = fileURLToPath(new URL("../../conformance/bin/extproto.mjs", import.meta.url));

/** A part of the cases that touches everything an SDK does; the slow tests have them all. */
export const quick: readonly string[] = [
  "extension/lifecycle/*",
  "extension/tools/valid-call",
  "extension/commands/again",
  "extension/events-and-interception/*",
  "extension/panels/*",
  "extension/shutdown-and-reload/*",
].flatMap((glob) => ["--only", glob]);

/** The example extensions of an SDK: every folder with a manifest, so that a new one is checked too. */
export function examplesOf(sdk: string): readonly string[] {
  const examples = join(sdk, "examples");
  return readdirSync(examples).filter((name) => existsSync(join(examples, name, "extension.json")));
}

/** Checks an extension with the kit; gives what does not simply pass. Others can be checked meanwhile. */
export function check(
  folder: string,
  ...options: readonly string[]
): Promise<{ status: number | string | null; odd: unknown }> {
  const args = [kit, "check", folder, "--allow-tools", "--jobs", "2", "--json", ...options];
  return new Promise((resolve) =>
    execFile(process.execPath, args, { cwd: root, maxBuffer: 1 << 28 }, (error, stdout, stderr) => {
      const status = error === null ? 0 : (error.code ?? null);
      try {
        const { runs } = JSON.parse(stdout) as { runs: { id: string; verdict: string }[] };
        const odd = runs.filter(({ verdict }) => verdict !== "pass" && verdict !== "not-applicable");
        resolve({ status, odd: odd.map(({ id, verdict }) => `${verdict} ${id}`) });
      } catch {
        resolve({ status, odd: `${stdout}${stderr}` });
      }
    }),
  );
}
