#!/usr/bin/env node
// A tool and a command in plain Node.
const send = (frame) => process.stdout.write(`${JSON.stringify(frame)}\n`);
const time = (timeZone = "UTC") => new Date().toLocaleTimeString("en-GB", { timeZone, timeStyle: "short" });
const result = (id, text, is_error) =>
  send({ type: "tool_result", id, content: [{ type: "text", text }], is_error });

function receive({ type, id, args }) {
  if (type === "tool_call") {
    try {
      result(id, time(args.zone), false);
    } catch (error) {
      result(id, error.message, true);
    }
  }
  if (type === "command_invoked") {
    send({ type: "command_response", id, action: "display", display: `It is ${time()} UTC.` });
  }
  if (type === "shutdown") process.stdout.write('{"type":"shutdown_ack"}\n', () => process.exit(0));
}

send({ type: "hello", name: "clock-node", version: "1.0.0", capabilities: ["commands", "tools"] });
send({ type: "register_command", name: "clock", description: "show the time" });
const schema = { type: "object", properties: { zone: { type: "string" } } };
send({ type: "register_tool", name: "clock", description: "The time in a zone like Asia/Tokyo.", schema });
send({ type: "ready" });

// Cut at "\n" by hand: newer versions of node:readline also cut at U+2028, inside strings.
let rest = "";
process.stdin.setEncoding("utf8").on("data", (chunk) => {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop();
  for (const line of lines) if (line.trim() !== "") receive(JSON.parse(line));
});
