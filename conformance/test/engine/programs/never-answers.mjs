import { greet, serve, shutdown } from "./session.mjs";

greet();
serve({ shutdown, tool_call: () => undefined });
