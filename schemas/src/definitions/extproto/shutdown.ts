/** The end of an extension's process. Spec: shutdown-and-reload.md. */
import { frame, type Infer } from "../../define/frame.js";

export const Shutdown = frame({
  type: "shutdown",
  doc: "The host is about to stop the extension.",
  kind: "request",
  answeredBy: "shutdown_ack",
  deadline: "shutdown",
  since: "1.0",
  fields: {},
  examples: [{ type: "shutdown" }],
});
export type Shutdown = Infer<typeof Shutdown>;

export const ShutdownAck = frame({
  type: "shutdown_ack",
  doc: "The extension has understood and exits.",
  kind: "answer",
  answers: "shutdown",
  since: "1.0",
  fields: {},
  examples: [{ type: "shutdown_ack" }],
});
export type ShutdownAck = Infer<typeof ShutdownAck>;
