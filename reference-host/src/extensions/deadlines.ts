/** The deadlines of the protocol, each of which a host can set by itself. */
import { deadlines } from "@extproto/schemas";
import type { Deadlines } from "./contract.js";

/** The documented defaults, in milliseconds. */
export const defaultDeadlines: Deadlines = {
  hello: deadlines.hello.ms,
  readyGrace: deadlines.ready_grace.ms,
  readyIdle: deadlines.ready_idle.ms,
  intercept: deadlines.intercept.ms,
  tool: deadlines.tool.ms,
  command: deadlines.command.ms,
  shutdown: deadlines.shutdown.ms,
  kill: deadlines.kill.ms,
};
