import { greet, send, serve, shutdown } from "./session.mjs";

greet();
serve({
  shutdown,
  tool_call: ({ id, args }) =>
    send({ type: "tool_result", id, content: [{ type: "text", text: String(args.text) }] }),
});
