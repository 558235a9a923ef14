/** Lines from a pipe or a file: read only as fast as they are handled. */
import type { Readable } from "node:stream";
import { limits } from "@extproto/schemas";
import { createLineSplitter } from "../../wire/index.js";
import type { ChatInput } from "./chat-input.js";

/** Reads lines from a stream that no human types into. */
export function createPipeInput(stream: Readable): ChatInput {
  const lines = linesOf(stream);
  return {
    interactive: false,
    async next() {
      const { done, value } = await lines.next();
      return done === true ? undefined : value;
    },
    showPrompt: () => {},
    hidePrompt: () => {},
    printAround: (print) => print(),
    insert: () => false,
    onInterrupt: () => {},
    close: () => {
      stream.destroy();
    },
  };
}

async function* linesOf(stream: Readable): AsyncGenerator<string, void, undefined> {
  let ready: string[] = [];
  const splitter = createLineSplitter({
    limit: limits.rpc_client_line.bytes,
    // Whatever the bytes are, the user meant text by them.
    onLine: (bytes) => ready.push(bytes.toString("utf8").replace(/\r$/, "")),
    onOverlong: () => ready.push(""),
  });
  for await (const chunk of stream) {
    splitter.push(chunk as Buffer);
    const complete = ready;
    ready = [];
    yield* complete;
  }
  if (splitter.incomplete > 0) splitter.push(Buffer.from("\n"));
  yield* ready;
}
