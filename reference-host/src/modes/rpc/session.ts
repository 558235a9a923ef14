/** What the commands of one client work on. */
import type { ServerFrame } from "@extproto/schemas";
import type { Runtime } from "../../runtime/contract.js";
import type { OperationQueue } from "../operation-queue.js";

/** One client, from its first line to its last. */
export interface RpcSession {
  readonly runtime: Runtime;
  readonly queue: OperationQueue;
  /** The host's own version. */
  readonly version: string;
  readonly send: (frame: ServerFrame) => void;
  /** Settles when the client has caught up with its reading; undefined where it has. */
  readonly room: () => Promise<void> | undefined;
}
