/** The user of a host that is typed into: keystrokes go in, text comes out. */
import { setTimeout as delay } from "node:timers/promises";
import type { Json } from "../../case/format.js";
import type { Send } from "../../judge/contract.js";
import type { Actor, ActorContext } from "../../run/contract.js";
import type { Typing } from "../../targets/host/profile.js";
import { endOf } from "../rpc-client/client-actor.js";
import type { HostCommand } from "../rpc-client/host-process.js";
import { TextLines } from "../rpc-client/text-lines.js";
import { invocationOf, keyOf } from "./actions.js";
import type { ProgramRunner } from "./program-runner.js";
import { ScreenLines } from "./screen-lines.js";
import { loadTerminals, TerminalProcess } from "./terminal-process.js";
import { PipedProcess, type TypedProcess, type TypedProcessEvents } from "./typed-process.js";

/** How such a user is made. */
export interface TypedUserOptions {
  readonly context: ActorContext;
  readonly over: "pipes" | "terminal";
  readonly typing: Typing;
  readonly command: () => HostCommand;
  readonly run: ProgramRunner;
  readonly onStopping: () => void;
  /** Called when the host has ended, with what is known of it in words. */
  readonly onHostEnd: (how: string) => void;
}

/** The actor `user`, typing. */
export class TypedUser implements Actor {
  readonly name = "user";
  readonly #options: TypedUserOptions;
  #watchers: { readonly wanted: RegExp; done(): void }[] = [];
  #process: TypedProcess | undefined;
  #typed = "";

  constructor(options: TypedUserOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const { context, typing } = this.#options;
    const settled = typing.settle === undefined ? undefined : this.#shown(typing.settle);
    await this.#spawn();
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
    if (!process.ended) await process.write(this.#options.typing.quit).catch(() => {});
    await process.end();
  }

  async #type(template: string, values: Readonly<Record<string, string>>, send?: number): Promise<void> {
    const { context, typing } = this.#options;
    const text = filled(template, values);
    context.emit({ kind: "raw", text, ...(send === undefined ? {} : { send }) });
    this.#typed = text;
    await this.#process?.write(text);
    // A program that reads keys takes an escape for one only if nothing follows for a while.
    if (text.endsWith("\x1b") && typing.escape !== undefined) await delay(typing.escape);
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

  /** Resolves when a line like this is shown, and when the host ends: there is nothing to wait for then. */
  #shown(pattern: string): Promise<void> {
    return new Promise((resolve) => {
      this.#watchers.push({ wanted: new RegExp(pattern), done: resolve });
    });
  }

  #show(text: string): void {
    if (this.#repaints && isEcho(text, this.#typed)) return;
    this.#options.context.emit({ kind: "screen", text });
    const seen = this.#watchers.filter(({ wanted }) => wanted.test(text));
    this.#watchers = this.#watchers.filter((watcher) => !seen.includes(watcher));
    for (const { done } of seen) done();
  }

  get #repaints(): boolean {
    return this.#options.over === "terminal" || this.#options.typing.repaints === true;
  }

  async #spawn(): Promise<void> {
    const { context, command, over } = this.#options;
    const screen = this.#repaints ? new ScreenLines() : new TextLines();
    const errors = new TextLines();
    let lastWords = "";
    const show = (lines: readonly string[]): void => {
      for (const line of lines) this.#show(line);
    };
    const complain = (lines: readonly string[]): void => {
      for (const line of lines) {
        if (line.trim() !== "") lastWords = line;
        context.emit({ kind: "stderr", line });
        this.#show(line);
      }
    };
    const events: TypedProcessEvents = {
      onStdout: (chunk) => show(screen.push(chunk)),
      onStdoutEnd: () => {
        show(screen.end());
        context.emit({ kind: "eof", stream: "stdout" });
      },
      onStderr: (chunk) => complain(errors.push(chunk)),
      onExit: (code, signal) => {
        complain(errors.end());
        context.emit({ kind: "exit", code, signal });
        for (const { done } of this.#watchers.splice(0)) done();
        this.#options.onHostEnd(endOf(code, signal, lastWords));
      },
    };
    const started =
      over === "terminal"
        ? new TerminalProcess(await loadTerminals(), command(), events)
        : new PipedProcess(command(), events);
    this.#process = started;
    if (started.pid !== undefined) context.track({ pid: started.pid });
    context.emit({ kind: "started" });
  }
}

/** Whether a line shows no more than what is being typed, behind a prompt: that is no answer of the host. */
function isEcho(line: string, typed: string): boolean {
  const shown = line.replace(/^[^\p{L}\p{N}/]{1,4}/u, "").trim();
  return shown !== "" && typed.replace(/^\p{Cc}+/u, "").startsWith(shown);
}

/** Puts values into a template: `/{name} {args}`. */
export function filled(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (all, name: string) => values[name] ?? all);
}
