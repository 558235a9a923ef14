import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    ready() {
      super.ready();
      setTimeout(() => {
        this.write({ type: "register_tool", name: "late", description: "Late.", schema: { type: "object" } });
        this.write({ type: "register_command", name: "late", description: "late" });
      }, 60);
    }

    toolCall(frame) {
      if (frame.name !== "late") return super.toolCall(frame);
      this.toolResult({ type: "tool_result", id: frame.id, content: [{ type: "text", text: "better" }] });
    }

    command(frame) {
      if (frame.name !== "late") super.command(frame);
      else
        this.commandResponse({
          type: "command_response",
          id: frame.id,
          action: "insert",
          insert: "than never",
        });
    }
  },
);
