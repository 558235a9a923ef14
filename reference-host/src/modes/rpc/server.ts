/**
 * The RPC mode: commands on stdin, responses and events on stdout, one JSON object a line.
 *
 * Reading never waits for the work that a command starts, so that an abort is carried out at once. Writing
 * has one queue; an operation produces no more events than the client takes.
 */
import type { Readable, Writable } from "node:stream";
import { type ClientFrame, limits, type ServerFrame } from "@extproto/schemas";
import { messageOf } from "../../agent/errors.js";
import type { Trace } from "../../extensions/contract.js";
import type { Runtime } from "../../runtime/contract.js";
import { createLineSplitter, createLineWriter, decodeLine, isBlank } from "../../wire/index.js";
import { createOperationQueue } from "../operation-queue.js";
import { problemText } from "../problem-text.js";
import { handleCommand } from "./command-handlers.js";
import { malformed, type ReadCommand, readCommand } from "./read-command.js";
import { failure } from "./reply.js";
import type { RpcSession } from "./session.js";
import { tokensMatch, withoutToken } from "./token.js";

/** How a server is run. */
export interface RpcOptions {
  readonly runtime: Runtime;
  readonly input: Readable;
  readonly output: Writable;
  /** The secret that the client has to show first; undefined where none is wanted. */
  readonly token: string | undefined;
  readonly version: string;
  /** For people: problems of extensions, refused tokens. */
  readonly report: (message: string) => void;
  readonly trace?: Trace;
  /** Aborted when the process has to end: what runs is aborted, what waits is dropped, and nothing more is read. */
  readonly stop?: AbortSignal;
}

/**
 * `locked`: no hello yet. `draining`: the client has closed its end. `broken`: it does not take what we write.
 * `stopped`: we have to end.
 */
type State = "locked" | "serving" | "refused" | "draining" | "broken" | "stopped";

/** More bytes than this wait for the client before an operation is held up. */
const comfortableBytes = 64 * 1024;
/** A client that asks and never reads is not read from any more beyond this. */
const unreadAnswersBytes = 8 * 1024 * 1024;
/** More bytes than this wait for the client before an extension whose notes are among them is held up. */
const heldNotesBytes = 4 * 1024 * 1024;
/** A client that lets so much lie is given up. */
const mostUnreadBytes = 256 * 1024 * 1024;
const nobodyLeft = { allow: false, reason: "the client has gone: nobody is left to allow it" } as const;

/** Serves one client until it closes its end and all work is done. Resolves with the exit status. */
export async function serveRpc(options: RpcOptions): Promise<number> {
  const { runtime, input, token, trace } = options;
  const queue = createOperationQueue();
  const unanswered = new Set<Promise<void>>();
  const openApprovals = new Set<string>();
  // Not narrowed by the compiler: the callbacks below change it.
  let state = "locked" as State;

  const writer = createLineWriter({
    stream: options.output,
    maxQueuedBytes: mostUnreadBytes,
    onLine: (line) => trace?.line("rpc", "out", line),
    onFailure: (error) => {
      // Nobody hears us any more: what runs is in vain.
      options.report(`the client does not take what it is sent: ${error.message}`);
      giveUp("broken");
    },
  });
  const session: RpcSession = {
    runtime,
    queue,
    version: options.version,
    send,
    room: () => caughtUp(comfortableBytes),
  };

  function giveUp(why: "broken" | "stopped"): void {
    state = why;
    queue.dropAll();
    input.destroy();
  }

  function send(frame: ServerFrame): void {
    writer.write(JSON.stringify(frame));
    if (frame.type !== "tool_approval_request") return;
    if (state === "draining") runtime.answerApproval(frame.approval_id, nobodyLeft);
    else openApprovals.add(frame.approval_id);
  }

  function caughtUp(bytes: number): Promise<void> | undefined {
    return writer.queuedBytes > bytes ? writer.drained() : undefined;
  }

  function serve(): void {
    state = "serving";
    runtime.paceExtensions(() => caughtUp(heldNotesBytes));
    runtime.onEvent(send);
    void runtime.start();
  }

  function onLine(bytes: Buffer): void {
    const line = decodeLine(bytes);
    if (line !== undefined && isBlank(line)) return;
    if (state === "locked" || state === "serving") {
      trace?.line("rpc", "in", line === undefined ? bytes : withoutToken(line));
      onRead(readCommand(line));
    }
  }

  function onRead(read: ReadCommand): void {
    if (state === "locked" && !opens(read)) {
      state = "refused";
      const response =
        read.kind === "refused" ? read.response : failure(read.command, "invalid or missing token");
      send(response);
      options.report(`the first line was not a hello with the right token; set the same one in the client`);
      return;
    }
    if (state === "locked") serve();
    if (read.kind === "refused") send(read.response);
    else carryOut(read.command);
  }

  function opens(read: ReadCommand): boolean {
    if (token === undefined || read.kind === "refused" || read.command.type !== "hello") return false;
    return tokensMatch(token, read.command.token);
  }

  function carryOut(command: ClientFrame): void {
    const fail = (error: unknown) => send(failure(command, messageOf(error)));
    try {
      const handled = handleCommand(session, command);
      if (handled instanceof Promise) track(handled.then(send, fail));
      else if (handled !== undefined) send(handled);
    } catch (error) {
      fail(error);
    }
  }

  function track(answer: Promise<void>): void {
    unanswered.add(answer);
    void answer.finally(() => unanswered.delete(answer));
  }

  async function readToEnd(): Promise<void> {
    const splitter = createLineSplitter({
      limit: limits.rpc_client_line.bytes,
      onLine,
      onOverlong: () => {
        if (state === "locked" || state === "serving") {
          onRead(malformed(`it has more than ${limits.rpc_client_line.bytes} bytes`));
        }
      },
    });
    try {
      for await (const chunk of input) {
        splitter.push(chunk as Buffer);
        if (state === "refused") return;
        await caughtUp(unreadAnswersBytes);
      }
      // A last line that lacks only its LF is taken too: shells write it that way.
      if (splitter.incomplete > 0) splitter.push(Buffer.from("\n"));
    } catch (error) {
      if (state !== "broken" && state !== "stopped")
        options.report(`cannot read from the client: ${messageOf(error)}`);
    }
  }

  async function finishWork(): Promise<void> {
    if (state === "serving") state = "draining";
    for (const id of openApprovals) runtime.answerApproval(id, nobodyLeft);
    // An answer may still add a prompt to the queue, so look until both are empty.
    do {
      await Promise.all(unanswered);
      await queue.idle();
    } while (unanswered.size > 0);
  }

  runtime.onProblem((problem) => options.report(problemText(problem)));
  options.stop?.addEventListener("abort", () => giveUp("stopped"), { once: true });
  if (token === undefined) serve();
  await readToEnd();
  if (state !== "refused") await finishWork();
  await writer.drained();
  return state === "draining" ? 0 : 1;
}
