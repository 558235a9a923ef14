#!/usr/bin/env node
// A tool and a command in plain Node. Lines are cut at "\n" by hand: node:readline would also cut inside strings.
const send = (frame) => process.stdout.write(`${JSON.stringify(frame)}\n`);
const now = (zone) => new Date().toLocaleTimeString("en-GB", { timeZone: zone || "UTC", timeStyle: "short" });

function answer(frame) {
  switch (frame.type) {
    case "tool_call":
      try {
        send({ type: "tool_result", id: frame.id, content: [{ type: "text", text: now(frame.args.zone) }] });
      } catch (error) {
        send({
          type: "tool_result",
          id: frame.id,
          is_error: true,
          content: [{ type: "text", text: error.message }],
        });
      }
      break;
    case "command_invoked":
      send({
        type: "command_response",
        id: frame.id,
        action: "display",
        display: `It is ${now("UTC")} UTC.`,
      });
      break;
    case "shutdown":
      send({ type: "shutdown_ack" });
      process.exit(0);
  }
}

send({ type: "hello", name: "clock-node", version: "1.0.0", capabilities: ["commands", "tools"] });
send({ type: "register_command", name: "clock", description: "show the time" });
const schema = {
  type: "object",
  properties: { zone: { type: "string", description: "such as Europe/Berlin" } },
};
send({ type: "register_tool", name: "clock", description: "The time of day in a time zone.", schema });
send({ type: "ready" });

let rest = "";
process.stdin.setEncoding("utf8").on("data", (chunk) => {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop();
  for (const line of lines) if (line.trim() !== "") answer(JSON.parse(line));
});
process.stdin.on("end", () => process.exit(0));
