/** Names of runs: for people, and for folders. */
import { createHash } from "node:crypto";
import type { RunName } from "./contract.js";

/** `extension/tools/one-result [tool=weather] #2 ~one-byte`. */
export function runId({ case: id, instance, round, transform }: RunName): string {
  return [
    id,
    ...(instance === undefined ? [] : [`[${instance}]`]),
    ...(round === undefined ? [] : [`#${round}`]),
    ...(transform === undefined ? [] : [`~${transform}`]),
  ].join(" ");
}

/** A folder name that no other run has. */
export function folderName(name: RunName): string {
  const id = runId(name);
  const readable = id
    .replaceAll("/", ".")
    .replace(/[^\w.=-]+/g, "_")
    .slice(0, 100);
  const plain = id === name.case && readable.length === id.length;
  return plain ? readable : `${readable}-${createHash("sha256").update(id).digest("hex").slice(0, 8)}`;
}
