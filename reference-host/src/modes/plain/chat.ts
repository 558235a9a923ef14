/**
 * The plain mode: a line-based chat, on a terminal or over a pipe.
 *
 * Over a pipe each line is handled when the one before has been, so that a script of lines does what it
 * says. On a terminal the user may type on: prompts wait their turn, commands that can run at once do.
 */
import type { ServerEvent } from "@extproto/schemas";
import { messageOf } from "../../agent/errors.js";
import type { Runtime } from "../../runtime/contract.js";
import { createOperationQueue } from "../operation-queue.js";
import { problemText } from "../problem-text.js";
import type { ChatInput } from "./chat-input.js";
import { parseKeys, parseLine } from "./parse-line.js";
import type { Screen } from "./screen.js";
import { createEventView } from "./show-events.js";
import { type ChatCommand, type CommandContext, chatCommands } from "./slash-commands.js";

/** How a chat is run. */
export interface ChatOptions {
  readonly runtime: Runtime;
  readonly input: ChatInput;
  readonly screen: Screen;
  /** Shown once, on a terminal. */
  readonly greeting: string;
  /** Submitted before the first line is read. */
  readonly firstPrompt: string | undefined;
  /** True: lets the user choose a session first. */
  readonly pickSession: boolean;
  /** Gives the chat the word on SIGINT; it returns false to let the process end. */
  readonly onInterrupt: (handler: () => boolean) => void;
  /** Ends the process as an interrupt at an idle prompt does. */
  readonly interruptEnds: () => void;
}

