import { greet, serve, shutdown } from "./session.mjs";

greet();
serve({
  shutdown,
  tool_call: () => {
    console.error("TypeError: the city is undefined");
    process.exit(3);
  },
});
