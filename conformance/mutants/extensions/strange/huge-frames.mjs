import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    toolResult(frame) {
      if (frame.is_error) return super.toolResult(frame);
      const empty = JSON.stringify({ ...frame, content: [{ type: "text", text: "" }] });
      const text = "x".repeat(4_194_304 - 1 - Buffer.byteLength(empty));
      super.toolResult({ ...frame, content: [{ type: "text", text }] });
    }
  },
);
