/** Requests of the kit that wait for their answer, by id. */
import type { JsonObject } from "../../case/json.js";
import { withArticle } from "../../judge/words.js";
import { TargetRefused } from "../../run/contract.js";

interface Waiting {
  readonly type: string;
  resolve(answer: JsonObject): void;
  reject(error: TargetRefused): void;
}

/** What has been asked and not answered. */
export class OpenRequests {
  readonly #waiting = new Map<string, Waiting>();

  /** Resolves with the frame that carries the id; throws {@link TargetRefused} where none will, or none in time. */
  answer(id: string, { type, patience }: { type: string; patience: number }): Promise<JsonObject> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        this.#waiting
          .get(id)
          ?.reject(refusal(`it has not answered ${withArticle(type)} for ${patience / 1000} s`));
      }, patience);
      const settle = (): void => {
        clearTimeout(late);
        this.#waiting.delete(id);
      };
      this.#waiting.set(id, {
        type,
        resolve: (answer) => {
          settle();
          resolve(answer);
        },
        reject: (error) => {
          settle();
          reject(error);
        },
      });
    });
  }

  /** A frame of the extension. */
  take(frame: JsonObject): void {
    if (typeof frame.id === "string") this.#waiting.get(frame.id)?.resolve(frame);
  }

  /** The request could not be written. */
  failed(id: string, error: Error): void {
    this.#waiting
      .get(id)
      ?.reject(error instanceof TargetRefused ? error : refusal(`it could not be asked: ${error.message}`));
  }

  /** The process has ended: nothing is answered any more. */
  ended(): void {
    for (const { type, reject } of [...this.#waiting.values()])
      reject(refusal(`its process ended in place of answering ${withArticle(type)}`));
  }
}

function refusal(why: string): TargetRefused {
  return new TargetRefused(why);
}
