/**
 * The rows of a session file and what they add up to. A session is a list of JSON lines that only grows, so
 * that a process killed in the middle of a write spoils at most its last line.
 */
import type { Block, TranscriptEntry, TranscriptMessage, Usage } from "./contract.js";
import { repaired } from "./repair.js";
import { noUsage } from "./usage.js";

/** What a session is, in its first row. */
export interface SessionMeta {
  readonly id: string;
  readonly cwd: string;
  readonly provider: string;
  readonly model: string;
  /** RFC 3339. */
  readonly started: string;
  /** Version of the host. */
  readonly version: string;
}

/** One line of a session file. */
export type SessionRow = { readonly type: "meta"; readonly meta: SessionMeta } | TranscriptEntry;

/** What a session file holds. */
export interface SessionContent {
  /** Undefined where the file was cut in its first row. */
  readonly meta: SessionMeta | undefined;
  /** As the next prompt can run on: unanswered tool calls have a stub result. */
  readonly messages: readonly TranscriptMessage[];
  readonly cumulative: Usage;
  /** How many lines could not be read; a torn last line is one of them. */
  readonly skipped: number;
}

/** Reads the bytes of a session file, leaving out what cannot be read. */
export function parseSession(bytes: Uint8Array): SessionContent {
  let meta: SessionMeta | undefined;
  let messages: TranscriptMessage[] = [];
  let cumulative = noUsage;
  let skipped = 0;
  for (const line of linesOf(bytes)) {
    const row = rowOf(line);
    switch (row?.type) {
      case undefined:
        skipped++;
        break;
      case "meta":
        meta ??= row.meta;
        break;
      case "message":
        messages.push(row.message);
        break;
      case "compaction":
        messages = [...row.messages];
        break;
      case "clear":
        messages = [];
        break;
      case "usage":
        cumulative = row.cumulative;
        break;
    }
  }
  return { meta, messages: repaired(messages), cumulative, skipped };
}

/** Split at LF bytes: text that was cut in the middle of a character is still only one bad line. */
function linesOf(bytes: Uint8Array): string[] {
  const lines: string[] = [];
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(10, from);
    const until = end < 0 ? bytes.length : end;
    if (until > from)
      lines.push(Buffer.from(bytes.buffer, bytes.byteOffset + from, until - from).toString("utf8"));
    from = until + 1;
  }
  return lines;
}

/** The row, or undefined for a line that is none: torn, damaged, or from a later version. */
function rowOf(line: string): SessionRow | undefined {
  let row: unknown;
  try {
    row = JSON.parse(line);
  } catch {
    return undefined;
  }
  return isRow(row) ? row : undefined;
}

function isRow(value: unknown): value is SessionRow {
  if (!isObject(value)) return false;
  switch (value.type) {
    case "meta":
      return (
        isObject(value.meta) && typeof value.meta.id === "string" && typeof value.meta.started === "string"
      );
    case "message":
      return isMessage(value.message);
    case "compaction":
      return Array.isArray(value.messages) && value.messages.every(isMessage);
    case "usage":
      return (
        isObject(value.cumulative) && Object.keys(noUsage).every((key) => isCount(value.cumulative, key))
      );
    default:
      return value.type === "clear";
  }
}

function isCount(usage: unknown, key: string): boolean {
  return isObject(usage) && typeof usage[key] === "number";
}

function isMessage(value: unknown): value is TranscriptMessage {
  if (!isObject(value) || typeof value.time !== "string" || !Array.isArray(value.content)) return false;
  const { role } = value;
  return (role === "user" || role === "assistant" || role === "tool") && value.content.every(isBlock);
}

function isBlock(value: unknown): value is Block {
  if (!isObject(value)) return false;
  const strings = blockStrings[String(value.type)];
  if (strings === undefined || !strings.every((key) => typeof value[key] === "string")) return false;
  if (value.type === "tool_call") return value.args === undefined || isObject(value.args);
  if (value.type === "tool_result") return Array.isArray(value.content) && value.content.every(isBlock);
  return value.type !== "reasoning" || isObject(value.payload);
}

const blockStrings: Readonly<Record<string, readonly string[]>> = {
  text: ["text"],
  image: ["mimeType", "data"],
  tool_call: ["id", "name", "raw"],
  tool_result: ["callId"],
  reasoning: ["provider"],
};

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
