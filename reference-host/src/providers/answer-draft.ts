import { randomUUID } from "node:crypto";
import type { JsonObject } from "@extproto/schemas";
import type { Block, ProviderEvent, TokenCounts } from "../agent/contract.js";

type Stop = Extract<ProviderEvent, { type: "end" }>["stop"];

type Part =
  | { readonly type: "text"; text: string }
  | { readonly type: "tool_call"; readonly id: string; readonly name: string; raw: string; open: boolean }
  | { readonly type: "reasoning"; readonly provider: string; readonly payload: JsonObject };

/**
 * The answer as it grows. Every wire API numbers its parts in its own way; here a part has a key, and the
 * parts stay in the order in which they began.
 */
export class AnswerDraft {
  readonly #parts = new Map<string, Part>();
  readonly #callIds = new Set<string>();

  text(key: string, delta: string): ProviderEvent {
    const part = this.#parts.get(key);
    if (part?.type === "text") part.text += delta;
    else this.#parts.set(key, { type: "text", text: delta });
    return { type: "text", delta };
  }

  /** Whether the part has begun. */
  has(key: string): boolean {
    return this.#parts.has(key);
  }

  /**
   * Begins a call. A result names the id of its call, so a call without one, or with that of another, gets a fresh
   * one: some local servers send none, others the same for all calls of an answer.
   */
  toolStart(key: string, said: { id: string | undefined; name: string }): ProviderEvent {
    const id = said.id && !this.#callIds.has(said.id) ? said.id : freshCallId();
    this.#callIds.add(id);
    this.#parts.set(key, { type: "tool_call", id, name: said.name, raw: "", open: true });
    return { type: "tool_start", id, name: said.name };
  }

  /** Undefined where no such call was begun. */
  toolArgs(key: string, delta: string): ProviderEvent | undefined {
    const part = this.#parts.get(key);
    if (part?.type !== "tool_call") return undefined;
    part.raw += delta;
    return { type: "tool_args", id: part.id, delta };
  }

  /** What was written so far as the arguments of a call; undefined where no such call was begun. */
  rawArgs(key: string): string | undefined {
    const part = this.#parts.get(key);
    return part?.type === "tool_call" ? part.raw : undefined;
  }

  /** Undefined where there is no such call or it was ended before. */
  toolEnd(key: string): ProviderEvent | undefined {
    const part = this.#parts.get(key);
    if (part?.type !== "tool_call" || !part.open) return undefined;
    part.open = false;
    return { type: "tool_end", id: part.id };
  }

  /** Ends every call that is still open, for APIs that do not say where a call ends. */
  *endTools(): Generator<ProviderEvent> {
    for (const key of this.#parts.keys()) {
      const event = this.toolEnd(key);
      if (event !== undefined) yield event;
    }
  }

  reasoning(key: string, provider: string, payload: JsonObject): void {
    this.#parts.set(key, { type: "reasoning", provider, payload });
  }

  /**
   * The last event. A stop that contradicts the content is corrected: some servers say "stop" after tool
   * calls, and an agent that believed them would leave the calls unanswered.
   */
  end(said: Stop, usage: TokenCounts): ProviderEvent {
    const parts = [...this.#parts.values()];
    const calls = parts.some((part) => part.type === "tool_call");
    const stop = said === "length" ? "length" : calls ? "tool_use" : "end_turn";
    const last = parts.at(-1);
    const content: Block[] = [];
    for (const part of parts) {
      if (part.type === "text" && part.text !== "") content.push({ type: "text", text: part.text });
      if (part.type === "reasoning") content.push(part);
      if (part.type === "tool_call") {
        const { id, name, raw } = part;
        const cutOff = stop === "length" && part === last && raw === "";
        content.push({ type: "tool_call", id, name, raw, args: cutOff ? undefined : parseArguments(raw) });
      }
    }
    return { type: "end", stop, content, usage };
  }
}

/** One API takes ids of at most 40 characters, so the dashes are left out. */
function freshCallId(): string {
  return `call_${randomUUID().replaceAll("-", "")}`;
}

/** The arguments as an object; none at all means an empty one. Undefined where the model wrote anything else. */
export function parseArguments(raw: string): JsonObject | undefined {
  if (raw.trim() === "") return {};
  let value: unknown;
  try {
    value = JSON.parse(raw);
  } catch {
    return undefined;
  }
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? (value as JsonObject) : undefined;
}

/** Passes an event on where there is one. */
export function* given(event: ProviderEvent | undefined): Generator<ProviderEvent> {
  if (event !== undefined) yield event;
}
