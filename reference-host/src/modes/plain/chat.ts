/**
 * The plain mode: a line-based chat, on a terminal or over a pipe.
 *
 * Over a pipe each line is handled when the one before has been, so that a script of lines does what it
 * says. On a terminal the user may type on: prompts wait their turn, commands that can run at once do.
 */
import type { ServerEvent } from "@extproto/schemas";
import { messageOf } from "../../agent/errors.js";
import type { Approval, Runtime } from "../../runtime/contract.js";
import { createOperationQueue } from "../operation-queue.js";
import { problemText } from "../problem-text.js";
import type { ChatInput } from "./chat-input.js";
import { type PanelKey, parseKeys, parseLine } from "./parse-line.js";
import type { Screen } from "./screen.js";
import { createEventView, type EventView } from "./show-events.js";
import { type ChatCommand, type CommandContext, chatCommands } from "./slash-commands.js";

/** How a chat is run. */
export interface ChatOptions {
  readonly runtime: Runtime;
  readonly input: ChatInput;
  readonly screen: Screen;
  /** Shown once, on a terminal. */
  readonly greeting: string;
  /** Handled before the first line is read. */
  readonly firstPrompt: string | undefined;
  /** True: lets the user choose a session first. */
  readonly pickSession: boolean;
  /** Gives the chat the word on SIGINT; it returns false to let the process end. */
  readonly onInterrupt: (handler: () => boolean) => void;
  /** Ends the process as an interrupt at an idle prompt does. */
  readonly interruptEnds: () => void;
}

/** A key has no answer: this is how long the next line of a pipe waits for one, in milliseconds. */
const longestReaction = 500;

/** Runs a chat to its end: the end of its input, or `/exit`. */
export async function runChat(options: ChatOptions): Promise<void> {
  await new Chat(options).run();
}

class Chat {
  readonly #options: ChatOptions;
  readonly #runtime: Runtime;
  readonly #input: ChatInput;
  readonly #screen: Screen;
  readonly #view: EventView;
  #panelChanged: () => void = () => {};
  readonly #queue = createOperationQueue();
  readonly #context: CommandContext;
  /** Takes the next line in place of the agent. */
  #question: ((line: string | undefined) => void) | undefined;
  /** Called when a question comes up, for whoever waits to read on. */
  #onQuestion: (() => void) | undefined;
  #ended = false;
  #abortAsked = false;
  #exit: () => void = () => {};
  readonly #exited: Promise<void>;

