/** Keeps the beginning and the end of an output of any length, in bounded memory. */

/** How much is kept, half of it from the beginning and half from the end. */
export interface OutputBounds {
  readonly bytes: number;
  readonly lines: number;
}

/** What a result holds unless told otherwise. */
export const outputBounds: OutputBounds = { bytes: 50 * 1024, lines: 2000 };

/** An output that is being collected. */
export interface BoundedOutput {
  add(bytes: Uint8Array): void;
  /** The output, or its beginning and end with a line between them that says what is missing. */
  text(): string;
}

/** Starts to collect an output. */
export function boundedOutput(bounds: OutputBounds = outputBounds): BoundedOutput {
  const half = Math.floor(bounds.bytes / 2);
  const head: Uint8Array[] = [];
  let headBytes = 0;
  let tail: Uint8Array[] = [];
  let tailBytes = 0;
  let total = 0;
  let lineEnds = 0;

  return {
    add(bytes) {
      total += bytes.length;
      for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lineEnds++;
      const first = bytes.subarray(0, half - headBytes);
      if (first.length > 0) {
        head.push(Uint8Array.from(first));
        headBytes += first.length;
      }
      const rest = bytes.subarray(first.length).subarray(-half);
      if (rest.length === 0) return;
      tail.push(Uint8Array.from(rest));
      tailBytes += rest.length;
      // Joined only now and then, so that many small writes do not copy the tail each time.
      if (tailBytes > 4 * half || tail.length > 1024) {
        const kept = Buffer.concat(tail).subarray(-half);
        tail = [Uint8Array.from(kept)];
        tailBytes = kept.length;
      }
    },
    text() {
      const end = Buffer.concat(tail).subarray(-half);
      const missing = total - headBytes - end.length;
      if (missing === 0) {
        const text = decoded(Buffer.concat([...head, end]));
        const lines = linesOf(text);
        return lines.length <= bounds.lines
          ? text
          : joined(lines, lines, { lineEnds, missing, most: bounds.lines });
      }
      const start = linesOf(untorn(decoded(Buffer.concat(head)), "end"));
      const finish = linesOf(untorn(decoded(end), "start"));
      return joined(start, finish, { lineEnds, missing, most: bounds.lines });
    },
  };
}

/** The first lines of one list and the last of the other, and between them what is missing. */
function joined(
  first: readonly string[],
  last: readonly string[],
  { lineEnds, missing, most }: { lineEnds: number; missing: number; most: number },
): string {
  const start = first.slice(0, Math.floor(most / 2));
  const end = last.slice(-Math.floor(most / 2));
  const lines = lineEnds - start.length - end.length;
  const left = lines > 0 ? `${lines} lines` : `${missing} bytes`;
  return [...start, `[... ${left} left out ...]`, ...end].join("\n");
}

/** Bytes as text; invalid ones become U+FFFD. */
function decoded(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

/** The line end of the last line starts no further line. */
function linesOf(text: string): string[] {
  return text.replace(/\n$/, "").split("\n");
}

/** Drops the character that a cut tore apart and the line that it went through, unless there is no other. */
function untorn(text: string, at: "start" | "end"): string {
  const characters = text.replace(at === "end" ? /\uFFFD+$/ : /^\uFFFD+/, "");
  const cut = at === "end" ? characters.lastIndexOf("\n") : characters.indexOf("\n");
  if (cut < 0) return characters;
  return at === "end" ? characters.slice(0, cut) : characters.slice(cut + 1);
}
