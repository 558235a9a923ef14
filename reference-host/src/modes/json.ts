/** Json mode: one prompt, every event as a line of JSON on stdout, the same events as in RPC. */
import type { Writable } from "node:stream";
import type { Trace } from "../extensions/contract.js";
import type { Runtime } from "../runtime/contract.js";
import { createLineWriter } from "../wire/index.js";
import { runSingleShot } from "./single-shot.js";

/** How json mode is run. */
export interface JsonOptions {
  readonly runtime: Runtime;
  readonly prompt: string;
  readonly output: Writable;
  readonly trace?: Trace;
}

/** More bytes than this wait for the reader before the agent is held up. */
const comfortableBytes = 64 * 1024;

/** Prints each event. Resolves with the exit status. */
export async function runJson({ runtime, prompt, output, trace }: JsonOptions): Promise<number> {
  let broken = false;
  const writer = createLineWriter({
    stream: output,
    onLine: (line) => trace?.line("json", "out", line),
    onFailure: () => {
      // The reader has left: the rest of the work would be in vain.
      broken = true;
      runtime.cancel();
    },
  });
  const status = await runSingleShot({
    runtime,
    prompt,
    onEvent: (event) => void writer.write(JSON.stringify(event)),
    pace: () => (writer.queuedBytes > comfortableBytes ? writer.drained() : undefined),
  });
  await writer.drained();
  return broken ? 1 : status;
}
