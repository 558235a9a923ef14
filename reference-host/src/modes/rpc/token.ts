/** The shared secret between application and server. Spec: rpc.md, Authentication. */
import { createHash, timingSafeEqual } from "node:crypto";

/** The variable by which the application sets the secret. An empty value counts as unset. */
export const tokenVariable = "ZOTCORE_RPC_TOKEN";

/**
 * Compares in a time that tells nothing of where the two differ. The digests have one length, whatever the
 * client sent, which the comparison needs.
 */
export function tokensMatch(expected: string, given: string | undefined): boolean {
  const digest = (text: string) => createHash("sha256").update(text, "utf8").digest();
  return timingSafeEqual(digest(expected), digest(given ?? "")) && given !== undefined;
}

/** A client's line as it may be written to a trace: without its token. */
export function withoutToken(line: string): string {
  // A name may be written with escapes, so their presence is reason enough to look closer.
  if (!line.includes("token") && !line.includes("\\u")) return line;
  try {
    const frame = JSON.parse(line) as unknown;
    if (typeof frame !== "object" || frame === null || !("token" in frame)) return line;
    return JSON.stringify({ ...frame, token: "[withheld]" });
  } catch {
    // Not JSON, but it may be a hello with a slip in it.
    return line.replace(/("token"\s*:\s*)"[^"]*"?/g, '$1"[withheld]"');
  }
}
