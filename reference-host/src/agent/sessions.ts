/** Session files: created, appended to, resumed and listed under `$ZOT_HOME/sessions`. */
import { createHash, randomBytes } from "node:crypto";
import { closeSync, fstatSync, mkdirSync, readdirSync, readSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { kindOfOther, openRegularFile, readRegularFile } from "../files/regular-file.js";
import type { TranscriptEntry, TranscriptMessage } from "./contract.js";
import { messageOf } from "./errors.js";
import { parseSession, type SessionContent, type SessionMeta, type SessionRow } from "./session-rows.js";

/** The first row up to what differs from session to session. */
const firstRowBegins = '{"type":"meta","meta":{"id":"';

/** A session cannot be read or found. */
export class SessionError extends Error {
  readonly code: "SESSION_UNREADABLE" | "SESSION_NOT_FOUND" | "SESSION_NOT_A_FILE";

  constructor(code: SessionError["code"], message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "SessionError";
    this.code = code;
  }
}

/** A session that is being written. */
export interface Session {
  readonly id: string;
  readonly path: string;
  /**
   * Appends an entry; the line is with the operating system when this returns. A failure is told to
   * `onProblem` once and never thrown: a full disk does not end the conversation.
   */
  readonly record: (entry: TranscriptEntry) => void;
}

/** What a new session needs to know. */
export interface SessionOptions {
  /** `$ZOT_HOME`. */
  readonly home: string;
  readonly cwd: string;
  readonly provider: string;
  readonly model: string;
  readonly version: string;
  readonly now?: () => Date;
  readonly onProblem?: (message: string) => void;
}

/** A session in a list. */
export interface SessionListing {
  readonly path: string;
  readonly id: string;
  readonly started: string;
  readonly modified: Date;
  readonly model: string;
  readonly provider: string;
  readonly messageCount: number;
  /** The beginning of the first prompt. */
  readonly title: string;
}

/** The directory of the sessions of a working directory. */
export function sessionDirectory({ home, cwd }: { home: string; cwd: string }): string {
  const key = createHash("sha256").update(cwd).digest("hex").slice(0, 16);
  return join(home, "sessions", key);
}

/** Starts a session. The file appears with the first message, so that a session without one leaves nothing. */
export function createSession(options: SessionOptions): Session {
  const started = (options.now ?? (() => new Date()))();
  const id = randomBytes(4).toString("hex");
  const stamp = started.toISOString().replace(/[-:]/g, "").replace("T", "-").slice(0, 15);
  const path = join(sessionDirectory(options), `${stamp}-${id}.jsonl`);
  return writer({ ...options, path, meta: metaOf(options, id, started), complete: true });
}

/** Opens a session to go on with it: what it holds, and the session that further entries are added to. */
export function resumeSession(
  path: string,
  options: SessionOptions,
): SessionContent & { readonly session: Session } {
  const content = readSession(path);
  refuseOtherFiles(path, content);
  const meta = content.meta === undefined ? metaOf(options, idFromName(path), new Date()) : undefined;
  const session = writer({ ...options, path, meta, complete: endsWithLineFeed(path), id: content.meta?.id });
  return { ...content, session };
}

/** A file in which no line is a row, or was to become the first one, is somebody else's, and stays as it is. */
function refuseOtherFiles(path: string, content: SessionContent): void {
  if (content.meta !== undefined || content.messages.length > 0) return;
  const lines = readRegularFile(path).toString("utf8").split("\n");
  if (lines.every((line) => line.trim() === "" || isTornFirstRow(line))) return;
  throw new SessionError(
    "SESSION_UNREADABLE",
    `${path} is not a session; it is left as it is. Name another file.`,
  );
}

/** What is left of a first row when the process was killed while writing it, once or several times. */
function isTornFirstRow(line: string): boolean {
  return (line.startsWith(firstRowBegins) || firstRowBegins.startsWith(line)) && !isJson(line);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Reads a session file, whatever state a crash has left it in. */
export function readSession(path: string): SessionContent {
  try {
    return parseSession(readRegularFile(path));
  } catch (error) {
    throw new SessionError(
      "SESSION_UNREADABLE",
      `cannot read the session ${path}: ${messageOf(error)}`,
      error,
    );
  }
}

/** The sessions of a working directory that have a message, the latest first. */
export function listSessions(place: { home: string; cwd: string }): SessionListing[] {
  const directory = sessionDirectory(place);
  let names: string[];
  try {
    names = readdirSync(directory).filter((name) => name.endsWith(".jsonl"));
  } catch {
    return [];
  }
  return names
    .flatMap((name) => listing(join(directory, name)))
    .sort(
      (one, other) => other.modified.getTime() - one.modified.getTime() || (one.path < other.path ? 1 : -1),
    );
}

/** The path of a session given by its path or by its id, or by the beginning of its id. */
export function findSession(given: string, place: { home: string; cwd: string }): string {
  const path = resolve(place.cwd, given);
  const there = statSync(path, { throwIfNoEntry: false });
  if (there?.isFile()) return path;
  const matches = listSessions(place).filter(({ id }) => id.startsWith(given));
  if (matches.length === 1 && matches[0] !== undefined) return matches[0].path;
  // A folder may happen to be called like an id, so the ids come first.
  if (there !== undefined && matches.length === 0) {
    const what = `${path} is not a regular file but ${kindOfOther(there)}`;
    throw new SessionError("SESSION_NOT_A_FILE", `no session ${given}: ${what}; name a file`);
  }
  const why =
    matches.length === 0 ? "there is no such file and no session with that id" : "several ids begin with it";
  throw new SessionError("SESSION_NOT_FOUND", `no session ${given}: ${why}; list them with /sessions`);
}

function writer(options: {
  path: string;
  /** Written before the first entry where the file has none. */
  meta: SessionMeta | undefined;
  /** False where the file ends in the middle of a line. */
  complete: boolean;
  id?: string | undefined;
  onProblem?: (message: string) => void;
}): Session {
  const { path } = options;
  // A line feed ends the torn line; readers pass over what is before it.
  let before = options.complete ? "" : "\n";
  if (options.meta !== undefined) before += lineOf({ type: "meta", meta: options.meta });
  let begun = options.meta === undefined;
  let failed = false;
  return {
    id: options.id ?? options.meta?.id ?? idFromName(path),
    path,
    record(entry) {
      // Clearing what has not begun leaves no file behind.
      if (failed || (entry.type === "clear" && !begun)) return;
      try {
        // Sessions hold what tools have read: for the user's eyes only.
        if (before !== "") mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
        append(path, before + lineOf(entry));
        before = "";
        begun = true;
      } catch (error) {
        failed = true;
        options.onProblem?.(`the session is no longer saved to ${path}: ${messageOf(error)}`);
      }
    },
  };
}

function append(path: string, text: string): void {
  const file = openRegularFile(path, "a", { mode: 0o600 });
  try {
    writeFileSync(file, text);
  } finally {
    closeSync(file);
  }
}

function lineOf(row: SessionRow): string {
  return `${JSON.stringify(row)}\n`;
}

function metaOf(options: SessionOptions, id: string, started: Date): SessionMeta {
  const { cwd, provider, model, version } = options;
  return { id, cwd, provider, model, started: started.toISOString(), version };
}

function idFromName(path: string): string {
  return basename(path, ".jsonl").split("-").at(-1) ?? "";
}

function endsWithLineFeed(path: string): boolean {
  const file = openRegularFile(path, "r");
  try {
    const { size } = fstatSync(file);
    const last = Buffer.alloc(1);
    return size === 0 || (readSync(file, last, 0, 1, size - 1) === 1 && last[0] === 10);
  } finally {
    closeSync(file);
  }
}

function listing(path: string): SessionListing[] {
  try {
    const { meta, messages } = readSession(path);
    if (meta === undefined || messages.length === 0) return [];
    const { id, started, model, provider } = meta;
    const modified = statSync(path).mtime;
    return [
      {
        path,
        id,
        started,
        modified,
        model,
        provider,
        messageCount: messages.length,
        title: titleOf(messages),
      },
    ];
  } catch {
    return [];
  }
}

function titleOf(messages: readonly TranscriptMessage[]): string {
  const first = messages.find(({ role }) => role === "user");
  const text = first?.content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join(" ") ?? "";
  return text.trim().replace(/\s+/g, " ").slice(0, 80);
}
