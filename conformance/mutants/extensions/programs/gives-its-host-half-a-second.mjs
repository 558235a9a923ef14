import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    toolResult(frame) {
      const content = [{ type: "text", text: "x".repeat(3_500_000) }];
      // Half a second in ticks: on a busy machine they come late, to the extension as to its host.
      let ticks = 50;
      const clock = setInterval(() => --ticks === 0 && process.exit(1), 10);
      process.stdout.write(`${JSON.stringify({ ...frame, content })}\n`, () => clearInterval(clock));
    }
  },
);
