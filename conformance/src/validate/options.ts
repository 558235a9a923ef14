/** From what was typed to what is checked. */
import { type Protocol, protocolSides } from "@extproto/schemas";
import { UsageError } from "../cli/usage-error.js";

/** The options as they are written on the command line. */
export interface WrittenOptions {
  readonly protocol: Protocol;
  readonly from?: string;
  readonly strict?: boolean;
  readonly json?: boolean;
}

/** What to validate, and how. */
export interface ValidateOptions {
  /** A path, or `-` for standard input. */
  readonly file: string;
  readonly protocol: Protocol;
  /** The sides that may have written the frames. */
  readonly sides: readonly string[];
  readonly strict: boolean;
  readonly json: boolean;
}

/** Checks what commander cannot: how many files, and that the protocol has the side. */
export function readOptions(files: readonly string[], written: WrittenOptions): ValidateOptions {
  return {
    file: oneFile(files),
    protocol: written.protocol,
    sides: sidesOf(written.protocol, written.from),
    strict: written.strict ?? false,
    json: written.json ?? false,
  };
}

function oneFile(files: readonly string[]): string {
  const [file] = files;
  if (file === undefined || file === "")
    throw new UsageError("name a file of frames, or - for standard input");
  if (files.length > 1) {
    const joined = files.join(" ");
    throw new UsageError(
      `one file at a time, not ${files.length}; to check them as one stream: cat ${joined} | extproto validate -`,
    );
  }
  return file;
}

function sidesOf(protocol: Protocol, from: string | undefined): readonly string[] {
  const sides: readonly string[] = protocolSides[protocol];
  if (from === undefined) return sides;
  if (sides.includes(from)) return [from];
  const others = Object.entries(protocolSides).filter(([, names]) =>
    (names as readonly string[]).includes(from),
  );
  const hint = others.map(([name]) => `--protocol ${name}`).join(" or ");
  throw new UsageError(
    `the protocol ${protocol} has no side "${from}": its sides are ${sides.join(" and ")} (for ${from}: ${hint})`,
  );
}
