/** The host's own version, from its package. */
import { readFileSync } from "node:fs";

/** What `--version`, `hello_ack` and the RPC `hello` say. */
export function hostVersion(): string {
  const text = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}
