/**
 * The provider `scripted`: a model without a model. It needs no key and no network and gives the same answers
 * every time, so that examples, guides and tests run offline.
 *
 * **With a script** (`--script file.yaml`) each step answers one model call, in order:
 *
 * ```yaml
 * - say: I will look.                       # text, and one tool call or several
 *   call: { tool: weather, args: { city: Berlin } }
 * - say: It is sunny.
 *   usage: { input: 120, output: 8, cache_read: 1000, cache_write: 0 }
 * - fail: 529                               # or 400 to 599, or network; { status: 429, message: slow down }
 * - { say: half an ans, cut: true }         # the connection breaks
 * - { say: wait for, stall: true }          # nothing more until an abort or the idle deadline
 * - { delay: 200, say: late }               # milliseconds before anything is heard
 * - do: [ { say: "one " }, { wait: 100 }, { say: two } ]
 * ```
 *
 * Calls take `raw: '{"city":'` in place of `args` for arguments that are not JSON, and an `id`. After the last
 * step a call fails; `{ steps: [...], after: loop }` starts again, `after: directives` goes on as without a script.
 *
 * **Without one** it obeys the prompt. If its first line is a directive, the lines are answers in order; a call
 * ends an answer, and `and` puts the line into the same one:
 *
 * ```
 * say I will look.
 * call weather {"city":"Berlin"}
 * and call weather {"city":"Oslo"}
 * say It is sunny in both.
 * ```
 *
 * `say TEXT`, `call TOOL JSON`, `think TEXT`, `wait MS`, `usage IN OUT READ WRITE` (of the answer above),
 * `fail STATUS` or `fail network` (each attempt; `fail 529 times 2` lets the third one through to the line
 * below), `cut`, `stall`. A line that is none of these continues the `say` above it. When the lines are used up
 * it tells what the tools returned. Any other prompt is echoed.
 */
import { type ModelRequest, type Provider, ProviderError, type ProviderEvent } from "../agent/contract.js";
import { type DirectedStep, parseDirectives } from "./directives.js";
import { DEFAULT_IDLE_TIMEOUT_MS } from "./http-call.js";
import type { Script } from "./script-file.js";
import { playStep, type Step } from "./scripted-step.js";
import { closingWords, echo, lastUserText, summary } from "./scripted-words.js";

/** How the scripted model is set up. */
export interface ScriptedOptions {
  /** Undefined: the prompt says what to answer. */
  readonly script?: Script | undefined;
  /** How long `stall` lasts where nobody aborts, in milliseconds. */
  readonly idleTimeoutMs?: number | undefined;
}

/**
 * The provider `scripted`.
 *
 * @example
 * ```ts
 * const provider = createScriptedProvider({ script: await readScript("demo.yaml") });
 * ```
 */
export function createScriptedProvider(options: ScriptedOptions = {}): Provider {
  const nextStep = stepSource(options.script);
  const idleTimeoutMs = options.idleTimeoutMs ?? DEFAULT_IDLE_TIMEOUT_MS;
  return {
    name: "scripted",
    async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ProviderEvent> {
      yield* playStep({ step: nextStep(request), request, signal, idleTimeoutMs });
    },
  };
}

type StepSource = (request: ModelRequest) => Step;

function stepSource(script: Script | undefined): StepSource {
  const directed = directedSource();
  if (script === undefined) return directed;
  let played = 0;
  return (request) => {
    const index = script.after === "loop" ? played % script.steps.length : played;
    const step = script.steps[index];
    if (step !== undefined) {
      played += 1;
      return step;
    }
    if (script.after === "directives") return directed(request);
    const message = `scripted: the script has ${script.steps.length} steps and all are played; add one, or end it with "after: loop"`;
    throw new ProviderError(message, { retryable: false });
  };
}

/**
 * Which line is next follows from the transcript: one answer since the prompt, one line done. Only the
 * attempts that failed leave no trace there and are counted here.
 */
function directedSource(): StepSource {
  let failed = { at: -1, times: 0 };
  return (request) => {
    const prompt = lastUserText(request);
    if (prompt.text.startsWith("<conversation>")) return says(summary(prompt.text));
    const steps = parseDirectives(prompt.text);
    if (steps === undefined)
      return says(prompt.answers === 0 ? echo(request, prompt) : closingWords(request));
    const step = steps[prompt.answers];
    if (step === undefined) return says(closingWords(request));
    const at = request.messages.length;
    if (failed.at !== at) failed = { at, times: 0 };
    if (step.failTimes === undefined || failed.times++ < step.failTimes) return step;
    return withoutFailure(step, request);
  };
}

function withoutFailure(step: DirectedStep, request: ModelRequest): Step {
  const { failure: _, failTimes: __, ...rest } = step;
  return rest.parts.length === 0 && rest.ending === "complete" ? says(closingWords(request)) : rest;
}

function says(text: string): Step {
  return { delayMs: 0, parts: [{ type: "say", text }], ending: "complete" };
}
