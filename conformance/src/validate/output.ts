/** Writes to standard output, no faster than it is read. */
import { once } from "node:events";

/** Writes a text; waits where the reader is behind. */
export async function writeOut(text: string): Promise<void> {
  if (text !== "" && !process.stdout.write(text)) await once(process.stdout, "drain");
}
