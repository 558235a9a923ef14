import { greet, send, serve, shutdown } from "./session.mjs";

greet();
serve({
  shutdown,
  tool_call: ({ id }) => {
    console.log("working on it");
    send({ type: "tool_result", id, content: [{ type: "text", text: "hi" }] });
  },
});
