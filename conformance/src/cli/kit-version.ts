/** The version of the kit, as its package says. */
import { readFileSync } from "node:fs";

/** Reads it. */
export function kitVersion(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}
