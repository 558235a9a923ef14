/** The user who starts the client under test, reads what it prints and waits for its end. */
import type { Send } from "../../judge/contract.js";
import type { Actor, ActorContext } from "../../run/contract.js";
import { type HostCommand, HostProcess } from "../rpc-client/host-process.js";

/** How the client is started, and what its server does when the run ends. */
export interface ClientProcessOptions {
  readonly context: ActorContext;
  readonly command: () => HostCommand;
  /** The server goes away, which a client takes as the end. */
  readonly onStopping: () => void;
  readonly onExit: () => void;
}

/** The actor `user` of a client's case. */
export class ClientProcess implements Actor {
  readonly name = "user";
  readonly #options: ClientProcessOptions;
  #process: HostProcess | undefined;

  constructor(options: ClientProcessOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const { context, command, onExit } = this.#options;
    const { emit } = context;
    const process = new HostProcess(command(), {
      onStdout: (chunk) => emit({ kind: "screen", text: chunk.toString("utf8") }),
      onStderr: (chunk) => {
        for (const line of chunk.toString("utf8").trimEnd().split("\n")) emit({ kind: "stderr", line });
      },
      onStdoutEnd: () => emit({ kind: "eof", stream: "stdout" }),
      onExit: (code, signal) => ended(code, signal),
    });
    let over = false;
    const ended = (code: number | null, signal: string | null): void => {
      if (!over) emit({ kind: "exit", code, signal });
      over = true;
      onExit();
    };
    // Its server may hold its standard error open: the client is over when its own process is.
    process.child.once("exit", ended);
    context.track(process.child);
    this.#process = process;
    // A client reads nothing from its user: the prompt stands in its arguments.
    process.closeInput();
  }

  async perform({ act, value }: Send): Promise<void> {
    if (act !== "signal") throw new Error(`the user of a client cannot ${act}`);
    this.#process?.signal(String(value));
  }

  async stop(): Promise<void> {
    this.#options.onStopping();
    await this.#process?.end();
  }
}
