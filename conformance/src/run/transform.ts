/** How a frame becomes bytes: plainly, or in one of the ways that must not change a verdict. */
import type { JsonObject } from "../case/format.js";

/** A way to put frames into bytes. */
export interface Transform {
  readonly name: string;
  readonly doc: string;
  /** The pieces of one frame, its LF included; the actor writes them one by one. */
  encode(frame: JsonObject): readonly Buffer[];
  /** The actor holds frames back and writes them together where the case does not need them apart. */
  readonly gather?: true;
  /** The actor writes lines to its standard error, if it has one. */
  readonly noisyStderr?: true;
  /** The actor reads slowly, so that pipes run full. */
  readonly slowReader?: true;
}

/** One frame, one line, one write. */
export const plain: Transform = {
  name: "plain",
  doc: "One frame, one line, one write.",
  encode: (frame) => [Buffer.from(`${JSON.stringify(frame)}\n`)],
};
