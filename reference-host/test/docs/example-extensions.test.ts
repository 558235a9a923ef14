/** The example extensions by themselves, against lines that a host may write and a careful reader survives. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

it("clock-node ignores blank lines and lines of white space", async () => {
  const program = fileURLToPath(
    new URL("../../../docs/examples/extensions/clock-node/clock.mjs", import.meta.url),
  );
  const clock = spawn(process.execPath, [program], { stdio: ["pipe", "pipe", "inherit"] });
  const exited = once(clock, "exit");
  let written = "";
  clock.stdout.setEncoding("utf8").on("data", (text: string) => {
    written += text;
  });
  clock.stdin.write('\n \t\r\n{"type":"command_invoked","id":"c1","name":"clock"}\n{"type":"shutdown"}\n');
  expect(await exited).toEqual([0, null]);
  expect(written).toContain('"id":"c1"');
});
