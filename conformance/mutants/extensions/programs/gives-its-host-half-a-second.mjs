import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    toolResult(frame) {
      const content = [{ type: "text", text: "x".repeat(3_500_000) }];
      const late = setTimeout(() => process.exit(1), 500);
      process.stdout.write(`${JSON.stringify({ ...frame, content })}\n`, () => clearTimeout(late));
    }
  },
);
