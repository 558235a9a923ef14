import { greet, send, serve } from "./session.mjs";

process.on("SIGTERM", () => undefined);
setInterval(() => undefined, 1000);
greet();
serve({
  shutdown: () => send({ type: "shutdown_ack" }),
  tool_call: ({ id }) => send({ type: "tool_result", id, content: [{ type: "text", text: "hi" }] }),
});
