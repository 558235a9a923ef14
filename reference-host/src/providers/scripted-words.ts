/** What the scripted model says of its own accord. */
import type { Block, ModelRequest } from "../agent/contract.js";

/** Most characters of a prompt that are repeated. */
const ECHO_CHARACTERS = 2000;

/** The prompt under way. */
export interface PromptFacts {
  readonly text: string;
  readonly images: number;
  /** How many answers the prompt has had. */
  readonly answers: number;
}

/** The last thing the user said, and how far its answering has come. */
export function lastUserText(request: ModelRequest): PromptFacts {
  const index = request.messages.findLastIndex((message) => message.role === "user");
  const content = request.messages[index]?.content ?? [];
  const later = request.messages.slice(index + 1);
  return {
    text: textOf(content),
    images: content.filter((block) => block.type === "image").length,
    answers: later.filter((message) => message.role === "assistant").length,
  };
}

/** The answer to a prompt without directives. The first one says how to get more out of this model. */
export function echo(request: ModelRequest, prompt: PromptFacts): string {
  const images = prompt.images === 0 ? "" : ` (with ${counted(prompt.images, "image")})`;
  const said = `You said: ${shortened(prompt.text, ECHO_CHARACTERS)}${images}`;
  const isFirst = request.messages.filter((message) => message.role === "user").length === 1;
  if (!isFirst) return said;
  return `${said}\n\nI am the scripted model: no key, no network. Try: call read {"path":"README.md"}`;
}

/** The answer when all lines are played: what the tools returned, if any did. */
export function closingWords(request: ModelRequest): string {
  const names = new Map<string, string>();
  for (const message of request.messages) {
    for (const block of message.content) if (block.type === "tool_call") names.set(block.id, block.name);
  }
  const last = request.messages.at(-1);
  const results = last?.content.flatMap((block) => (block.type === "tool_result" ? [block] : [])) ?? [];
  if (results.length === 0) return "Done.";
  return results.map((result) => `${names.get(result.callId) ?? "The tool"} ${outcome(result)}`).join("\n");
}

/** The answer to a request for a summary, which begins with the record of the conversation. */
export function summary(record: string): string {
  const body = record.replace(/^<conversation>\s*/, "").replace(/\s*<\/conversation>[\s\S]*$/, "");
  const lines = body.split("\n").filter((line) => line.trim() !== "");
  return `The record had ${counted(lines.length, "line")}. It began with: ${shortened(lines.slice(0, 4).join(" / "), 300)}`;
}

function outcome(result: Extract<Block, { type: "tool_result" }>): string {
  const images = result.content.filter((block) => block.type === "image").length;
  const shown = [textOf(result.content), images === 0 ? "" : `[${counted(images, "image")}]`].filter(
    (part) => part !== "",
  );
  const what = shown.length === 0 ? "nothing" : shown.join(" ");
  return result.isError ? `failed: ${what}` : `returned: ${what}`;
}

function textOf(content: readonly Block[]): string {
  return content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? "" : "s"}`;
}

function shortened(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}
