/** Everything that the plan is made from: what the extension offers, what may be run, with which arguments. */
import type { HostActorOptions } from "../../actors/host-actor/options.js";
import type { JsonObject } from "../../case/json.js";
import { type ToolArguments, toolArguments } from "./arguments/tool-arguments.js";
import type { CheckFile } from "./check-file/schema.js";
import { type Consent, type ConsentOptions, findConsent } from "./consent.js";
import { type Awaited, type Discovery, discover, openedPanel } from "./discover.js";
import { interceptQuestion } from "./intercept-questions.js";

/** A panel that a command opens. */
export interface KnownPanel {
  readonly id: string;
  readonly command: string;
}

/** What is known of the extension before the first case. */
export interface Survey {
  readonly discovery: Discovery;
  readonly consent: Consent;
  readonly arguments: ReadonlyMap<string, ToolArguments>;
  readonly panel?: KnownPanel;
  /** The request that shows whether the extension still works; absent where it offers none that may be made. */
  readonly fence?: JsonObject;
}

/** What a survey needs. */
export interface SurveyOptions {
  readonly actor: HostActorOptions;
  readonly file: CheckFile;
  readonly name: string;
  readonly allowTools: boolean;
  /** Tools and commands that are to be waited for, because the author names them. */
  readonly awaited?: Awaited;
  /** Looks at what the extension offers before anything is asked of it; may refuse to go on. */
  readonly offered?: (found: Discovery) => Promise<void>;
  readonly ask?: ConsentOptions["ask"];
  readonly signal?: AbortSignal;
}

/** Runs the extension once; where it may be asked to do something, it is. */
export async function survey(options: SurveyOptions): Promise<Survey> {
  const { actor, file, name, allowTools, ask, awaited, offered, signal } = options;
  let consent: Consent = nobodyAsked;
  let known: ReadonlyMap<string, ToolArguments> = new Map();
  let requests: readonly JsonObject[] = [];
  const { discovery, answers } = await discover(actor, {
    ...(signal === undefined ? {} : { signal }),
    ...(awaited === undefined ? {} : { awaited }),
    requests: async (found) => {
      if (found.greeting.ok) await offered?.(found);
      consent = await findConsent({
        allowTools,
        file,
        ...(ask === undefined || !found.greeting.ok ? {} : { ask }),
        question: {
          extension: name,
          tools: found.tools.map((tool) => tool.name),
          commands: found.commands.map((command) => command.name),
        },
      });
      known = new Map(
        found.tools.map((tool) => [tool.name, { ...toolArguments(tool.schema), ...given(file, tool.name) }]),
      );
      requests = found.greeting.ok ? trials({ discovery: found, consent, known, file }) : [];
      return requests;
    },
  });
  // What opens a panel is no fence: cases close panels, and look at what comes after.
  const fence = requests.find(
    (_, index) => answers[index] !== undefined && openedPanel(answers[index]) === undefined,
  );
  const opened = requests.findIndex(
    (request, index) => request.type === "command_invoked" && openedPanel(answers[index]) !== undefined,
  );
  const id = openedPanel(answers[opened]);
  return {
    discovery,
    consent,
    arguments: known,
    ...(fence === undefined ? {} : { fence }),
    ...(id === undefined ? {} : { panel: { id, command: String(requests[opened]?.name) } }),
  };
}

const nobodyAsked: Consent = { source: "none", tool: () => false, command: () => false };

/**
 * For an extension that did not end by itself, in milliseconds. The runs that are cut short claim nothing about its
 * end; the cases about it wait on their own.
 */
const impatientShutdown = 300;

/** What later runs gain from the first: they know what to wait for, and whether to wait for the end. */
export function knowing(actor: HostActorOptions, discovery: Discovery): HostActorOptions {
  if (!discovery.greeting.ok) return actor;
  return {
    ...actor,
    expected: {
      tools: discovery.tools.map((tool) => tool.name),
      commands: discovery.commands.map((command) => command.name),
      intercepts: discovery.intercepts,
      ready: discovery.ready,
    },
    shutdownBound: discovery.exits ? actor.shutdownBound : impatientShutdown,
  };
}

/** The author's own arguments, in place of generated ones; `lacks` no longer holds for them. */
function given(file: CheckFile, tool: string): Partial<ToolArguments> {
  const own = file.tools?.[tool];
  return (own ?? {}) as Partial<ToolArguments>;
}

interface Offers {
  readonly discovery: Discovery;
  readonly consent: Consent;
  readonly known: ReadonlyMap<string, ToolArguments>;
  readonly file: CheckFile;
}

/** Candidates for the fence, the most harmless first, and every command, to see whether one opens a panel. */
function trials({ discovery, consent, known, file }: Offers): readonly JsonObject[] {
  const question = discovery.intercepts.map(interceptQuestion).find((frame) => frame !== undefined);
  const tool = discovery.tools.find(({ name }) => consent.tool(name));
  const commands = discovery.commands.filter(({ name }) => consent.command(name));
  return [
    ...(question === undefined ? [] : [question]),
    ...(tool === undefined
      ? []
      : [{ type: "tool_call", name: tool.name, args: known.get(tool.name)?.valid ?? {} }]),
    ...commands.map(({ name }) => commandRequest(name, file)),
    // Every command is answered, also one that is not registered; needed where all others open a panel.
    ...(commands.length > 0 ? [{ type: "command_invoked", name: "extproto-check-no-such-command" }] : []),
  ];
}

/** The frame that invokes a command, without its `id`. */
export function commandRequest(name: string, file: CheckFile): JsonObject {
  const args = file.commands?.[name]?.args;
  return { type: "command_invoked", name, ...(args === undefined ? {} : { args }) };
}
