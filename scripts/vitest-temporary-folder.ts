/** One folder for all that the tests put into the system's temporary folder, gone when they end. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export default function setup(): () => void {
  // A short name: the paths of sockets have a bound of about a hundred bytes.
  const folder = mkdtempSync(join(tmpdir(), "xt-"));
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
