/** A folder for what a check needs from its beginning to its end. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder that is gone when it is no longer needed. */
export interface TemporaryFolder {
  readonly path: string;
  /** Removes it with all that is in it. */
  remove(): void;
}

/** Makes a folder that is removed at the latest when the process ends, however it comes to that. */
export function temporaryFolder(prefix: string): TemporaryFolder {
  const path = mkdtempSync(join(tmpdir(), prefix));
  const remove = (): void => {
    process.off("exit", remove);
    rmSync(path, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 });
  };
  process.on("exit", remove);
  return { path, remove };
}
