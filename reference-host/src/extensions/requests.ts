/** The three kinds of requests to one extproto extension: tool calls, commands, interceptions. */
import type { Decoded, ExtensionFrame, HostFrame, JsonObject } from "@extproto/schemas";
import type { WireError, Written } from "../wire/index.js";
import { commandOutcome, failedCommand, failedTool, interceptAnswer, toolOutcome } from "./answers.js";
import type {
  CallOptions,
  CommandOutcome,
  Deadlines,
  InterceptAnswer,
  InterceptRequest,
  ToolOutcome,
} from "./contract.js";
import { interceptFrame } from "./intercept-frame.js";
import { PendingRequests } from "./pending-requests.js";

/** How requests are made. */
export interface RequestsOptions {
  readonly extension: string;
  readonly deadlines: Pick<Deadlines, "tool" | "command" | "intercept">;
  readonly send: (frame: HostFrame, written?: Written) => WireError | undefined;
  /** Told of each tool call that ran out of time: its error result is for the model, and this for the user. */
  readonly onTimeout: (what: string) => void;
  /** True where the extension announced that it takes tool_cancel. */
  readonly takesCancel: () => boolean;
}

/**
 * What became of an answer: `late` where its time was over, `unwanted` where its request had been aborted,
 * `unasked` where there was none.
 */
export type Settlement = "settled" | "late" | "unwanted" | "unasked";

/** An answer to one of the requests. */
export type AnswerFrame = Extract<
  ExtensionFrame,
  { type: "tool_result" | "command_response" | "event_intercept_response" }
>;

/** The open requests to one extension. */
export class Requests {
  readonly #options: RequestsOptions;
  readonly #tools: PendingRequests<ToolOutcome>;
  readonly #commands: PendingRequests<CommandOutcome>;
  readonly #intercepts: PendingRequests<InterceptAnswer>;
  /** What each open interception is about: its answer is read in that light. */
  readonly #asked = new Map<string, InterceptRequest>();

  constructor(options: RequestsOptions) {
    this.#options = options;
    this.#tools = new PendingRequests("t", options.deadlines.tool);
    this.#commands = new PendingRequests("c", options.deadlines.command);
    this.#intercepts = new PendingRequests("i", options.deadlines.intercept);
  }

  callTool(name: string, args: JsonObject, options: CallOptions): Promise<ToolOutcome> {
    const { extension, deadlines, send, onTimeout } = this.#options;
    const { id, result } = this.#tools.open({
      signal: options.signal,
      onProgress: options.onProgress,
      timedOut: (late) => {
        this.#cancel(late);
        onTimeout(`did not answer the call of its tool ${name} within ${deadlines.tool} ms`);
        return failedTool(`The tool ${name} of ${extension} did not answer within ${deadlines.tool} ms.`);
      },
      aborted: (late) => {
        this.#cancel(late);
        return failedTool(`The call of ${name} was aborted.`);
      },
    });
    if (!this.#tools.has(id)) return result;
    this.#tools.arm(id);
    const error = send({ type: "tool_call", id, name, args });
    if (error !== undefined) {
      this.#tools.settle(id, failedTool(`The tool ${name} could not be called: ${error.message}.`));
    }
    return result;
  }

  invokeCommand(name: string, args: string, options: CallOptions): Promise<CommandOutcome> {
    const { extension, deadlines, send } = this.#options;
    const failed = (message: string): CommandOutcome => ({ action: "error", message });
    const { id, result } = this.#commands.open({
      signal: options.signal,
      timedOut: () => failed(`${extension} did not answer within ${deadlines.command} ms`),
      aborted: () => failed("it was aborted"),
    });
    if (!this.#commands.has(id)) return result;
    this.#commands.arm(id);
    const trimmed = args.trim();
    const error = send({ type: "command_invoked", id, name, ...(trimmed === "" ? {} : { args: trimmed }) });
    if (error !== undefined) this.#commands.settle(id, failed(error.message));
    return result;
  }

  async intercept(request: InterceptRequest, options: CallOptions): Promise<InterceptAnswer> {
    const { id, result } = this.#intercepts.open({
      signal: options.signal,
      timedOut: () => ({ kind: "timed_out" }),
      aborted: () => ({ kind: "crashed", detail: "the prompt was aborted" }),
    });
    if (!this.#intercepts.has(id)) return result;
    this.#asked.set(id, request);
    // One deadline for the write, then one for the answer, from the complete write on.
    this.#intercepts.arm(id);
    const error = this.#options.send(interceptFrame(id, request), (failure) => {
      if (failure === undefined) this.#intercepts.arm(id);
      else this.#intercepts.settle(id, { kind: "crashed", detail: failure.message });
    });
    if (error !== undefined) {
      const kind = error.code === "WIRE_LINE_TOO_LONG" ? "too_large" : "crashed";
      this.#intercepts.settle(id, { kind, detail: error.message });
    }
    const answer = await result;
    this.#asked.delete(id);
    return answer;
  }

  /** Gives a valid answer to its request. `line` is the frame as it was sent. */
  settle(frame: AnswerFrame, line: string): Settlement {
    switch (frame.type) {
      case "tool_result":
        return settlement(this.#tools, frame.id, () => toolOutcome(frame));
      case "command_response":
        return settlement(this.#commands, frame.id, () =>
          commandOutcome(frame, JSON.parse(line) as JsonObject),
        );
      case "event_intercept_response":
        return settlement(this.#intercepts, frame.id, (id) => this.#readIntercept(id, frame, undefined));
    }
  }

  /** Fails the request that an invalid frame wanted to answer, if there is one. */
  settleInvalid(decoded: Exclude<Decoded<ExtensionFrame>, { kind: "frame" }>, why: string): void {
    const { value } = decoded;
    const id = value?.id;
    if (typeof id !== "string") return;
    if (value?.type === "tool_result")
      this.#tools.settle(id, failedTool(`The tool's result is not valid: ${why}.`));
    else if (value?.type === "command_response") {
      this.#commands.settle(id, failedCommand(`answered with something that is not valid: ${why}`));
    } else if (value?.type === "event_intercept_response" && this.#intercepts.has(id)) {
      this.#intercepts.settle(id, this.#readIntercept(id, value, why));
    }
  }

  /** False where no such call is open. */
  progress(id: string, text: string): boolean {
    return this.#tools.progress(id, text);
  }

  /** The extension is gone: everything open fails now. */
  failAll(reason: string): void {
    const { extension } = this.#options;
    this.#tools.settleAll(failedTool(`The extension ${extension} ${reason} before it answered.`));
    this.#commands.settleAll({ action: "error", message: `${extension} ${reason} before it answered` });
    this.#intercepts.settleAll({ kind: "crashed", detail: `it ${reason}` });
  }

  #readIntercept(id: string, value: object, problem: string | undefined): InterceptAnswer {
    const request = this.#asked.get(id);
    if (request === undefined) return { kind: "crashed", detail: "nothing was asked" };
    return interceptAnswer(request, { value: value as JsonObject, problem });
  }

  #cancel(id: string): void {
    if (this.#options.takesCancel()) this.#options.send({ type: "tool_cancel", id });
  }
}

function settlement<T>(pending: PendingRequests<T>, id: string, read: (id: string) => T): Settlement {
  if (pending.has(id)) {
    pending.settle(id, read(id));
    return "settled";
  }
  const why = pending.whyGivenUp(id);
  if (why === undefined) return "unasked";
  return why === "timed_out" ? "late" : "unwanted";
}
