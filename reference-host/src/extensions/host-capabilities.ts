/** What this host can do, as `hello_ack` announces it. */
export const hostCapabilities: readonly string[] = [
  "commands",
  "tools",
  "events",
  "panels",
  "tool_cancel",
  "tool_progress",
  "on_failure",
  "dynamic_tools",
];
