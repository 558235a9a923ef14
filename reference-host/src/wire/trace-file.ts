/** Every line on every pipe, in one file, for people and for programs that look for what went wrong. */

import { isUtf8 } from "node:buffer";
import { closeSync, writeSync } from "node:fs";
import { openRegularFile } from "../files/regular-file.js";

/** A trace that ends up in a file. */
export interface TraceFile {
  /** `pipe` names the peer; `bytes` is one line without its LF. */
  line(pipe: string, direction: "in" | "out", bytes: Uint8Array | string): void;
  close(): void;
}

/**
 * Opens a trace file, which is written anew. `onFailure` is told once when it cannot be written any further. Each line of it is a JSON object with `at` (milliseconds of
 * the system's monotonic clock), `pipe`, `direction` and `line`, or `base64` for a line that is not UTF-8.
 *
 * @example
 * ```ts
 * const trace = openTraceFile("/tmp/host.trace");
 * trace.line("ext:weather", "in", '{"type":"ready"}');
 * trace.close();
 * ```
 */
export function openTraceFile(path: string, onFailure: (error: unknown) => void = () => {}): TraceFile {
  // Frames carry prompts and file contents: they are for the user alone.
  const file = openRegularFile(path, "w", { mode: 0o600, orDevice: true });
  let batch: string[] = [];
  let open = true;

  function flush(): void {
    if (batch.length === 0 || !open) return;
    const text = batch.join("");
    batch = [];
    try {
      writeSync(file, text);
    } catch (error) {
      // A full disk ends the trace, not the host.
      open = false;
      closeSync(file);
      onFailure(error);
    }
  }

  return {
    line(pipe, direction, bytes) {
      if (!open) return;
      const at = Number(process.hrtime.bigint() / 1000n) / 1000;
      const content =
        typeof bytes === "string" || isUtf8(bytes)
          ? { line: typeof bytes === "string" ? bytes : Buffer.from(bytes).toString("utf8") }
          : { base64: Buffer.from(bytes).toString("base64") };
      batch.push(`${JSON.stringify({ at, pipe, direction, ...content })}\n`);
      if (batch.length === 1) setImmediate(flush);
    },
    close() {
      flush();
      if (open) closeSync(file);
      open = false;
    },
  };
}
