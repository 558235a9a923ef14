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

/** What a timer of the platform can wait for: it would fire at once for more. */
const longestTimer = 2 ** 31 - 1;

/** The defaults with what was chosen in their place. */
export function chosenDeadlines(chosen: Partial<Deadlines>): Deadlines {
  const all = { ...defaultDeadlines, ...chosen };
  const bounded = Object.entries(all).map(([name, ms]) => [name, Math.min(ms, longestTimer)]);
  return Object.fromEntries(bounded) as Record<keyof Deadlines, number>;
}
