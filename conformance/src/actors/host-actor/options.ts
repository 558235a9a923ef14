/** What the actor `host` is made with. */
import type { JsonObject } from "../../case/json.js";
import type { ActorContext } from "../../run/contract.js";
import type { Expected } from "./registrations.js";

/** What the actor has to know of the extension. */
export interface HostActorOptions {
  /** The folder to copy from. */
  readonly source: string;
  /** The name of the folder. */
  readonly basename: string;
  /** Node's packages around the original, nearest first. */
  readonly packagesAround?: readonly string[];
  /** How to start it; undefined where the manifest does not say, and then nothing is started. */
  readonly start?: StartOptions;
  /** What is wrong with the manifest, as a `result` that cases can look at. */
  readonly manifestProblems: readonly string[];
  /** What the discovery saw. */
  readonly expected?: Expected;
  /** How long a fence may take, in milliseconds. */
  readonly patience: number;
  /** How long its hello is waited for, in milliseconds. */
  readonly helloBound: number;
  /** How long the shutdown at the end may take, in milliseconds. */
  readonly shutdownBound: number;
}

/** How an extension is started. */
export interface StartOptions {
  readonly exec: string;
  readonly args: readonly string[];
  /** Secrets that the manifest asks for. */
  readonly asked: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly inherit: readonly string[];
}

/** What an actor needs of its run. */
export type HostContext = Pick<
  ActorContext,
  "emit" | "now" | "folder" | "env" | "transform" | "track" | "signal"
> & {
  /** Where the steps begin. */
  readonly begin: "ready" | "spawned";
  /** The request that shows whether the extension still works, without its `id`; absent where there is none. */
  readonly fence?: JsonObject;
};
