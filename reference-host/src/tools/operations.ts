/**
 * What the tools need of the machine. Each tool takes these as parameters, so that a test can watch them and
 * an embedder can send them elsewhere: into a container, over SSH, into memory.
 */

/** What a path is. */
export interface FileFacts {
  readonly kind: "file" | "directory" | "other";
  readonly size: number;
}

/** Files, by absolute path. Failures are thrown as Node does: an Error with a `code` such as `ENOENT`. */
export interface FileOperations {
  facts(path: string): Promise<FileFacts>;
  read(path: string): Promise<Uint8Array>;
  write(path: string, content: string): Promise<void>;
  makeDirectory(path: string): Promise<void>;
}

/** How a shell command ended. */
export type ShellEnd =
  | { readonly kind: "exited"; readonly code: number }
  | { readonly kind: "killed"; readonly signal: string }
  | { readonly kind: "timed_out" }
  | { readonly kind: "aborted" };

/** How a shell command is run. */
export interface ShellOptions {
  readonly cwd: string;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Takes stdout and stderr, merged in the order in which they were written. */
  readonly onOutput: (bytes: Uint8Array) => void;
}

/** Processes. */
export interface ProcessOperations {
  /** Runs a command; when it times out or is aborted, every process of its group has been killed when this resolves. */
  runShell(command: string, options: ShellOptions): Promise<ShellEnd>;
}
