/** What happens when the reader of the output goes away, as `head` does. */
import { exitCodes } from "./exit-codes.js";

/** Ends the process without a word when nobody reads its output any more; says so when it cannot be written. */
export function endWithOutput(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(exitCodes.closedPipe);
    process.stderr.write(`error: standard output cannot be written: ${error.message}\n`);
    process.exit(exitCodes.fault);
  });
  process.stderr.on("error", () => {});
}
