/** The names and numbers that several frames share: deadlines, limits, capabilities, built-in names. */

/** The version of the specification that these definitions describe. */
export const specVersion = "1.0";

/** The major version on the wire: `hello_ack.protocol_version` and the RPC `hello` answer. */
export const protocolVersion = 1;

/** How long each side waits, in milliseconds. Hosts offer each as an option. */
export const deadlines = {
  hello: { ms: 10_000, doc: "From spawn to the extension's hello; then the host gives the extension up." },
  ready_grace: { ms: 3_000, doc: "From hello to ready; then the host goes on without ready." },
  ready_idle: { ms: 250, doc: "Silence after hello after which the host may go on without ready." },
  intercept: {
    ms: 5_000,
    doc: "For each interceptor's answer; then the action is allowed, or refused where on_failure says so.",
  },
  tool: { ms: 60_000, doc: "For a tool's result; then the call fails." },
  dhara_tool: { ms: 30_000, doc: "For the result of a Dhara extension's tool; then the call fails." },
  command: { ms: 30_000, doc: "For the answer to a slash command; then the command fails." },
  shutdown: { ms: 2_000, doc: "From shutdown to the extension's exit; then SIGTERM." },
  kill: { ms: 1_000, doc: "From SIGTERM to SIGKILL." },
} as const;

/** The largest line, in bytes and including its LF, that a sender may write. */
export const limits = {
  extproto_line: { bytes: 4_194_304, doc: "A line in either direction between host and extension." },
  rpc_client_line: { bytes: 16_777_216, doc: "A line from an RPC client to the server." },
} as const;

/** What an extension (`hello`) or a host (`hello_ack`) can announce. */
export const extprotoCapabilities = {
  commands: { doc: "Registers slash commands. Advisory.", addition: false },
  tools: { doc: "Registers tools. Advisory.", addition: false },
  events: { doc: "Subscribes to events. Advisory.", addition: false },
  panels: { doc: "Opens panels. Advisory.", addition: false },
  tool_cancel: { doc: "The extension takes tool_cancel; the host sends it.", addition: true },
  tool_progress: { doc: "The extension sends tool_progress; the host shows it.", addition: true },
  on_failure: { doc: "The host honours subscribe.on_failure.", addition: true },
  dynamic_tools: { doc: "Tools may be replaced and unregistered after ready.", addition: true },
  channels: { doc: "The extension brings messages from outside and takes the replies.", addition: true },
} as const;

/** What an RPC server can announce in its answer to hello. */
export const rpcCapabilities = {
  slash_commands: {
    doc: "list_commands, invoke_command, ext_insert, ext_submit, ext_display.",
    addition: true,
  },
  panels: {
    doc: "panel_key, panel_close, ext_panel_open, ext_panel_render, ext_panel_close.",
    addition: true,
  },
  extensions: { doc: "list_extensions, reload_extensions.", addition: true },
  tool_approval: { doc: "tool_approval_request and tool_approval.", addition: true },
  intercept_outcomes: { doc: "ext_intercept.", addition: true },
  tool_attribution: { doc: "tool_result.extension.", addition: true },
} as const;

/** Tool names that belong to the host. */
export const builtinTools = ["read", "write", "edit", "bash", "skill"] as const;

/** Slash commands that belong to the host. */
export const builtinCommands = [
  "help",
  "model",
  "clear",
  "compact",
  "sessions",
  "skills",
  "reload-ext",
  "exit",
] as const;

/** Lifecycle events an extension can observe. */
export const eventNames = [
  "session_start",
  "turn_start",
  "turn_end",
  "tool_call",
  "assistant_message",
] as const;

/** Lifecycle events an extension can intercept. */
export const interceptNames = ["tool_call", "turn_start", "assistant_message"] as const;

/** How a model call ended. */
export const stopReasons = ["end_turn", "tool_use", "length", "error", "aborted"] as const;

/** Severity of a note. */
export const noteLevels = ["info", "success", "warn", "error"] as const;

/** Normalised names of the keys that reach a panel. */
export const keyNames = [
  "up",
  "down",
  "left",
  "right",
  "enter",
  "esc",
  "tab",
  "pageup",
  "pagedown",
  "home",
  "end",
  "backspace",
  "delete",
  "rune",
  "unknown",
] as const;
