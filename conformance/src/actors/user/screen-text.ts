/** Events of an RPC server -> what a user of it would be shown, line by line. */
import type { Json, JsonObject } from "../../case/format.js";
import { isObject } from "../../case/json.js";

/** The lines that one event of the server shows. */
export function shownBy(frame: JsonObject): readonly string[] {
  const extension = text(frame.extension);
  switch (frame.type) {
    case "text_delta":
      return lines(text(frame.delta));
    case "assistant_message":
    case "tool_result":
      return texts(frame.content);
    case "turn_end":
      return frame.stop === "error" ? [`error: ${text(frame.error)}`] : [];
    case "error":
      return lines(`error: ${text(frame.message)}`);
    case "ext_notify":
      return lines(`[${extension}] ${text(frame.message)}`);
    case "ext_display":
    case "ext_insert":
      return lines(`[${extension}] ${text(frame.text)}`);
    case "ext_submit":
      return lines(`[${extension}] submits: ${text(frame.text)}`);
    case "ext_panel_open":
      return isObject(frame.panel) ? panelLines(extension, frame.panel) : [];
    case "ext_panel_render":
      return panelLines(extension, frame);
    case "response":
      return responseLines(frame);
    default:
      return [];
  }
}

function panelLines(extension: string, panel: JsonObject): string[] {
  const title = text(panel.title);
  const shown = Array.isArray(panel.lines) ? panel.lines.map((line: Json) => text(line)) : [];
  const footer = text(panel.footer);
  return [title === "" ? extension : title, ...shown, ...(footer === "" ? [] : [footer])];
}

/** Answers to what the user asked for. */
function responseLines({ command, data }: JsonObject): string[] {
  if (!isObject(data)) return [];
  if (command === "reload_extensions") {
    const { stopped, loaded, ready, errors } = data;
    const failures = Array.isArray(errors) ? errors.filter(isObject) : [];
    return [
      `extensions: ${String(stopped)} stopped, ${String(loaded)} loaded, ${String(ready)} ready`,
      ...failures.map((failure) => `[${text(failure.extension)}] ${text(failure.message)}`),
    ];
  }
  if (command === "list_commands" && Array.isArray(data.commands)) {
    return data.commands.filter(isObject).map((entry: JsonObject) => {
      return `/${text(entry.name)} ${text(entry.description)} [${text(entry.extension)}]`;
    });
  }
  return [];
}

function texts(content: Json | undefined): string[] {
  if (!Array.isArray(content)) return [];
  return content.filter(isObject).flatMap((block: JsonObject) => lines(text(block.text)));
}

function text(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

function lines(value: string): string[] {
  return value === "" ? [] : value.split("\n");
}
