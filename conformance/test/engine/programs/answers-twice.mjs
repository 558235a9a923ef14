import { greet, send, serve, shutdown } from "./session.mjs";

greet();
serve({
  shutdown,
  tool_call: ({ id }) => {
    for (const text of ["hi", "two"]) send({ type: "tool_result", id, content: [{ type: "text", text }] });
  },
});
