/** Prompts that tell the scripted model what to answer. The grammar is in scripted.ts. */
import type { TokenCounts } from "../agent/contract.js";
import type { Step, StepFailure, StepPart } from "./scripted-step.js";

/** A step of a prompt. `failTimes` attempts fail before the rest is played; without it every attempt does. */
export interface DirectedStep extends Step {
  readonly failTimes?: number;
}

type Directive =
  | StepPart
  | { readonly type: "fail"; readonly failure: StepFailure; readonly times: number | undefined }
  | { readonly type: "usage"; readonly usage: Partial<TokenCounts> }
  | { readonly type: "stall" | "cut" };

/**
 * The steps that a prompt asks for; undefined where its first line is no directive. A call ends a step, for
 * the agent asks the model again only after it ran a tool.
 */
export function parseDirectives(prompt: string): readonly DirectedStep[] | undefined {
  const lines = prompt.split(/\r?\n/).filter((line) => line.trim() !== "");
  const drafts: StepDraft[] = [];
  for (const line of lines) {
    const [, joined, rest] = /^\s*(and\s+)?(.*)$/s.exec(line) ?? [];
    const directive = parseDirective((rest ?? "").trim());
    const last = drafts.at(-1);
    if (directive === undefined) {
      if (last === undefined) return undefined;
      last.continueText(line);
      continue;
    }
    if (last !== undefined && (!last.hasCall || joined !== undefined || directive.type === "usage")) {
      last.add(directive);
    } else {
      const draft = new StepDraft();
      draft.add(directive);
      drafts.push(draft);
    }
  }
  return drafts.length === 0 ? undefined : drafts.map((draft) => draft.step());
}

class StepDraft {
  #delayMs = 0;
  #fail: { failure: StepFailure; times: number | undefined } | undefined;
  #usage: Partial<TokenCounts> | undefined;
  #ending: Step["ending"] = "complete";
  readonly #parts: StepPart[] = [];

  get hasCall(): boolean {
    return this.#parts.some((part) => part.type === "call");
  }

  add(directive: Directive): void {
    switch (directive.type) {
      case "fail":
        this.#fail = directive;
        break;
      case "usage":
        this.#usage = directive.usage;
        break;
      case "stall":
      case "cut":
        this.#ending = directive.type;
        break;
      case "wait":
        if (this.#parts.length === 0) this.#delayMs += directive.ms;
        else this.#parts.push(directive);
        break;
      case "say":
        if (this.#parts.at(-1)?.type === "say") this.continueText(directive.text);
        else this.#parts.push(directive);
        break;
      default:
        this.#parts.push(directive);
    }
  }

  /** A line below a `say` goes on with its text; anywhere else it means nothing. */
  continueText(line: string): void {
    const last = this.#parts.at(-1);
    if (last?.type === "say") this.#parts.splice(-1, 1, { type: "say", text: `${last.text}\n${line}` });
  }

  step(): DirectedStep {
    return {
      delayMs: this.#delayMs,
      parts: this.#parts,
      ending: this.#ending,
      ...(this.#fail === undefined ? {} : { failure: this.#fail.failure }),
      ...(this.#fail?.times === undefined ? {} : { failTimes: this.#fail.times }),
      ...(this.#usage === undefined ? {} : { usage: this.#usage }),
    };
  }
}

function parseDirective(line: string): Directive | undefined {
  const [, word, rest = ""] = /^(\w+)(?:\s+(.*))?$/s.exec(line) ?? [];
  switch (word) {
    case "say":
      return rest === "" ? undefined : { type: "say", text: rest.replaceAll("\\n", "\n") };
    case "think":
      return rest === "" ? undefined : { type: "think", text: rest };
    case "call":
      return parseCall(rest);
    case "wait":
      return /^\d+$/.test(rest) ? { type: "wait", ms: Number(rest) } : undefined;
    case "fail":
      return parseFail(rest);
    case "usage":
      return parseUsage(rest);
    case "stall":
    case "cut":
      return rest === "" ? { type: word } : undefined;
    default:
      return undefined;
  }
}

/** Arguments begin as JSON does; whether they end so is up to the prompt. */
function parseCall(rest: string): Directive | undefined {
  const [, tool, raw = ""] = /^([\w.-]+)(?:\s+([[{"].*))?$/s.exec(rest) ?? [];
  return tool === undefined ? undefined : { type: "call", tool, raw };
}

function parseFail(rest: string): Directive | undefined {
  const [, status, times, message] = /^(\d{3}|network)(?:\s+times\s+(\d+))?(?:\s+(.+))?$/.exec(rest) ?? [];
  if (status === undefined) return undefined;
  const failure = {
    status: status === "network" ? ("network" as const) : Number(status),
    ...(message === undefined ? {} : { message }),
  };
  return { type: "fail", failure, times: times === undefined ? undefined : Number(times) };
}

function parseUsage(rest: string): Directive | undefined {
  if (!/^\d+(\s+\d+){1,3}$/.test(rest)) return undefined;
  const [input = 0, output = 0, cacheRead = 0, cacheWrite = 0] = rest.split(/\s+/).map(Number);
  return { type: "usage", usage: { input, output, cacheRead, cacheWrite } };
}
