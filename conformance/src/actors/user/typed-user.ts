/** The user of a host that is typed into, over plain pipes: keystrokes go in, text comes out. */
import { stripVTControlCharacters } from "node:util";
import type { Json } from "../../case/format.js";
import type { Send } from "../../judge/contract.js";
import type { Actor, ActorContext } from "../../run/contract.js";
import type { Typing } from "../../targets/host/profile.js";
import { type HostCommand, HostProcess } from "../rpc-client/host-process.js";
import { TextLines } from "../rpc-client/text-lines.js";
import { invocationOf, keyOf } from "./actions.js";
import type { ProgramRunner } from "./program-runner.js";

/** How such a user is made. */
export interface TypedUserOptions {
  readonly context: ActorContext;
  readonly typing: Typing;
  readonly command: () => HostCommand;
  readonly run: ProgramRunner;
  readonly onStopping: () => void;
}

/** The actor `user`, typing. */
export class TypedUser implements Actor {
  readonly name = "user";
  readonly #options: TypedUserOptions;
  readonly #watchers: ((line: string) => boolean)[] = [];
  #process: HostProcess | undefined;

  constructor(options: TypedUserOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const { context, typing } = this.#options;
    const settled = typing.settle === undefined ? undefined : this.#shown(typing.settle);
    this.#spawn();
    await settled;
    context.emit({ kind: "ready" });
  }

  async perform({ send, act, value }: Send): Promise<void> {
    const { typing, run, context } = this.#options;
    switch (act) {
      case "type":
        return this.#type(typing.prompt, { text: String(value) }, send);
      case "invoke": {
        const { name, args } = invocationOf(value);
        return this.#type(typing.invoke, { name, args }, send);
      }
      case "press":
        return this.#press(value, send);
      case "reload":
        return this.#type(typing.reload, {}, send);
      case "run":
        context.emit({ kind: "result", value: await run(value) });
        return;
      case "fence":
        return this.#fence();
      case "signal":
        return this.#process?.signal(String(value));
      case "stop":
        return this.#type(typing.quit, {}, send);
      case "start":
        return this.#spawn();
      default:
        throw new Error(`the user cannot ${act}`);
    }
  }

  async stop(): Promise<void> {
    const process = this.#process;
    if (process === undefined) return;
    this.#options.onStopping();
    if (!process.ended) await process.write([Buffer.from(this.#options.typing.quit)]).catch(() => {});
    await process.end();
  }

  async #type(template: string, values: Readonly<Record<string, string>>, send?: number): Promise<void> {
    const text = filled(template, values);
    this.#options.context.emit({ kind: "raw", text, ...(send === undefined ? {} : { send }) });
    await this.#process?.write([Buffer.from(text)]);
  }

  #press(value: Json, send: number): Promise<void> {
    const { key, text } = keyOf(value);
    const { keys = {} } = this.#options.typing;
    const template = keys[key] ?? keys.any;
    if (template === undefined) throw new Error(`the profile does not say how the key ${key} is typed`);
    return this.#type(template, { key: text ?? key }, send);
  }

  async #fence(): Promise<void> {
    const { fence } = this.#options.typing;
    if (fence === undefined) throw new Error("the profile has no typing.fence");
    const shown = this.#shown(fence.shows);
    await this.#type(fence.type, {});
    await shown;
  }

  #shown(pattern: string): Promise<void> {
    const wanted = new RegExp(pattern);
    return new Promise((resolve) => {
      this.#watchers.push((line) => {
        if (!wanted.test(line)) return false;
        resolve();
        return true;
      });
    });
  }

  #spawn(): void {
    const { context, command, typing } = this.#options;
    const screen = new TextLines();
    const errors = new TextLines();
    const show = (line: string): void => {
      const text = typing.repaints === true ? stripVTControlCharacters(line) : line;
      context.emit({ kind: "screen", text });
      for (const watcher of [...this.#watchers]) {
        if (watcher(line)) this.#watchers.splice(this.#watchers.indexOf(watcher), 1);
      }
    };
    const complain = (line: string): void => {
      context.emit({ kind: "stderr", line });
      show(line);
    };
    this.#process = new HostProcess(command(), {
      onStdout: (chunk) => screen.push(chunk).forEach(show),
      onStdoutEnd: () => {
        screen.end().forEach(show);
        context.emit({ kind: "eof", stream: "stdout" });
      },
      onStderr: (chunk) => errors.push(chunk).forEach(complain),
      onExit: (code, signal) => {
        errors.end().forEach(complain);
        context.emit({ kind: "exit", code, signal });
      },
    });
    context.track(this.#process.child);
    context.emit({ kind: "started" });
  }
}

/** Puts values into a template: `/{name} {args}`. */
export function filled(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (all, name: string) => values[name] ?? all);
}
