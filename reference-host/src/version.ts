/** The host's own version, from its package. */
import { readFileSync } from "node:fs";
import { packageFile } from "./package-file.js";

/** What `--version`, `hello_ack` and the RPC `hello` say. */
export function hostVersion(): string {
  const text = readFileSync(packageFile("package.json"), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}
