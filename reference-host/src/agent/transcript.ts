/** The messages so far and what they cost; whoever records sessions is told of every change. */
import type {
  AgentOptions,
  Block,
  ModelEntry,
  TokenCounts,
  TranscriptEntry,
  TranscriptMessage,
  Usage,
} from "./contract.js";
import { repaired } from "./repair.js";
import { noUsage, priced, sum } from "./usage.js";

/** One conversation. */
export interface Transcript {
  readonly messages: readonly TranscriptMessage[];
  readonly cumulative: Usage;
  /** Adds a message with the present time. One without content is not added: providers refuse it. */
  append(role: TranscriptMessage["role"], content: readonly Block[]): TranscriptMessage;
  /** Adds the tokens of a call to the total; returns what this call cost. */
  charge(tokens: TokenCounts, model: ModelEntry): Usage;
  compacted(messages: readonly TranscriptMessage[]): void;
  clear(): void;
  restore(messages: readonly TranscriptMessage[], cumulative: Usage): void;
}

/** Makes an empty transcript. */
export function createTranscript(options: Pick<AgentOptions, "onTranscript" | "now">): Transcript {
  const now = options.now ?? (() => new Date());
  const record = (entry: TranscriptEntry) => options.onTranscript?.(entry);
  let messages: TranscriptMessage[] = [];
  let cumulative: Usage = noUsage;
  return {
    get messages() {
      return messages;
    },
    get cumulative() {
      return cumulative;
    },
    append(role, content) {
      const message: TranscriptMessage = { role, content, time: now().toISOString() };
      if (content.length > 0) {
        // A new array each time, so that a list handed out earlier does not change under its reader.
        messages = [...messages, message];
        record({ type: "message", message });
      }
      return message;
    },
    charge(tokens, model) {
      const usage = priced(tokens, model);
      cumulative = sum(cumulative, usage);
      record({ type: "usage", usage, cumulative });
      return usage;
    },
    compacted(replacement) {
      messages = [...replacement];
      record({ type: "compaction", messages });
    },
    clear() {
      messages = [];
      record({ type: "clear" });
    },
    restore(earlier, usage) {
      messages = repaired(earlier);
      cumulative = usage;
    },
  };
}