  constructor(options: ChatOptions) {
    this.#options = options;
    this.#runtime = options.runtime;
    this.#input = options.input;
    this.#screen = options.screen;
    this.#exited = new Promise((resolve) => {
      this.#exit = resolve;
    });
    this.#view = createEventView({
      screen: options.screen,
      insert: (text) => this.#input.insert(text),
      askApproval: ({ approval_id, name, args }) => {
        void this.#ask(`Allow ${name} ${JSON.stringify(args)}? [y/N]`).then((line) => {
          this.#runtime.answerApproval(approval_id, approvalOf(line));
        });
      },
    });
    this.#context = {
      runtime: options.runtime,
      screen: options.screen,
      compact: (signal) => this.#show(() => this.#runtime.compact({ signal })),
      exit: () => {
        this.#ended = true;
        this.#exit();
      },
      keys: (args) => this.#pressKeys(args),
    };
  }

  async run(): Promise<void> {
    const { onInterrupt, interruptEnds, firstPrompt } = this.#options;
    onInterrupt(() => this.#interrupt());
    this.#input.onInterrupt(() => {
      if (!this.#interrupt()) interruptEnds();
    });
    this.#runtime.onEvent((event) => this.#seen(event));
    this.#runtime.onProblem((problem) => this.#screen.say(problemText(problem), "warning"));
    if (this.#input.interactive) this.#screen.say(this.#options.greeting, "faint");
    const starting = this.#runtime.start();
    if (!this.#input.interactive) await starting;
    if (this.#options.pickSession) await this.#pickSession();
    if (firstPrompt !== undefined) await this.#take(firstPrompt);
    // At the end of the input what was asked for is finished; /exit does not wait.
    await Promise.race([this.#readLines().then(() => this.#finishWork()), this.#exited]);
  }

  async #readLines(): Promise<void> {
    while (!this.#ended) {
      this.#promptIfIdle();
      const line = await this.#input.next();
      if (line === undefined) return;
      await this.#take(line);
    }
  }

  /** Takes a line. Over a pipe it is dealt with, or has led to a question, when this returns. */
  async #take(line: string): Promise<void> {
    const answered = this.#question !== undefined;
    const running = answered ? this.#question?.(line) : this.#handle(line);
    if (this.#input.interactive) {
      void this.#queue.idle().then(() => this.#promptIfIdle());
      return;
    }
    await running;
    await this.#idleOrQuestion();
  }

  /** Starts what a line asks for; work that has to wait is in the queue afterwards. */
  #handle(line: string): Promise<void> | undefined {
    const parsed = parseLine(line);
    if (parsed.kind === "empty") return undefined;
    if (parsed.kind === "prompt") return this.#queuePrompt(parsed.text);
    const command = chatCommands.find(({ name }) => name === parsed.name);
    if (command === undefined) return this.#runExtensionCommand(parsed.name, parsed.args);
    if (!command.whenIdle) return this.#runCommand(command, parsed.args, new AbortController().signal);
    const kind = command.name === "compact" ? "compact" : "reload";
    this.#queue.add({ kind, run: (signal) => this.#runCommand(command, parsed.args, signal) });
    return undefined;
  }

  #queuePrompt(text: string): undefined {
    // What was typed into a working chat was not echoed; it is shown when its turn comes.
    const unseen = this.#input.interactive && this.#queue.busy;
    this.#queue.add({
      kind: "prompt",
      run: (signal) => {
        if (unseen) this.#screen.say(`> ${text}`);
        return this.#show(() => this.#runtime.prompt(text, { signal }));
      },
    });
  }

  #seen(event: ServerEvent): void {
    this.#view.show(event);
    if (event.type.startsWith("ext_panel_")) this.#panelChanged();
  }

  async #show(start: () => AsyncIterable<ServerEvent>): Promise<void> {
    this.#abortAsked = false;
    this.#input.hidePrompt();
    try {
      for await (const event of start()) this.#seen(event);
    } catch (error) {
      this.#screen.say(`error: ${messageOf(error)}`, "bad");
    }
  }

  async #runCommand(command: ChatCommand, args: string, signal: AbortSignal): Promise<void> {
    try {
      await command.run(this.#context, args, signal);
    } catch (error) {
      this.#screen.say(`/${command.name}: ${messageOf(error)}`, "bad");
    }
  }

  async #runExtensionCommand(name: string, args: string): Promise<void> {
    const outcome = await this.#runtime.invokeCommand(name, args);
    if (outcome === undefined) this.#screen.say(`There is no command /${name}. /help lists them.`, "bad");
    else if (outcome.action === "error") this.#screen.say(`/${name}: ${outcome.message}`, "bad");
    else if (outcome.action === "prompt") this.#queuePrompt(outcome.prompt);
  }

  /** Over a pipe the next line waits for what the panel makes of a key, if it is quick about it. */
  async #pressKeys(args: string): Promise<void> {
    const parsed = parseKeys(args);
    if (parsed.kind === "wrong") {
      this.#screen.say(parsed.message, "bad");
      return;
    }
    for (const key of parsed.keys) {
      const reaction = this.#input.interactive ? undefined : this.#panelReaction();
      this.#pressKey(key);
      await reaction;
    }
  }

  /** Resolves when a panel is drawn, closed or opened, or soon. */
  #panelReaction(): Promise<void> {
    if (this.#view.openPanel() === undefined) return Promise.resolve();
    return new Promise((resolve) => {
      const late = setTimeout(resolve, longestReaction);
      this.#panelChanged = () => {
        clearTimeout(late);
        resolve();
      };
    });
  }

  #pressKey({ key, text }: PanelKey): void {
    const open = this.#view.openPanel();
    if (open === undefined) this.#screen.say("No panel is open.", "bad");
    else if (key === "esc") this.#runtime.closePanel(open.panel.id);
    else this.#runtime.panelKey(open.panel.id, key, text);
  }

  #promptIfIdle(): void {
    if (this.#question === undefined && !this.#queue.busy && !this.#ended) this.#input.showPrompt("> ");
  }

  /** The next line answers this, not the agent. */
  #ask(text: string): Promise<string | undefined> {
    this.#screen.say(text, "strong");
    if (this.#ended) return Promise.resolve(undefined);
    this.#input.showPrompt("? ");
    return new Promise((resolve) => {
      this.#question = (line) => {
        this.#question = undefined;
        this.#input.hidePrompt();
        resolve(line);
      };
      this.#onQuestion?.();
    });
  }

  /** Resolves when nothing runs, or when what runs needs a line to go on. */
  async #idleOrQuestion(): Promise<void> {
    if (this.#question !== undefined) return;
    const asked = new Promise<void>((resolve) => {
      this.#onQuestion = resolve;
    });
    await Promise.race([this.#queue.idle(), asked]);
    this.#onQuestion = undefined;
  }

  async #finishWork(): Promise<void> {
    this.#ended = true;
    this.#question?.(undefined);
    await this.#queue.idle();
  }

  /** Ctrl-C: ends what runs and what waits; at rest it closes the panel, or else the chat. */
  #interrupt(): boolean {
    if (this.#queue.busy) {
      if (this.#abortAsked) return false;
      this.#abortAsked = true;
      this.#question?.(undefined);
      this.#queue.dropAll();
      return true;
    }
    const open = this.#view.openPanel();
    if (open !== undefined) this.#runtime.closePanel(open.panel.id);
    return open !== undefined;
  }

  async #pickSession(): Promise<void> {
    const sessions = this.#runtime.listSessions();
    if (sessions.length === 0)
      return this.#screen.say("No session of this folder has been kept; beginning a new one.");
    this.#screen.say(sessions.map(({ title }, index) => `  ${index + 1}  ${title}`).join("\n"));
    this.#screen.say("Number of the session to go on with, or nothing for a new one:", "strong");
    this.#input.showPrompt("? ");
    const chosen = sessions[Number.parseInt((await this.#input.next()) ?? "", 10) - 1];
    if (chosen === undefined) return this.#screen.say("Beginning a new session.");
    this.#runtime.openSession(chosen.path);
    this.#screen.say(`Going on with "${chosen.title}": ${this.#runtime.state().messageCount} messages.`);
  }
}

function approvalOf(line: string | undefined): Approval {
  const answer = (line ?? "").trim();
  if (/^y(es)?$/i.test(answer)) return { allow: true };
  return answer === "" || /^no?$/i.test(answer) ? { allow: false } : { allow: false, reason: answer };
}
