// One JSON object a line: requests come in on standard input, answers go out on standard output.
const send = (frame, then) => process.stdout.write(`${JSON.stringify(frame)}\n`, then);
const schema = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };

const receive = {
  hello_ack({ protocol_version }) {
    if (protocol_version !== 1) {
      console.error(`the host speaks version ${protocol_version} of the protocol`);
      process.exit(1);
    }
    send({ type: "register_command", name: "greet", description: "greets you" });
    send({ type: "register_tool", name: "greet", description: "Greets somebody.", schema });
    send({ type: "ready" });
  },
  tool_call({ id, name, args }) {
    const known = name === "greet" && typeof args.name === "string";
    const text = known ? `Hello, ${args.name}!` : "greet needs a name";
    send({ type: "tool_result", id, content: [{ type: "text", text }], is_error: !known });
  },
  command_invoked({ id, name, args }) {
    if (name === "greet")
      send({ type: "command_response", id, action: "display", display: `Hello, ${args || "you"}!` });
    else send({ type: "command_response", id, action: "noop", error: `no command /${name}` });
  },
  shutdown() {
    send({ type: "shutdown_ack" }, () => process.exit(0));
  },
};

function take(line) {
  try {
    const frame = JSON.parse(line);
    if (Object.hasOwn(receive, frame?.type)) receive[frame.type](frame);
  } catch (error) {
    console.error(`skipped a line: ${error.message}`);
  }
}

send({ type: "hello", name: "{{name}}", version: "0.1.0", capabilities: ["commands", "tools"] });

// Cut at "\n" by hand: newer versions of node:readline also cut at U+2028, inside strings.
let rest = "";
process.stdin.setEncoding("utf8").on("data", (chunk) => {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop();
  for (const line of lines) if (line.trim() !== "") take(line);
});
process.stdin.on("end", () => process.exit(0));
