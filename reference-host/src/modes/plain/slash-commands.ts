/** The chat's own slash commands. */
import type { Runtime } from "../../runtime/contract.js";
import type { Screen } from "./screen.js";

/** What a command works on. */
export interface CommandContext {
  readonly runtime: Runtime;
  readonly screen: Screen;
  /** Summarises the transcript, showing the events. */
  readonly compact: (signal: AbortSignal) => Promise<void>;
  /** Ends the chat. */
  readonly exit: () => void;
  /** Sends keys to the open panel. */
  readonly keys: (args: string) => Promise<void>;
}

/** A command of the chat. */
export interface ChatCommand {
  readonly name: string;
  readonly usage: string;
  readonly description: string;
  /** True where it has to wait until nothing runs. */
  readonly whenIdle: boolean;
  /** The signal is that of the operation, where it is one. */
  run(context: CommandContext, args: string, signal: AbortSignal): void | Promise<void>;
}

/** All of them, as `/help` lists them. */
export const chatCommands: readonly ChatCommand[] = [
  {
    name: "help",
    usage: "/help",
    description: "list the commands",
    whenIdle: false,
    run: ({ runtime, screen }) => {
      const own = chatCommands.map(({ usage, description }) => [usage, description] as const);
      const others = runtime.listCommands().map(({ name, description, extension }) => {
        return [`/${name}`, `${description ?? ""} [${extension ?? ""}]`.trim()] as const;
      });
      screen.say(table([...own, ...others]));
    },
  },
  {
    name: "model",
    usage: "/model [id]",
    description: "show the models, or switch to one",
    whenIdle: true,
    run: ({ runtime, screen }, args) => {
      if (args === "") {
        const { model, provider } = runtime.state();
        const rows = runtime.listModels().map(({ id, context_window }) => {
          return [
            `${id === model ? "*" : " "} ${id}`,
            context_window > 0 ? `${context_window} tokens` : "",
          ] as const;
        });
        screen.say(`Models of ${provider}:\n${table(rows)}`);
        return;
      }
      runtime.setModel(args);
      screen.say(`The model is now ${args}.`);
    },
  },
  {
    name: "clear",
    usage: "/clear",
    description: "drop the transcript",
    whenIdle: true,
    run: ({ runtime, screen }) => {
      runtime.clear();
      screen.say("The transcript is empty.");
    },
  },
  {
    name: "compact",
    usage: "/compact",
    description: "summarise the transcript",
    whenIdle: true,
    run: ({ compact }, _, signal) => compact(signal),
  },
  {
    name: "sessions",
    usage: "/sessions [id]",
    description: "list the sessions of this folder, or go on with one",
    whenIdle: true,
    run: ({ runtime, screen }, args) => {
      if (args !== "") {
        runtime.openSession(args);
        screen.say(`Going on with ${args}: ${runtime.state().messageCount} messages.`);
        return;
      }
      const sessions = runtime.listSessions();
      if (sessions.length === 0) screen.say("No session of this folder has been kept.");
      else
        screen.say(table(sessions.map(({ id, modified, title }) => [`${id}  ${minute(modified)}`, title])));
    },
  },
  {
    name: "skills",
    usage: "/skills",
    description: "list the skills that the model can load",
    whenIdle: false,
    run: ({ runtime, screen }) => {
      const skills = runtime.listSkills();
      if (skills.length === 0)
        screen.say("There are no skills. --with-skills looks for those of the project and the user.");
      else screen.say(table(skills.map(({ name, description }) => [name, description])));
    },
  },
  {
    name: "reload-ext",
    usage: "/reload-ext",
    description: "stop all extensions and start them anew",
    whenIdle: true,
    run: async ({ runtime, screen }) => {
      const { stopped, loaded, ready, errors } = await runtime.reloadExtensions();
      screen.say(`Extensions: ${stopped} stopped, ${loaded} loaded, ${ready} ready.`);
      for (const { extension, message } of errors) screen.from(extension, message, "bad");
    },
  },
  {
    name: "key",
    usage: "/key NAME...",
    description: "press keys in the open panel: up, down, enter, esc, a character, ...",
    whenIdle: false,
    run: ({ keys }, args) => keys(args),
  },
  {
    name: "exit",
    usage: "/exit",
    description: "end the chat",
    whenIdle: false,
    run: ({ exit }) => exit(),
  },
];

function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(0, ...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`.trimEnd()).join("\n");
}

function minute(date: Date): string {
  return date.toISOString().slice(0, 16).replace("T", " ");
}
