/** A provider for tests of the loop: plays steps, stops where told, and records what it was asked. */
import type { Block, ModelRequest, Provider, ProviderEvent, TokenCounts } from "../../src/agent/contract.js";
import { ProviderError } from "../../src/agent/contract.js";

/** One thing that happens while the provider answers. */
export type Step =
  | ProviderEvent
  | { readonly type: "throw"; readonly error: Error }
  /** Waits until the signal aborts; then throws as a real provider does. */
  | { readonly type: "hang"; readonly usage?: TokenCounts }
  /** Waits for ever, deaf to the signal. */
  | { readonly type: "deaf" };

/** A provider that plays one list of steps for each call. */
export interface ScriptedProvider extends Provider {
  readonly requests: ModelRequest[];
  /** How many streams have been given back. */
  readonly closed: () => number;
}

export const tokens: TokenCounts = { input: 100, output: 10, cacheRead: 0, cacheWrite: 0 };

export function scriptedProvider(...answers: readonly (readonly Step[])[]): ScriptedProvider {
  const requests: ModelRequest[] = [];
  let closed = 0;
  return {
    name: "test",
    requests,
    closed: () => closed,
    async *stream(request, signal) {
      requests.push(structuredClone(request));
      const steps = answers[requests.length - 1];
      if (steps === undefined) throw new Error(`the script has no answer number ${requests.length}`);
      try {
        for (const step of steps) {
          if (step.type === "throw") throw step.error;
          else if (step.type === "hang") await untilAbort(signal, step.usage);
          else if (step.type === "deaf") await new Promise(() => undefined);
          else yield step as ProviderEvent;
        }
      } finally {
        closed++;
      }
    },
  };
}

function untilAbort(signal: AbortSignal, usage: TokenCounts | undefined): Promise<never> {
  return new Promise((_, reject) => {
    const fail = () => reject(new ProviderError("cancelled", { retryable: false, usage }));
    if (signal.aborted) fail();
    else signal.addEventListener("abort", fail, { once: true });
  });
}

/** The steps of an answer that is text only. */
export function says(
  text: string,
  options: { usage?: TokenCounts; stop?: "end_turn" | "length" } = {},
): Step[] {
  const half = Math.ceil(text.length / 2);
  return [
    { type: "start" },
    { type: "text", delta: text.slice(0, half) },
    { type: "text", delta: text.slice(half) },
    {
      type: "end",
      stop: options.stop ?? "end_turn",
      content: [{ type: "text", text }],
      usage: options.usage ?? tokens,
    },
  ];
}

/** A call for {@link calls}: the arguments as the model wrote them. */
export interface ScriptedCall {
  readonly id: string;
  readonly name: string;
  readonly raw: string;
}

/** The steps of an answer with tool calls. */
export function calls(
  list: readonly ScriptedCall[],
  options: { text?: string; stop?: "end_turn" | "tool_use" | "length" } = {},
): Step[] {
  const text: Block[] = options.text === undefined ? [] : [{ type: "text", text: options.text }];
  const blocks = list.map((call): Block => ({ type: "tool_call", ...call, args: parsed(call.raw) }));
  return [
    { type: "start" },
    ...(options.text === undefined ? [] : [{ type: "text", delta: options.text } as const]),
    ...list.flatMap(({ id, name, raw }): Step[] => [
      { type: "tool_start", id, name },
      { type: "tool_args", id, delta: raw },
      { type: "tool_end", id },
    ]),
    { type: "end", stop: options.stop ?? "tool_use", content: [...text, ...blocks], usage: tokens },
  ];
}

function parsed(raw: string) {
  try {
    const value: unknown = JSON.parse(raw);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? JSON.parse(raw) : undefined;
  } catch {
    return undefined;
  }
}
