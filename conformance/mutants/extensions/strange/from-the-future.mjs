import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    hello() {
      const capabilities = ["tools", "x_teleport", "tool_cancel", "tool_cancel", "commands"];
      this.write({
        type: "hello",
        name: "mutant",
        version: "99.0.0-beta+future, more or less",
        capabilities,
      });
    }

    toolResult({ content, ...frame }) {
      const details = { x_hologram: [{ type: "x_hologram" }] };
      const parts = content.map((part) => ({ ...part, x_voice: "low" }));
      super.toolResult({ ...frame, content: [...parts, ...parts], x_details: details });
    }
  },
);
