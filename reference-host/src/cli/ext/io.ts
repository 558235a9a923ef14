/** What the `ext` commands read from and write to. */
import type { Readable, Writable } from "node:stream";

/** The surroundings of a command. */
export interface ExtIo {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Ends `logs -f` and a running installation. */
  readonly signal?: AbortSignal;
  /** Name of the program in help texts. Default `extproto-host`. */
  readonly program?: string;
}
