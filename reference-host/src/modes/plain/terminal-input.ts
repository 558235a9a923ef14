/** Lines from somebody at a terminal, with history and editing. */
import { clearScreenDown, createInterface, cursorTo, moveCursor } from "node:readline";
import { Writable } from "node:stream";
import type { ReadStream, WriteStream } from "node:tty";
import type { ChatInput } from "./chat-input.js";

/**
 * Reads lines with the platform's line editor. (It also splits at U+2028 in newer versions, which is
 * harmless for what people type; frames never go through it.)
 *
 * While the agent works the editor is muted: what is typed is kept, and shown with the next prompt.
 */
export function createTerminalInput(options: {
  readonly input: ReadStream;
  readonly output: WriteStream;
}): ChatInput {
  const { input, output } = options;
  let muted = true;
  let closed = false;
  let interrupt: () => void = () => {};
  const ready: string[] = [];
  let wake: (() => void) | undefined;

  const echo = new Writable({
    write(chunk, _encoding, written) {
      if (!muted) output.write(chunk);
      written();
    },
  });
  // The editor wraps lines by the width that it finds here.
  Object.defineProperty(echo, "columns", { get: () => output.columns });
  const forwardResize = () => echo.emit("resize");
  output.on("resize", forwardResize);

  const editor = createInterface({ input, output: echo, terminal: true, historySize: 500 });
  editor.on("line", (line) => {
    ready.push(line);
    wake?.();
  });
  editor.on("SIGINT", () => {
    // As in a shell: Ctrl-C first drops what is being typed.
    if (muted || editor.line === "") return interrupt();
    clearTyped();
    editor.write(null, { ctrl: true, name: "e" });
    editor.write(null, { ctrl: true, name: "u" });
  });
  editor.on("close", () => {
    closed = true;
    output.off("resize", forwardResize);
    wake?.();
  });

  function clearTyped(): void {
    moveCursor(output, 0, -editor.getCursorPos().rows);
    cursorTo(output, 0);
    clearScreenDown(output);
  }

  return {
    interactive: true,
    async next() {
      while (ready.length === 0 && !closed) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        wake = undefined;
      }
      return ready.shift();
    },
    showPrompt(label) {
      if (closed) return;
      muted = false;
      editor.setPrompt(label);
      editor.prompt(true);
    },
    hidePrompt() {
      muted = true;
    },
    printAround(print) {
      if (muted || closed) return print();
      clearTyped();
      print();
      editor.prompt(true);
    },
    insert(text) {
      if (closed) return false;
      editor.write(text);
      return true;
    },
    onInterrupt(handler) {
      interrupt = handler;
    },
    close() {
      muted = true;
      editor.close();
    },
  };
}
