/** `ext list` tells the last error of an extension, and not that of another with its name. */
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { expect, test } from "vitest";
import { runExt } from "../../src/cli/ext/index.js";
import { newManager, temporaryDirectory, writeExtension } from "./running-manager.js";

const works = 'begin("weather"); onFrame(leave);';

/** What `ext list --json` says of each extension, in this home and this project. */
async function listed(home: string, cwd: string): Promise<unknown> {
  const stdout = new PassThrough();
  const env = { ...process.env, ZOT_HOME: home };
  await runExt(["list", "--json"], { stdin: Readable.from([]), stdout, stderr: new PassThrough(), cwd, env });
  const all: { scope: string; state: string; error?: string }[] = JSON.parse(String(stdout.read()));
  return all.map(({ scope, state, error }) => [scope, state, error]);
}

async function run(home: string, cwd: string): Promise<void> {
  const { manager } = newManager({ home, cwd });
  await manager.start();
  await manager.stop();
}

test("the error of a global extension is not shown for one of a project that never ran", async () => {
  const [home, project, elsewhere] = [temporaryDirectory(), temporaryDirectory(), temporaryDirectory()];
  writeExtension(join(home, "extensions"), { name: "weather", code: "process.exit(7);" });
  await run(home, elsewhere);
  expect(await listed(home, elsewhere)).toEqual([["global", "enabled", "exited with code 7"]]);
  writeExtension(join(project, ".zot", "extensions"), { name: "weather", code: works });
  expect(await listed(home, project)).toEqual([
    ["project", "enabled", undefined],
    ["global", "hidden", undefined],
  ]);
});

test("an error lasts until that same extension is ready, not one of its name", async () => {
  const [home, project, elsewhere] = [temporaryDirectory(), temporaryDirectory(), temporaryDirectory()];
  const folder = join(project, ".zot", "extensions");
  writeExtension(folder, { name: "weather", code: "process.exit(7);" });
  await run(home, project);
  writeExtension(join(home, "extensions"), { name: "weather", code: works });
  await run(home, elsewhere);
  expect(await listed(home, elsewhere)).toEqual([["global", "enabled", undefined]]);
  expect(await listed(home, project)).toEqual([
    ["project", "enabled", "exited with code 7"],
    ["global", "hidden", undefined],
  ]);
  writeExtension(folder, { name: "weather", code: works });
  await run(home, project);
  expect(await listed(home, project)).toEqual([
    ["project", "enabled", undefined],
    ["global", "hidden", undefined],
  ]);
});
