// The least that answers tool calls: what an author without an SDK would write.
const emit = (frame) => process.stdout.write(`${JSON.stringify(frame)}\n`);
emit({ type: "hello", name: "minimal", version: "1.0.0", capabilities: ["tools"] });
emit({ type: "register_tool", name: "echo", description: "Echoes.", schema: { type: "object" } });
emit({ type: "ready" });
let rest = "";
process.stdin.setEncoding("utf8").on("data", (chunk) => {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop();
  for (const line of lines) {
    const frame = JSON.parse(line);
    if (frame.type === "tool_call") {
      emit({ type: "tool_result", id: frame.id, content: [{ type: "text", text: frame.args.text }] });
    } else if (frame.type === "shutdown") process.exit(0);
  }
});