/** Runs a chat to its end. Resolves with the exit status. */
export async function runChat(options: ChatOptions): Promise<number> {
  const { runtime, input, screen } = options;
  const queue = createOperationQueue();
  let question: ((line: string | undefined) => void) | undefined;
  let onQuestion: (() => void) | undefined;
  let ended = false;
  let abortAsked = false;
  let endNow: () => void = () => {};
  const exitAsked = new Promise<void>((resolve) => {
    endNow = resolve;
  });

  const view = createEventView({
    screen,
    insert: (text) => input.insert(text),
    askApproval: (request) => {
      const args = JSON.stringify(request.args);
      void ask(`Allow ${request.name} ${args}? [y/N]`).then((line) => {
        runtime.answerApproval(request.approval_id, approvalOf(line));
      });
    },
  });

  /** The next line answers this, not the agent. */
  function ask(text: string): Promise<string | undefined> {
    screen.say(text, "strong");
    input.showPrompt("? ");
    return new Promise((resolve) => {
      if (ended) return resolve(undefined);
      question = (line) => {
        question = undefined;
        input.hidePrompt();
        resolve(line);
      };
      onQuestion?.();
    });
  }

  async function showAll(start: () => AsyncIterable<ServerEvent>): Promise<void> {
    abortAsked = false;
    input.hidePrompt();
    try {
      for await (const event of start()) view.show(event);
    } catch (error) {
      screen.say(`error: ${messageOf(error)}`, "bad");
    }
  }

  function queuePrompt(text: string): void {
    queue.add({ kind: "prompt", run: (signal) => showAll(() => runtime.prompt(text, { signal })) });
  }

  const context: CommandContext = {
    runtime,
    screen,
    compact: () => showAll(() => runtime.compact()),
    exit: endNow,
    keys: (args) => pressKeys(args),
  };

  function pressKeys(args: string): void {
    const parsed = parseKeys(args);
    if (parsed.kind === "wrong") {
      screen.say(parsed.message, "bad");
      return;
    }
    for (const { key, text } of parsed.keys) {
      const open = view.openPanel();
      if (open === undefined) {
        screen.say("No panel is open.", "bad");
        return;
      }
      if (key === "esc") runtime.closePanel(open.panel.id);
      else runtime.panelKey(open.panel.id, key, text);
    }
  }

  async function runCommand(command: ChatCommand, args: string): Promise<void> {
    try {
      await command.run(context, args);
    } catch (error) {
      screen.say(`/${command.name}: ${messageOf(error)}`, "bad");
    }
  }

  async function runExtensionCommand(name: string, args: string): Promise<void> {
    await runtime.start();
    const outcome = await runtime.invokeCommand(name, args);
    if (outcome === undefined) screen.say(`There is no command /${name}. /help lists them.`, "bad");
    else if (outcome.action === "error") screen.say(`/${name}: ${outcome.message}`, "bad");
    else if (outcome.action === "prompt") queuePrompt(outcome.prompt);
  }

  /** Starts what a line asks for. The promise is for those who want to wait before they read the next. */
  function handle(line: string): Promise<void> | undefined {
    const parsed = parseLine(line);
    if (parsed.kind === "empty") return undefined;
    if (parsed.kind === "prompt") {
      queuePrompt(parsed.text);
      return undefined;
    }
    const command = chatCommands.find(({ name }) => name === parsed.name);
    if (command === undefined) return runExtensionCommand(parsed.name, parsed.args);
    if (!command.whenIdle) return runCommand(command, parsed.args);
    const kind = command.name === "compact" ? "compact" : "reload";
    queue.add({ kind, run: () => runCommand(command, parsed.args) });
    return undefined;
  }

  async function readLines(): Promise<void> {
    for (;;) {
      if (question === undefined && !queue.busy) input.showPrompt("> ");
      const line = await input.next();
      if (line === undefined) return;
      if (question !== undefined) question(line);
      else {
        const running = handle(line);
        if (!input.interactive) await running;
      }
      if (!input.interactive) await quietOrQuestion();
      else void queue.idle().then(() => input.showPrompt("> "));
    }
  }

  async function finishWork(): Promise<void> {
    ended = true;
    question?.(undefined);
    await queue.idle();
  }

  /** Resolves when nothing runs, or when what runs needs a line to go on. */
  async function quietOrQuestion(): Promise<void> {
    if (question !== undefined) return;
    const asked = new Promise<void>((resolve) => {
      onQuestion = resolve;
    });
    await Promise.race([queue.idle(), asked]);
    onQuestion = undefined;
  }

  /** Ctrl-C: ends what runs, then closes the panel, then ends the chat. */
  function interrupt(): boolean {
    if (queue.busy && !abortAsked) {
      abortAsked = true;
      queue.dropAll();
      runtime.cancel();
      return true;
    }
    const open = view.openPanel();
    if (!queue.busy && open !== undefined) {
      runtime.closePanel(open.panel.id);
      return true;
    }
    return false;
  }

  async function pickSession(): Promise<void> {
    const sessions = runtime.listSessions();
    if (sessions.length === 0)
      return screen.say("No session of this folder has been kept; beginning a new one.");
    screen.say(sessions.map(({ title }, index) => `  ${index + 1}  ${title}`).join("\n"));
    screen.say("Number of the session to go on with, or nothing for a new one:", "strong");
    input.showPrompt("? ");
    const chosen = sessions[Number.parseInt((await input.next()) ?? "", 10) - 1];
    if (chosen === undefined) return screen.say("Beginning a new session.");
    runtime.openSession(chosen.path);
    screen.say(`Going on with "${chosen.title}": ${runtime.state().messageCount} messages.`);
  }

  options.onInterrupt(interrupt);
  input.onInterrupt(() => {
    if (!interrupt()) options.interruptEnds();
  });
  runtime.onEvent((event) => view.show(event));
  runtime.onProblem((problem) => screen.say(problemText(problem), "warning"));
  if (input.interactive) screen.say(options.greeting, "faint");
  const starting = runtime.start();
  if (!input.interactive) await starting;
  if (options.pickSession) await pickSession();
  if (options.firstPrompt !== undefined) {
    const running = handle(options.firstPrompt);
    if (!input.interactive) {
      await running;
      await quietOrQuestion();
    }
  }
  // At the end of the input what was asked for is finished; /exit does not wait.
  await Promise.race([readLines().then(finishWork), exitAsked]);
  return 0;
}

function approvalOf(line: string | undefined): { allow: true } | { allow: false; reason?: string } {
  const answer = (line ?? "").trim();
  if (/^y(es)?$/i.test(answer)) return { allow: true };
  return answer === "" || /^no?$/i.test(answer) ? { allow: false } : { allow: false, reason: answer };
}
