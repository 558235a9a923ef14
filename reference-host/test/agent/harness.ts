/** An agent for tests, with everything that can be observed of it. */
import { createChecker, type ServerEvent } from "@extproto/schemas";
import { expect } from "vitest";
import { createAgent } from "../../src/agent/agent.js";
import type {
  Agent,
  AgentHooks,
  AgentOptions,
  EventDetail,
  ModelEntry,
  Provider,
  Tool,
  ToolRun,
  TranscriptEntry,
} from "../../src/agent/contract.js";

export const model: ModelEntry = {
  provider: "test",
  id: "small",
  name: "Small",
  contextWindow: 100_000,
  maxOutput: 8000,
  reasoning: false,
  price: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
};

export const time = "2026-05-06T20:46:29.000Z";

/** Hooks that allow everything. */
export const open: AgentHooks = {
  beforeTurn: async () => ({ allow: true }),
  beforeTool: async ({ args }) => ({ allow: true, args }),
  beforeMessage: async (text) => ({ allow: true, text }),
  holdsText: () => false,
  onEvent: () => undefined,
};

export interface Harness {
  readonly agent: Agent;
  readonly told: { readonly event: ServerEvent; readonly detail: EventDetail }[];
  readonly entries: TranscriptEntry[];
  /** Runs a prompt to its end; `abortAt` aborts when the first event of that type is read. */
  run(
    text: string,
    options?: { abortAt?: ServerEvent["type"]; signal?: AbortSignal },
  ): Promise<ServerEvent[]>;
  compact(signal?: AbortSignal): Promise<ServerEvent[]>;
}

const check = createChecker({ protocol: "rpc", from: "server", strict: true });

/** Whatever a test is about: each event is one that the specification knows. */
function checked(event: ServerEvent): ServerEvent {
  expect(check(JSON.stringify(event))).toMatchObject({ kind: "frame" });
  return event;
}

export function harness(
  provider: Provider,
  options: Partial<Omit<AgentOptions, "hooks">> & { hooks?: Partial<AgentHooks> } = {},
): Harness {
  const told: Harness["told"] = [];
  const entries: TranscriptEntry[] = [];
  const agent = createAgent({
    provider,
    model,
    cwd: "/project",
    system: () => "be brief",
    tools: () => [],
    now: () => new Date(time),
    retryDelays: [1, 1],
    onTranscript: (entry) => entries.push(entry),
    ...options,
    hooks: { ...open, ...options.hooks, onEvent: (event, detail) => told.push({ event, detail }) },
  });
  return {
    agent,
    told,
    entries,
    async run(text, { abortAt, signal } = {}) {
      const controller = new AbortController();
      const events: ServerEvent[] = [];
      for await (const event of agent.prompt({ text }, signal ?? controller.signal)) {
        events.push(checked(event));
        if (event.type === abortAt) controller.abort();
      }
      return events;
    },
    async compact(signal = new AbortController().signal) {
      const events: ServerEvent[] = [];
      for await (const event of agent.compact(signal)) events.push(checked(event));
      return events;
    },
  };
}

/** A tool that answers with its arguments, unless told otherwise. */
export function tool(name: string, run?: Tool["run"], extra: Partial<Tool> = {}): Tool & { ran: unknown[] } {
  const ran: unknown[] = [];
  return {
    name,
    description: `the ${name} tool`,
    schema: { type: "object" },
    ran,
    async run(args, context) {
      ran.push(args);
      return run === undefined ? answer(JSON.stringify(args)) : run(args, context);
    },
    ...extra,
  };
}

export function answer(text: string): ToolRun {
  return { content: [{ type: "text", text }], isError: false };
}

export function types(events: readonly ServerEvent[]): string[] {
  return events.map(({ type }) => type);
}

/** The deltas of all text, joined. */
export function streamed(events: readonly ServerEvent[]): string {
  return events.flatMap((event) => (event.type === "text_delta" ? [event.delta] : [])).join("");
}
