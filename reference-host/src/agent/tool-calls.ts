/** Runs the tool calls of one answer, one after another in the order of the calls. */
import { AbortedError, untilAborted, within } from "./abortable.js";
import type { Block, Tool, ToolRun } from "./contract.js";
import { messageOf } from "./errors.js";
import { type Events, type Operation, told } from "./operation.js";
import { createToolProgress } from "./tool-progress.js";
import type { ToolCall, TurnResult } from "./turn.js";
import { toWireResult } from "./wire-form.js";

type ToolResult = Extract<Block, { type: "tool_result" }>;

/** How long an aborted tool has to clean up (a shell command its processes) before it is left behind. */
const abortGraceMs = 500;

/** Runs all calls and adds one message with all results to the transcript, also where the consumer leaves. */
export async function* runToolCalls(operation: Operation, turn: TurnResult): Events {
  const results: ToolResult[] = [];
  try {
    for (const call of turn.calls) {
      const tool = turn.offered.find(({ name }) => name === call.name);
      const { content, isError } = yield* runCall(operation, { call, tool, cutOff: turn.cutOff });
      results.push({ type: "tool_result", callId: call.id, isError, content });
      yield told(operation, {
        type: "tool_result",
        id: call.id,
        is_error: isError,
        content: toWireResult(content),
        ...(tool?.extension === undefined ? {} : { extension: tool.extension }),
      });
    }
  } finally {
    const unanswered = turn.calls.slice(results.length);
    operation.transcript.append("tool", [...results, ...unanswered.map(abandoned)]);
  }
}

/** The result of a call that nobody will run any more. */
export function abandoned(call: ToolCall): ToolResult {
  return { type: "tool_result", callId: call.id, ...aborted };
}

const aborted = failure("The call was aborted by the user.");

async function* runCall(
  operation: Operation,
  { call, tool, cutOff }: { call: ToolCall; tool: Tool | undefined; cutOff: boolean },
): Events<ToolRun> {
  if (operation.signal.aborted) return aborted;
  // Before every guard: what cannot be read cannot be judged, so it is not run either.
  if (call.args === undefined) return garbled(call, cutOff);
  if (cutOff)
    return failure(
      "Not run: your answer reached the output limit. Make the call again, in a shorter answer.",
    );
  if (tool === undefined) return failure(`unknown tool "${call.name}"`);
  const permission = await permitted(operation, { id: call.id, name: call.name, args: call.args });
  if (!("args" in permission)) return permission;
  const progress = createToolProgress();
  const running = settled(operation, () =>
    tool.run(permission.args, {
      signal: operation.signal,
      cwd: operation.options.cwd,
      onProgress: (text) => progress.push(text),
    }),
  ).finally(() => progress.close());
  for await (const text of progress) yield told(operation, { type: "tool_progress", id: call.id, text });
  return running;
}

type Arguments = NonNullable<ToolCall["args"]>;

/** The arguments to run with, or the result of a call that was refused. A guard that throws refuses. */
async function permitted(
  { options, signal }: Operation,
  call: { id: string; name: string; args: Arguments },
): Promise<{ args: Arguments } | ToolRun> {
  try {
    const guarded = await untilAborted(() => options.hooks.beforeTool(call, signal), signal);
    if (!guarded.allow) return failure(guarded.reason);
    const { args } = guarded;
    const { approve } = options;
    if (approve === undefined) return { args };
    const approved = await untilAborted(() => approve({ ...call, args }, signal), signal);
    return approved.allow ? { args } : failure(approved.reason);
  } catch (error) {
    if (error instanceof AbortedError) return aborted;
    return failure(`Not run: the call could not be checked (${messageOf(error)}).`);
  }
}

/** What the tool returns. After an abort it may still end in order, for a bounded time. */
async function settled({ signal }: Operation, run: () => Promise<ToolRun>): Promise<ToolRun> {
  const running = new Promise<ToolRun>((resolve) => resolve(run())).then(presentable, (error: unknown) =>
    failure(messageOf(error)),
  );
  try {
    return await untilAborted(() => running, signal);
  } catch {
    return { ...(await within(running, abortGraceMs, aborted)), isError: true };
  }
}

/** Providers refuse a result without content. */
function presentable(run: ToolRun): ToolRun {
  return run.content.length > 0 ? run : { ...run, content: [{ type: "text", text: "(no output)" }] };
}

function garbled(call: ToolCall, cutOff: boolean): ToolRun {
  const cause = cutOff ? " (your answer reached the output limit)" : "";
  return failure(
    `Not run: the arguments of ${call.name} could not be parsed as a JSON object${cause}${parseError(call.raw)}. ` +
      "Call the tool again with a JSON object.",
  );
}

function parseError(raw: string): string {
  try {
    JSON.parse(raw);
    return "";
  } catch (error) {
    return `: ${messageOf(error)}`;
  }
}

function failure(text: string): ToolRun {
  return { isError: true, content: [{ type: "text", text }] };
}
