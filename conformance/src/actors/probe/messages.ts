/**
 * What a probe and the runner say to each other over the socket: one JSON object per line, both ways.
 *
 * Times are nanoseconds of the system's monotonic clock as a decimal string, which all processes of one
 * machine share; a number would lose digits.
 */

/** What a probe reports. */
export type ProbeReport =
  /** First message of a process: who it is and how the host started it. */
  | {
      readonly kind: "started";
      readonly at: string;
      readonly name: string;
      readonly pid: number;
      readonly parent: number;
      /** The arguments behind the probe's own, as the host passed them. */
      readonly args: readonly string[];
      readonly cwd: string;
      readonly env: Readonly<Record<string, string>>;
    }
  /** Bytes that the host wrote, as they came. */
  | { readonly kind: "input"; readonly at: string; readonly data: string }
  | { readonly kind: "input-end"; readonly at: string }
  | { readonly kind: "signal"; readonly at: string; readonly signal: string }
  /** An order was carried out: of a write, the bytes are in the pipe. */
  | { readonly kind: "done"; readonly at: string; readonly order: number }
  /** It could not be: the host has closed its end. */
  | { readonly kind: "failed"; readonly at: string; readonly order: number; readonly error: string }
  /** The process is about to end by itself. */
  | { readonly kind: "ending"; readonly at: string; readonly code: number };

/** What the runner orders. Orders are carried out one after the other. */
export type ProbeOrder = { readonly number: number } & ProbeDeed;

/** What a probe can be ordered to do. */
export type ProbeDeed =
  /** Write these bytes (base64) to standard output, chunk by chunk. */
  | { readonly order: "write"; readonly chunks: readonly string[] }
  | { readonly order: "write-stderr"; readonly text: string }
  | { readonly order: "stop-reading" }
  | { readonly order: "read-again" }
  /** Read on, but never without a pause, so that the pipe runs full. */
  | { readonly order: "read-slowly" }
  /** Write to standard error all the time: at first more than a pipe holds, then line by line. */
  | { readonly order: "be-noisy" }
  | { readonly order: "close-stdout" }
  | { readonly order: "close-stdin" }
  /** Report these signals and live on. */
  | { readonly order: "survive"; readonly signals: readonly string[] }
  /** Start a process in the same process group, which reports as `name` and holds no pipe of the host. */
  | { readonly order: "start-child"; readonly name: string; readonly survive: readonly string[] }
  | { readonly order: "exit"; readonly code: number }
  /** End without a chance to clean up. */
  | { readonly order: "die" };
