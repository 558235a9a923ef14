/**
 * What a handler gave, as fields of its answer. Not everybody has a compiler that looks: what the protocol has no place
 * for is refused here, in words for whoever wrote the handler.
 */
import { type Failure, text } from "./answers.js";
import { Panel } from "./panel.js";
import type { ContentBlock, JsonObject, Panel as PanelRecord } from "./protocol/index.js";

/** The content of a tool's result. */
export function resultOf(answer: unknown): { content: readonly ContentBlock[]; is_error?: true } {
  if (answer === undefined || answer === null) return { content: [] };
  if (typeof answer === "string") return { content: [text(answer)] };
  if (Array.isArray(answer)) return { content: answer.map(blockOf) };
  if (isFailure(answer)) return { content: failedContent(answer), is_error: true };
  if (isObject(answer) && "type" in answer) return { content: [blockOf(answer)] };
  throw wrong("a tool returns a string, content blocks or nothing", answer);
}

/** A block of a type that is not known may come from a later version: it is sent as it is. */
function blockOf(block: unknown): ContentBlock {
  if (!isObject(block) || typeof block.type !== "string")
    throw wrong("the content blocks of a tool are text() and image()", block);
  if (block.type === "text") stringIn(block, "text", "a block of text");
  if (block.type === "image") {
    stringIn(block, "data", "a picture");
    if (stringIn(block, "mime_type", "a picture") === "")
      throw new TypeError("a picture needs a MIME type, such as image/png");
  }
  return block as unknown as ContentBlock;
}

/** What a command does, as fields of its response. */
export type CommandFields =
  | { readonly action: "prompt"; readonly prompt: string }
  | { readonly action: "insert"; readonly insert: string }
  | { readonly action: "display"; readonly display: string }
  | { readonly action: "open_panel"; readonly open_panel: PanelRecord }
  | { readonly action: "noop"; readonly error?: string };

/** The fields of a command's answer. */
export function commandFields(answer: unknown): CommandFields {
  if (answer === undefined || answer === null) return { action: "noop" };
  if (isFailure(answer)) return { action: "noop", error: told(answer) };
  if (!isObject(answer) || typeof answer.action !== "string")
    throw wrong("a command returns prompt(), insert(), display(), openPanel(), failure() or nothing", answer);
  const { action } = answer;
  switch (action) {
    case "prompt":
      return { action, prompt: stringIn(answer, "prompt", "prompt()") };
    case "insert":
      return { action, insert: stringIn(answer, "insert", "insert()") };
    case "display":
      return { action, display: stringIn(answer, "display", "display()") };
    case "open_panel":
      return { action, open_panel: panelOf(answer) };
    case "noop":
      return { action };
    default:
      throw new TypeError(`a command cannot do ${JSON.stringify(action)}: there is no such action`);
  }
}

/** The panel that a command's answer opens. */
export function panelToOpen(answer: unknown): Panel | undefined {
  return isObject(answer) && answer.panel instanceof Panel ? answer.panel : undefined;
}

function panelOf(answer: JsonObject): PanelRecord {
  const panel = panelToOpen(answer);
  if (panel === undefined) throw new TypeError("openPanel() needs a panel that the extension's panel() made");
  const content = answer.content ?? {};
  if (!isObject(content)) throw new TypeError(`openPanel() needs content, not ${kindOf(content)}`);
  const { lines } = content;
  if (lines !== undefined && !(Array.isArray(lines) && lines.every((line) => typeof line === "string")))
    throw new TypeError("the lines of a panel are a list of strings");
  const optional = (name: "title" | "footer") =>
    content[name] === undefined ? {} : { [name]: stringIn(content, name, "a panel") };
  return {
    id: panel.id,
    ...optional("title"),
    ...(lines === undefined ? {} : { lines: lines as readonly string[] }),
    ...optional("footer"),
  };
}

/** The fields of an interceptor's answer. */
export function decisionFields(decision: unknown): {
  block: boolean;
  reason?: string;
  modified_args?: JsonObject;
  replace_text?: string;
} {
  if (decision === undefined || decision === null) return { block: false };
  if (typeof decision === "string") return { block: true, reason: decision };
  if (isObject(decision)) {
    if (decision.block === true) return { block: true, reason: stringIn(decision, "reason", "block()") };
    if ("args" in decision) return { block: false, modified_args: argsIn(decision) };
    if ("text" in decision) {
      const value = stringIn(decision, "text", "replace()");
      // An empty text replaces nothing.
      return value === "" ? { block: false } : { block: false, replace_text: value };
    }
    if (decision.block === false) return { block: false };
  }
  throw wrong("an interceptor returns nothing, a reason, block(), rewrite() or replace()", decision);
}

function argsIn({ args }: JsonObject): JsonObject {
  // A date is an object too, but not in JSON.
  if (isObject(args) && typeof args.toJSON !== "function") return args;
  throw new TypeError(
    `rewrite() needs an object, not ${isObject(args) ? "one with toJSON()" : kindOf(args)}`,
  );
}

function isFailure(answer: unknown): answer is Failure {
  return isObject(answer) && answer.failed === true;
}

function failedContent(failed: Failure): readonly ContentBlock[] {
  const message = told(failed);
  return Array.isArray(failed.content) ? failed.content.map(blockOf) : [text(message)];
}

function told(failed: Failure): string {
  const message = stringIn({ ...failed }, "message", "failure()");
  return message === "" ? "failed without a message" : message;
}

function stringIn(value: JsonObject, name: string, whose: string): string {
  const found = value[name];
  if (typeof found === "string") return found;
  throw new TypeError(
    `${whose} needs a string${whose.endsWith("()") ? "" : ` as its ${name}`}, not ${kindOf(found)}`,
  );
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function wrong(expected: string, found: unknown): TypeError {
  return new TypeError(`${expected}; this one returned ${kindOf(found)}`);
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
