/** Events of the runtime -> lines of the chat. */
import { builtinTools, type Panel, type ServerEvent } from "@extproto/schemas";
import { outcomeText } from "../outcome-text.js";
import type { Screen, Tone } from "./screen.js";

/** What the events leave to the chat to do. */
export interface ShowOptions {
  readonly screen: Screen;
  /** Puts text where the user types; false where that cannot be done. */
  readonly insert: (text: string) => boolean;
  /** Asks the user whether a tool may run. */
  readonly askApproval: (request: Extract<ServerEvent, { type: "tool_approval_request" }>) => void;
}

/** Shows events, and knows which panel is open. */
export interface EventView {
  show(event: ServerEvent): void;
  openPanel(): { readonly extension: string; readonly panel: Panel } | undefined;
}

/** Lines of a tool's result that are shown; the model sees all. */
const shownLines = 12;
const shownArguments = 300;
const noteTones: Readonly<Record<string, Tone>> = {
  info: "plain",
  success: "good",
  warn: "warning",
  error: "bad",
};

/** Makes the view of a chat. */
export function createEventView({ screen, insert, askApproval }: ShowOptions): EventView {
  const toolNames = new Map<string, string>();
  let open: { extension: string; panel: Panel } | undefined;
  let lastError: string | undefined;

  function show(event: ServerEvent): void {
    switch (event.type) {
      case "text_delta":
        screen.stream(event.delta);
        break;
      case "assistant_message":
        screen.endStream();
        break;
      case "tool_call":
        toolNames.set(event.id, event.name);
        screen.say(`> ${event.name} ${shortened(JSON.stringify(event.args) ?? "null")}`, "faint");
        break;
      case "tool_progress":
        // A built-in tool's result repeats its output.
        if (!builtinTools.some((name) => name === toolNames.get(event.id)))
          screen.say(indented(event.text), "faint");
        break;
      case "tool_result":
        toolNames.delete(event.id);
        screen.say(indented(resultText(event)), event.is_error ? "bad" : "faint");
        break;
      case "turn_end":
        screen.endStream();
        if (event.stop === "aborted") screen.say("(aborted)", "warning");
        if (event.stop === "length") screen.say("(the answer reached the model's output limit)", "warning");
        if (event.stop === "error") showError(event.error ?? "the model call failed");
        break;
      case "error":
        // A failed model call is told twice: by its turn_end and by this.
        if (event.message !== lastError) showError(event.message);
        break;
      case "done":
        screen.endStream();
        lastError = undefined;
        toolNames.clear();
        break;
      case "compact_done":
        screen.say(`Compacted. The conversation goes on from this summary:\n${event.summary}`, "faint");
        break;
      case "tool_approval_request":
        askApproval(event);
        break;
      default:
        showExtension(event);
    }
  }

  function showExtension(event: ServerEvent): void {
    switch (event.type) {
      case "ext_notify":
        screen.from(event.extension, `${levelWord(event.level)}${event.message}`, noteTones[event.level]);
        break;
      case "ext_display":
        screen.from(event.extension, event.text);
        break;
      case "ext_submit":
        screen.from(event.extension, `submits: ${event.text}`, "faint");
        break;
      case "ext_insert":
        if (!insert(event.text)) screen.from(event.extension, `suggests: ${event.text}`);
        break;
      case "ext_intercept":
        showOutcome(event);
        break;
      case "ext_panel_open":
        open = { extension: event.extension, panel: event.panel };
        screen.panel(event.extension, event.panel);
        screen.say("(keys go to this panel by /key; /key esc closes it)", "faint");
        break;
      case "ext_panel_render": {
        const { extension, panel_id: id, title = open?.panel.title, lines, footer } = event;
        const panel: Panel = {
          id,
          ...(title === undefined ? {} : { title }),
          ...(lines === undefined ? {} : { lines }),
          ...(footer === undefined ? {} : { footer }),
        };
        open = { extension, panel };
        screen.panel(extension, panel);
        break;
      }
      case "ext_panel_close":
        open = undefined;
        screen.say("(panel closed)", "faint");
        break;
      default:
        // Starts, usage and the like have nothing to show.
        break;
    }
  }

  function showOutcome(event: Extract<ServerEvent, { type: "ext_intercept" }>): void {
    const text = outcomeText(event);
    const tone = event.outcome === "rewritten" ? "faint" : "warning";
    if (text !== undefined) screen.from(event.extension, text, tone);
  }

  function showError(message: string): void {
    lastError = message;
    screen.say(`error: ${message}`, "bad");
  }

  return { show, openPanel: () => open };
}

function levelWord(level: string): string {
  return level === "error" ? "error: " : level === "warn" ? "warning: " : "";
}

function shortened(text: string): string {
  return text.length <= shownArguments ? text : `${text.slice(0, shownArguments)}...`;
}

function resultText(event: Extract<ServerEvent, { type: "tool_result" }>): string {
  const text = event.content
    .map((block) => {
      if (block.type === "text") return block.text;
      return block.type === "image" ? `(image ${block.mime_type}, ${block.bytes} bytes)` : "";
    })
    .join("\n")
    .replace(/\n+$/, "");
  const lines = text.split("\n");
  if (lines.length <= shownLines) return text;
  return [...lines.slice(0, shownLines), `... ${lines.length - shownLines} more lines`].join("\n");
}

function indented(text: string): string {
  return text.replace(/\n$/, "").replace(/^/gm, "  ");
}
