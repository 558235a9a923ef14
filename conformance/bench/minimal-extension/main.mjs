/** The least that a Node extension with one tool does to pass every case. */
const write = (frame) => process.stdout.write(`${JSON.stringify(frame)}\n`);

write({ type: "hello", name: "minimal", version: "1.0.0", capabilities: ["tools"] });
write({ type: "register_tool", name: "echo", description: "Says it.", schema: { type: "object" } });
write({ type: "ready" });

const answers = {
  hello_ack({ protocol_version }) {
    if (protocol_version === 1) return;
    console.error(`protocol_version ${protocol_version} is not supported`);
    process.exit(1);
  },
  tool_call({ id, name, args }) {
    const known = name === "echo";
    const text = known ? JSON.stringify(args) : `there is no tool ${name}`;
    write({
      type: "tool_result",
      id,
      content: [{ type: "text", text }],
      ...(known ? {} : { is_error: true }),
    });
  },
  shutdown() {
    process.stdout.write('{"type":"shutdown_ack"}\n', () => process.exit(0));
  },
};

let rest = Buffer.alloc(0);
process.stdin.on("data", (chunk) => {
  rest = Buffer.concat([rest, chunk]);
  for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
    const line = rest.toString("utf8", 0, end);
    rest = rest.subarray(end + 1);
    let frame;
    try {
      frame = JSON.parse(line);
    } catch {
      continue;
    }
    if (Object.hasOwn(answers, frame?.type ?? "")) answers[frame.type](frame);
  }
});
process.stdin.on("end", () => process.exit(0));
