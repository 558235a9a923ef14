import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { ExtensionProcess } from "../../src/actors/host-actor/extension-process.js";
import type { Observed } from "../../src/run/contract.js";

const directory = mkdtempSync(join(tmpdir(), "xp-last-words-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Keeps this process from reading anything, as a busy machine does. */
function block(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

/** A process that says something as soon as it is written to, and ends. */
async function started(
  words: string,
  {
    emit = () => {},
    track = () => {},
  }: { emit?: (event: Observed) => void; track?: (child: ChildProcess) => void },
): Promise<ExtensionProcess> {
  const extension = new ExtensionProcess({
    directory,
    exec: "sh",
    args: ["-c", `read -r line; echo ${words}`],
    env: { PATH: process.env.PATH ?? "" },
    emit,
    now: () => performance.now(),
    track,
    slowReader: false,
    noisyStderr: false,
  });
  await extension.start();
  return extension;
}

it("what a process wrote before its end is read, however late the kit comes to it", async () => {
  const seen: string[] = [];
  const late = await started("goodbye", {
    emit: (event) => seen.push(event.kind === "received" ? event.line : event.kind),
    // Its end is known, and nothing has been read since, for longer than anybody waits for a child of it.
    track: (child) => child.on("exit", () => process.nextTick(block, 600)),
  });
  // Whoever ends is looked for at once among all: the end of the first shows that of the second, whose words come
  // in only with the next look at what can be read.
  const first = await started("first", {
    emit: (event) => {
      if (event.kind !== "received") return;
      void late.write([Buffer.from("\n")], { within: 1_000 });
      block(600);
    },
  });
  await first.write([Buffer.from("\n")], { within: 1_000 });
  block(300);
  await Promise.all([first.gone, late.gone]);
  expect(seen).toEqual(["started", "goodbye", "eof", "exit"]);
});
