/** The model server as an actor: requests are events, `model sends: { go: true }` lets a held answer go on. */
import type { Json, JsonObject, ModelTurn } from "../../case/format.js";
import type { Send } from "../../judge/contract.js";
import { resolve } from "../../judge/resolve.js";
import type { Actor, ActorContext } from "../../run/contract.js";
import { type ModelServer, startModelServer } from "./server.js";

/** The actor `model`. */
export class ModelActor implements Actor {
  readonly name = "model";
  readonly #context: ActorContext;
  #server: ModelServer | undefined;

  constructor(context: ActorContext) {
    this.#context = context;
  }

  /** Where the host finds it. */
  get url(): string {
    if (this.#server === undefined) throw new Error("the model server has not been started");
    return this.#server.url;
  }

  async start(): Promise<void> {
    const { emit, onCleanup, case: theCase, transform } = this.#context;
    const server = await startModelServer({
      // Long texts are written with operators, as in sends; there is nothing to refer to.
      script: resolve(theCase.model as unknown as Json, { bindings: {}, args: {} }) as unknown as ModelTurn[],
      onRequest: (request) => emit({ kind: "model-request", request: request as unknown as JsonObject }),
      onHangUp: () => emit({ kind: "eof", stream: "request" }),
      transform,
    });
    this.#server = server;
    onCleanup(() => server.close());
    emit({ kind: "started" });
    emit({ kind: "ready" });
  }

  async perform({ act, value, send }: Send): Promise<void> {
    if (act !== "send") throw new Error(`the model cannot ${act}`);
    this.#context.emit({ kind: "sent", line: JSON.stringify(value), send });
    this.#server?.go();
  }

  /** Breaks off what runs and refuses the rest, so that the host has no reason to stay. */
  release(): void {
    this.#server?.refuseAll();
  }

  async stop(): Promise<void> {
    await this.#server?.close();
  }
}
