/** The plain mode, on the streams of a process. */
import type { ReadStream, WriteStream } from "node:tty";
import type { Runtime } from "../../runtime/contract.js";
import { runChat } from "./chat.js";
import { createPipeInput } from "./pipe-input.js";
import { createScreen } from "./screen.js";
import { createTerminalInput } from "./terminal-input.js";

/** How the plain mode is run. */
export interface PlainOptions {
  readonly runtime: Runtime;
  readonly input: ReadStream;
  readonly output: WriteStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  readonly firstPrompt: string | undefined;
  readonly pickSession: boolean;
  readonly onInterrupt: (handler: () => boolean) => void;
  readonly interruptEnds: () => void;
}

/** The names that this mode keeps for itself besides the built-in commands. */
export const plainCommands: readonly string[] = ["key"];

/** Runs the chat to its end. */
export async function runPlain(options: PlainOptions): Promise<void> {
  const { runtime, input, output, env } = options;
  const smart = env.TERM !== "dumb";
  const interactive = input.isTTY === true && output.isTTY === true && smart;
  const chatInput = interactive ? createTerminalInput({ input, output }) : createPipeInput(input);
  const screen = createScreen({
    output,
    colours: output.isTTY === true && smart && (env.NO_COLOR === undefined || env.NO_COLOR === ""),
    around: chatInput.printAround,
  });
  const { provider, model } = runtime.state();
  try {
    await runChat({
      runtime,
      input: chatInput,
      screen,
      greeting: `extproto-host ${options.version}, ${provider} ${model}. /help lists the commands; Ctrl-C stops an answer, Ctrl-D ends.`,
      firstPrompt: options.firstPrompt,
      pickSession: options.pickSession,
      onInterrupt: options.onInterrupt,
      interruptEnds: options.interruptEnds,
    });
  } finally {
    chatInput.close();
  }
}
