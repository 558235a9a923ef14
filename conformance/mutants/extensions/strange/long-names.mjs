import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    register() {
      super.register();
      const description = "long ".repeat(20_000);
      const schema = {
        type: "object",
        properties: { __proto__: { type: "string" } },
        additionalProperties: true,
      };
      this.write({ type: "register_tool", name: "T".repeat(64), description, schema });
      this.write({ type: "register_command", name: "0-_9", description });
    }

    toolCall(frame) {
      if (frame.name.length < 64) return super.toolCall(frame);
      this.toolResult({ type: "tool_result", id: frame.id, content: [{ type: "text", text: "" }] });
    }

    command(frame) {
      if (frame.name !== "0-_9") super.command(frame);
      else this.commandResponse({ type: "command_response", id: frame.id, action: "prompt", prompt: "go" });
    }
  },
);
