/** A request to a model in a form that does not depend on the provider's wire format. */

/** Part of a message. */
export type NeutralBlock =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly mime_type: string; readonly data: string }
  /** `args` is null where the arguments are no JSON object. */
  | {
      readonly type: "tool_call";
      readonly id: string;
      readonly name: string;
      readonly args: Readonly<Record<string, unknown>> | null;
    }
  | {
      readonly type: "tool_result";
      readonly call_id: string;
      readonly is_error: boolean;
      readonly content: readonly NeutralBlock[];
    };

/** A message; the results of tools have the role `tool`, whatever the provider calls it. */
export interface NeutralMessage {
  readonly role: "user" | "assistant" | "tool";
  readonly content: readonly NeutralBlock[];
}

/** A tool that the host offers. */
export interface NeutralTool {
  readonly name: string;
  readonly description: string;
  readonly schema: unknown;
}

/** What a host asked the model. */
export interface NeutralRequest {
  readonly wire: "anthropic" | "openai-chat" | "openai-responses";
  readonly model: string;
  readonly system: string;
  readonly messages: readonly NeutralMessage[];
  readonly tools: readonly NeutralTool[];
  /** The key that the host sent. */
  readonly key: string;
}

/** A value that may be anything, as a JSON object. */
export type Loose = Readonly<Record<string, unknown>>;

/** The object itself, or an empty one where it is none. */
export function asObject(value: unknown): Loose {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Loose) : {};
}

/** The list itself, or an empty one. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The string itself, or an empty one. */
export function asText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Arguments that a provider carries as text. */
export function parsedArgs(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Loose) : null;
  } catch {
    return null;
  }
}

/** Joins neighbouring tool messages: some providers have one message per result. */
export function joinToolMessages(messages: readonly NeutralMessage[]): readonly NeutralMessage[] {
  const joined: NeutralMessage[] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    if (last !== undefined && last.role === message.role && message.role !== "user") {
      joined[joined.length - 1] = { role: last.role, content: [...last.content, ...message.content] };
    } else {
      joined.push(message);
    }
  }
  return joined;
}
