/** Instructions that users keep in files: SYSTEM.md for the identity, AGENTS.md for a project. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { readRegularFile } from "../files/regular-file.js";
import { messageOf } from "./errors.js";

/** Most characters that one file adds to the system prompt. */
const mostCharacters = 64 * 1024;

/** An instruction file. */
export interface InstructionFile {
  readonly path: string;
  readonly text: string;
}

/** Where instruction files are looked for. */
export interface InstructionPlaces {
  readonly cwd: string;
  /** `$ZOT_HOME`. */
  readonly home: string;
}

/** Is told of an instruction file that is there and cannot be read. */
export type OnUnreadable = (message: string) => void;

/** The user's own identity of the agent, from `$ZOT_HOME/SYSTEM.md`. */
export function customIdentity(home: string, onUnreadable: OnUnreadable = () => {}): string | undefined {
  return readInstructions(join(home, "SYSTEM.md"), onUnreadable)?.text;
}

/**
 * The AGENTS.md files that apply, the most general first: `$ZOT_HOME`, then from the root of the repository
 * down to the working directory. Outside a repository only the working directory counts, so that a file in
 * a shared parent such as `/tmp` instructs nobody.
 */
export function agentsFiles(
  { cwd, home }: InstructionPlaces,
  onUnreadable: OnUnreadable = () => {},
): InstructionFile[] {
  const places = [home, ...repositoryPath(cwd)];
  return [...new Set(places)].flatMap(
    (place) => readInstructions(join(place, "AGENTS.md"), onUnreadable) ?? [],
  );
}

/** The directories from the root of the repository to `cwd`. */
function repositoryPath(cwd: string): string[] {
  const path: string[] = [];
  for (let place = cwd; ; place = dirname(place)) {
    path.unshift(place);
    if (existsSync(join(place, ".git"))) return path;
    if (dirname(place) === place) return [cwd];
  }
}

/** A file that is missing, empty or unreadable instructs nobody. */
function readInstructions(path: string, onUnreadable: OnUnreadable): InstructionFile | undefined {
  try {
    const text = readRegularFile(path)
      .toString("utf8")
      .replace(/^\uFEFF/, "")
      .trim();
    if (text === "") return undefined;
    const rest = text.length - mostCharacters;
    return {
      path,
      text: rest <= 0 ? text : `${text.slice(0, mostCharacters)}\n[... ${rest} characters left out ...]`,
    };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ENOENT" && code !== "ENOTDIR") onUnreadable(`${path} is left out: ${messageOf(error)}`);
    return undefined;
  }
}
