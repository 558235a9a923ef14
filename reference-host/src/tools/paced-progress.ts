/** Turns output that arrives in floods into progress that a person, or an RPC client, can follow. */

const intervalMs = 100;
/** Most characters of one piece; of more, the latest. */
const pieceCharacters = 16 * 1024;

/** Progress of one running command. */
export interface PacedProgress {
  add(bytes: Uint8Array): void;
  /** Tells the rest, at once. */
  end(): void;
}

/** At most one piece in a tenth of a second; the first goes out at once. */
export function pacedProgress(tell: (text: string) => void): PacedProgress {
  const decoder = new TextDecoder();
  let pending = "";
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    if (pending === "") return;
    const text = pending;
    pending = "";
    tell(text);
  }
  return {
    add(bytes) {
      pending = (pending + decoder.decode(bytes, { stream: true })).slice(-pieceCharacters);
      if (timer !== undefined) return;
      flush();
      timer = setTimeout(() => {
        timer = undefined;
        flush();
      }, intervalMs);
    },
    end() {
      clearTimeout(timer);
      pending += decoder.decode();
      flush();
    },
  };
}
