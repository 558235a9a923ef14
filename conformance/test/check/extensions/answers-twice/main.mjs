// Does everything as it should. The first argument says how often a call is answered, the second the name.
const answers = Number(process.argv[2] ?? 1);
const send = (frame) => process.stdout.write(`${JSON.stringify(frame)}\n`);
const tool = {
  type: "register_tool",
  name: "echo",
  description: "Gives back a text.",
  schema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
};

function take(frame) {
  switch (frame.type) {
    case "hello_ack":
      if (frame.protocol_version !== 1) {
        process.stderr.write(`version ${frame.protocol_version} of the protocol is not supported\n`);
        process.exit(1);
      }
      send(tool);
      send({ type: "ready" });
      break;
    case "tool_call": {
      const { text } = frame.args ?? {};
      const good = frame.name === "echo" && typeof text === "string";
      for (let count = 0; count < answers; count++)
        send({
          type: "tool_result",
          id: frame.id,
          content: [{ type: "text", text: good ? text : "echo takes a text" }],
          ...(good ? {} : { is_error: true }),
        });
      break;
    }
    case "shutdown":
      process.stdout.write('{"type":"shutdown_ack"}\n', () => process.exit(0));
      break;
    default:
  }
}

let rest = Buffer.alloc(0);
process.stdin.on("data", (chunk) => {
  rest = Buffer.concat([rest, chunk]);
  for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
    const line = rest.subarray(0, end).toString("utf8");
    rest = rest.subarray(end + 1);
    let frame;
    try {
      frame = JSON.parse(line);
    } catch {
      continue;
    }
    if (typeof frame === "object" && frame !== null && !Array.isArray(frame)) take(frame);
  }
});
process.stdin.on("end", () => process.exit(0));
send({ type: "hello", name: process.argv[3] ?? "steady", version: "1.0.0", capabilities: ["tools"] });
