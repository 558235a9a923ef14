/** The session that is written to, if any. */
import { closeSync, existsSync, mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { TranscriptEntry, TranscriptMessage, Usage } from "../agent/contract.js";
import {
  createSession,
  findSession,
  listSessions,
  resumeSession,
  type Session,
  type SessionOptions as SessionFacts,
  type SessionListing,
} from "../agent/sessions.js";
import { openRegularFile } from "../files/regular-file.js";
import type { SessionOptions } from "./contract.js";

/** What a session begins with. */
export interface Restored {
  readonly messages: readonly TranscriptMessage[];
  readonly cumulative: Usage;
}

/** Records what is said, and changes from one session to another. */
export interface SessionKeeper {
  readonly path: string | undefined;
  record(entry: TranscriptEntry): void;
  /** Goes on with a session, given by file or id. */
  open(session: string): Restored;
  list(): readonly SessionListing[];
}

/** Opens the session that the options name. `restored` is what it already holds. */
export function keepSession(
  chosen: SessionOptions | undefined,
  facts: SessionFacts,
): { readonly keeper: SessionKeeper; readonly restored: Restored | undefined } {
  let session: Session | undefined;
  let restored: Restored | undefined;

  function resume(path: string): Restored {
    const { session: opened, messages, cumulative } = resumeSession(path, facts);
    session = opened;
    return { messages, cumulative };
  }

  if (chosen?.kind === "new") session = createSession(facts);
  if (chosen?.kind === "latest") {
    const latest = listSessions(facts)[0];
    if (latest === undefined) session = createSession(facts);
    else restored = resume(latest.path);
  }
  if (chosen?.kind === "file") restored = resume(fileOf(chosen.path, facts));

  return {
    restored,
    keeper: {
      get path() {
        return session?.path;
      },
      record: (entry) => session?.record(entry),
      open: (given) => resume(findSession(given, facts)),
      list: () => listSessions(facts),
    },
  };
}

/** A name that looks like a file may be new; anything else has to be the id of a session. */
function fileOf(given: string, facts: SessionFacts): string {
  const path = resolve(facts.cwd, given);
  if (!/[/\\]|\.jsonl$/.test(given) || existsSync(path)) return findSession(given, facts);
  mkdirSync(dirname(path), { recursive: true });
  closeSync(openRegularFile(path, "a", { mode: 0o600 }));
  return path;
}
