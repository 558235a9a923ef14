/** What an extproto extension says after its greeting, frame by frame, and what the host makes of it. */
import type { Decoded, ExtensionFrame } from "@extproto/schemas";
import type { ExtensionSignal, NameChange } from "./contract.js";
import type { IgnoredLines } from "./ignored-lines.js";
import type { LineProcess } from "./line-process.js";
import type { ExtensionLog } from "./log-file.js";
import type { Registrations } from "./registrations.js";
import type { AnswerFrame, Requests } from "./requests.js";

/** Whom the frames are for. */
export interface InboxOptions {
  readonly registrations: Registrations;
  readonly requests: Requests;
  readonly ignored: IgnoredLines;
  readonly process: LineProcess;
  readonly log: ExtensionLog;
  /** It says that its first registrations are complete. */
  readonly onReady: () => void;
  /** Where it returns a promise, the extension is not read from until that settles. */
  readonly onSignal: (signal: ExtensionSignal) => Promise<void> | undefined;
}

/** Takes the frames of one extension. */
export class Inbox {
  readonly #options: InboxOptions;
  readonly #registrations: Registrations;
  readonly #requests: Requests;
  readonly #ignored: IgnoredLines;
  readonly #process: LineProcess;

  constructor(options: InboxOptions) {
    this.#options = options;
    this.#registrations = options.registrations;
    this.#requests = options.requests;
    this.#ignored = options.ignored;
    this.#process = options.process;
  }

  /** Acts on a line, or notes why nothing comes of it. */
  take(decoded: Decoded<ExtensionFrame>, line: string): void {
    if (decoded.kind === "frame") this.#act(decoded.frame, line);
    else this.#reject(decoded, line);
  }

  #act(frame: ExtensionFrame, line: string): void {
    const { onSignal } = this.#options;
    switch (frame.type) {
      case "tool_result":
      case "event_intercept_response":
      case "command_response":
        this.#settle(frame, line);
        break;
      case "tool_progress":
        if (!this.#requests.progress(frame.id, frame.text))
          this.#ignored.note("progress of no open call", line);
        break;
      case "notify":
        this.#slowDown(onSignal({ type: "notify", level: frame.level, message: frame.message }));
        break;
      case "panel_render": {
        const { type, panel_id: panelId, ...given } = frame;
        this.#slowDown(onSignal({ type, panelId, ...given }));
        break;
      }
      case "panel_close":
        onSignal({ type: "panel_close", panelId: frame.panel_id });
        break;
      case "register_tool":
        this.#registered(this.#registrations.registerTool(frame));
        break;
      case "unregister_tool":
        this.#registered(this.#registrations.unregisterTool(frame.name));
        break;
      case "register_command":
        this.#registered(this.#registrations.registerCommand(frame));
        break;
      case "subscribe":
        this.#registered(this.#registrations.subscribe(frame));
        break;
      case "ready":
        this.#options.onReady();
        break;
      case "shutdown_ack":
        break;
      case "hello":
        this.#ignored.tell("a second hello", line);
        break;
      default:
        this.#ignored.note(`${frame.type}, which this host does not serve`, line);
    }
  }

  #slowDown(room: Promise<void> | undefined): void {
    if (room !== undefined) this.#process.hold(room);
  }

  /** Takes the change, or why there is none. */
  #registered(outcome: NameChange | string | undefined): void {
    if (typeof outcome === "string") this.#options.log.note(`ignored: ${outcome}`);
    this.#options.onSignal(
      typeof outcome === "object" ? { type: "registered", change: outcome } : { type: "registered" },
    );
  }

  #settle(frame: AnswerFrame, line: string): void {
    const settlement = this.#requests.settle(frame, line);
    // Answers cross aborts on the wire; answers to nothing do not happen by themselves.
    if (settlement === "unwanted") this.#ignored.note("an answer that nobody wants any more", line);
    else if (settlement === "late") this.#ignored.late(frame.type, line);
    else if (settlement === "unasked") this.#ignored.tell("an answer to no open request", line);
  }

  #reject(decoded: Exclude<Decoded<ExtensionFrame>, { kind: "frame" }>, line: string): void {
    const why = describe(decoded);
    this.#requests.settleInvalid(decoded, why);
    if (decoded.kind === "unknown") this.#ignored.note(why, line);
    else this.#ignored.tell(why, line);
  }
}

/** A line in a few words. */
export function describe(decoded: Decoded<ExtensionFrame>): string {
  if (decoded.kind === "frame") return decoded.frame.type;
  if (decoded.kind === "invalid") return decoded.error.message;
  return decoded.variant === undefined
    ? `the unknown frame ${decoded.type}`
    : `${decoded.type} of the unknown kind ${JSON.stringify(decoded.variant)}`;
}
