/**
 * Standard output, kept for frames.
 *
 * What a program prints between `extension()` and `run()` would come before the hello, and no host would load the
 * extension. Whether the program is going to run it, or tests it in memory and reports to its user, is only known at
 * `run()`. Until then it is held back.
 */
import { HELLO_DEADLINE_MS } from "./protocol/index.js";

type Write = (...given: unknown[]) => boolean;

/** The stream as it was, and what takes its place. */
interface Redirection {
  readonly original: Write;
  readonly end: typeof process.stdout.end;
  /** Where what is written goes now. */
  write: Write;
}

let redirection: Redirection | undefined;
let taken = false;
let held: unknown[][] | undefined;
let timer: NodeJS.Timeout | undefined;

/** Holds back what is printed, until it is known where it belongs. */
export function holdStandardOutput(): void {
  if (taken || held !== undefined) return;
  const waiting: unknown[][] = [];
  held = waiting;
  redirect((...given) => {
    const done = given.find((one) => typeof one === "function");
    waiting.push(given.filter((one) => one !== done));
    if (done !== undefined) process.nextTick(done);
    return true;
  });
  process.once("exit", releaseStandardOutput);
  // No host waits for a hello any longer than this.
  timer = setTimeout(releaseStandardOutput, HELLO_DEADLINE_MS).unref();
}

/** Prints what was held back, and holds back no more: this process has its standard output for itself. */
export function releaseStandardOutput(): void {
  if (held === undefined || redirection === undefined) return;
  const { original, end } = redirection;
  // Somebody else may have put a function of their own above this one: it then still leads to the stream.
  redirection.write = original;
  process.stdout.end = end;
  redirection = undefined;
  for (const given of heldUntilNow()) original(...given);
}

/** Takes standard output for frames, for good: whatever else is printed goes to standard error. */
export function takeStandardOutput(): Write {
  const { stderr } = process;
  const write = stderr.write.bind(stderr) as Write;
  taken = true;
  const { original } = redirect(write);
  for (const given of heldUntilNow()) write(...given);
  return original;
}

function heldUntilNow(): readonly unknown[][] {
  const waiting = held ?? [];
  held = undefined;
  clearTimeout(timer);
  process.removeListener("exit", releaseStandardOutput);
  return waiting;
}

/** What is printed goes elsewhere, and nobody closes standard output. */
function redirect(write: Write): Redirection {
  if (redirection !== undefined) {
    redirection.write = write;
    return redirection;
  }
  const { stdout } = process;
  const made: Redirection = { original: stdout.write.bind(stdout) as Write, end: stdout.end, write };
  redirection = made;
  stdout.write = ((...given: unknown[]) => made.write(...given)) as typeof stdout.write;
  stdout.end = ((...given: unknown[]) => {
    const done = given.find((one) => typeof one === "function");
    const [last, encoding] = given.filter((one) => one !== done);
    if (last !== undefined && last !== null) made.write(last, encoding);
    if (done !== undefined) process.nextTick(done);
    return stdout;
  }) as typeof stdout.end;
  return made;
}
