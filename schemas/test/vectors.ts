/** Loads the vectors. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** One vector: a value and what each side is to make of it. */
export interface Vector {
  readonly name: string;
  /** File name of the source document that prints the frame. */
  readonly origin?: string;
  readonly verdict: "valid" | "invalid" | "unknown";
  /** Where the value is wrong for a sender. */
  readonly path?: string;
  /** What a receiver makes of an invalid value. */
  readonly accept?: "valid" | "invalid";
  /** What a sender's judge makes of a value from the future. */
  readonly emit?: "valid" | "invalid";
  readonly value: unknown;
}

export interface VectorFile {
  readonly frame: string;
  readonly vectors: readonly Vector[];
}

const folder = fileURLToPath(new URL("../vectors/", import.meta.url));

export function loadVectors(): VectorFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== "lines.json")
    .map((entry) => JSON.parse(readFileSync(join(entry.parentPath, entry.name), "utf8")) as VectorFile)
    .sort((a, b) => (a.frame < b.frame ? -1 : 1));
}

/** What the vector promises in one mode: whether the value passes, and where it fails. */
export function promise(
  vector: Vector,
  mode: "emit" | "accept",
): { pass: boolean; path: string | undefined } {
  if (vector.verdict === "valid") return { pass: true, path: undefined };
  if (vector.verdict === "invalid") {
    const pass = mode === "accept" && vector.accept === "valid";
    return { pass, path: pass ? undefined : vector.path };
  }
  const pass = mode === "accept" || vector.emit === "valid";
  return { pass, path: pass ? undefined : vector.path };
}

/** A line that is judged before any frame is. */
export interface LineVector {
  readonly name: string;
  readonly line: string;
  readonly verdict: Vector["verdict"];
  readonly code?: string;
  readonly path?: string;
}

export function loadLines(): LineVector[] {
  return (JSON.parse(readFileSync(join(folder, "lines.json"), "utf8")) as { vectors: LineVector[] }).vectors;
}
