// The same by hand: the least that a correct extension in Node does.
const send = (frame) => process.stdout.write(`${JSON.stringify(frame)}\n`);
const schema = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };

function receive(frame) {
  if (frame.type === "hello_ack") {
    send({ type: "register_tool", name: "echo", description: "Says what it was told.", schema });
    send({ type: "ready" });
  } else if (frame.type === "tool_call") {
    const { text } = frame.args;
    const wrong = typeof text !== "string";
    send({
      type: "tool_result",
      id: frame.id,
      content: [{ type: "text", text: wrong ? "text is missing" : text }],
      ...(wrong ? { is_error: true } : {}),
    });
  }
}

send({ type: "hello", name: "bench", version: "1.0.0" });
let rest = "";
process.stdin.setEncoding("utf8").on("data", (chunk) => {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop();
  for (const line of lines) receive(JSON.parse(line));
});
process.stdin.on("end", () => process.exit(0));
