/** An extension as a target of the kit. */
import { join } from "node:path";
import { deadlines } from "@extproto/schemas";
import { copyFolder, packagesAround } from "../../actors/host-actor/copy-folder.js";
import { HostActor } from "../../actors/host-actor/host-actor.js";
import type { HostActorOptions } from "../../actors/host-actor/options.js";
import { isObject, type JsonObject } from "../../case/json.js";
import type { Actor, ActorContext, Target, TargetFacts } from "../../run/contract.js";
import { temporaryFolder } from "../../run/temporary-folder.js";
import { checkNames, loadCheckFile, namesOf } from "./check-file/load.js";
import type { CheckFile } from "./check-file/schema.js";
import type { ConsentQuestion } from "./consent.js";
import { createLateWatch } from "./late.js";
import { type ReadManifest, readManifest } from "./manifest.js";
import { isStatic, type PlanOptions, plan } from "./plan.js";
import { knowing, type Survey, survey } from "./survey.js";

/** How an extension is checked. */
export interface ExtensionTargetOptions {
  /** `--allow-tools`: its tools and commands may be run. */
  readonly allowTools?: boolean;
  /** `--tool-timeout`, in milliseconds: how long a tool or a command may take; 10 000 unless given. */
  readonly toolTimeout?: number;
  /**
   * How long to wait for what a deadline bounds, by its name, in milliseconds; three times the deadline, or more on a
   * noisy machine, unless given. For extensions that are known to be broken, and need not be waited for.
   */
  readonly bounds?: Readonly<Record<string, number>>;
  /** Asks the person at the terminal whether tools and commands may be run; absent where nobody is there. */
  readonly askConsent?: (question: ConsentQuestion) => Promise<boolean>;
  /** Gives up, cleanly. */
  readonly signal?: AbortSignal;
}

/** What a tool that answers nothing is given, in milliseconds. */
export const defaultToolTimeout = 10_000;
/** Three times what an extension has for its end, in milliseconds. */
const patientShutdown = 3 * deadlines.shutdown.ms;

/**
 * Makes a target of an extension's folder: reads its manifest and its check file, copies the folder, and runs the
 * extension once to learn what it offers.
 *
 * @example
 * ```ts
 * const target = await extensionTarget("./my-extension", { allowTools: true });
 * console.log(target.facts.details);
 * await target.close?.();
 * ```
 */
export async function extensionTarget(dir: string, options: ExtensionTargetOptions = {}): Promise<Target> {
  const manifest = await readManifest(dir);
  const file = await loadCheckFile(manifest.folder);
  const toolTimeout =
    options.toolTimeout ?? (file.tool_timeout === undefined ? defaultToolTimeout : file.tool_timeout * 1000);
  const temporary = temporaryFolder("xp-");
  const close = async (): Promise<void> => temporary.remove();
  try {
    const source = join(temporary.path, manifest.basename);
    await copyFolder({ from: manifest.folder, to: source });
    const { bounds = {} } = options;
    const actor = {
      ...actorOptions({ manifest, file, source, toolTimeout, bounds }),
      packagesAround: await packagesAround(manifest.folder),
    };
    const found =
      manifest.start === undefined ? undefined : await surveyed({ actor, file, manifest, options });
    const later = found === undefined ? actor : knowing(actor, found.discovery);
    const planOptions: PlanOptions = {
      ...{ manifest, file, toolTimeout, bounds, shutdownBound: later.shutdownBound },
      ...(found ? { survey: found } : {}),
    };
    const late = createLateWatch(found?.discovery);
    return {
      kind: "extension",
      facts: factsOf({ dir, manifest, toolTimeout, found }),
      plan: (theCase) => plan(theCase, planOptions),
      actors: (context) => [hostActor(later, late.watched(context("host")))],
      overlooked: late.overlooked,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

interface Ingredients {
  readonly manifest: ReadManifest;
  readonly file: CheckFile;
  readonly source: string;
  readonly toolTimeout: number;
  readonly bounds: Readonly<Record<string, number>>;
}

function actorOptions({ manifest, file, source, toolTimeout, bounds }: Ingredients): HostActorOptions {
  const { start } = manifest;
  return {
    source,
    basename: manifest.basename,
    manifestProblems: manifest.problems,
    patience: toolTimeout,
    helloBound: bounds.hello ?? deadlines.hello.ms,
    shutdownBound: bounds.shutdown ?? patientShutdown,
    ...(start === undefined
      ? {}
      : {
          start: {
            exec: start.exec,
            args: start.args,
            asked: start.env,
            env: file.env ?? {},
            inherit: file.inherit_env ?? [],
          },
        }),
  };
}

interface SurveyIngredients {
  readonly actor: HostActorOptions;
  readonly file: CheckFile;
  readonly manifest: ReadManifest;
  readonly options: ExtensionTargetOptions;
}

function surveyed({ actor, file, manifest, options }: SurveyIngredients): Promise<Survey> {
  return survey({
    actor,
    file,
    name: manifest.name,
    allowTools: options.allowTools === true,
    awaited: namesOf(file),
    offered: ({ tools, commands }) =>
      checkNames(manifest.folder, {
        tools: tools.map((tool) => tool.name),
        commands: commands.map((command) => command.name),
      }),
    ...(options.askConsent === undefined ? {} : { ask: options.askConsent }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
}

function hostActor({ start, ...options }: HostActorOptions, context: ActorContext): Actor {
  const { fence } = context.run.facts;
  const program = start === undefined || isStatic(context.case) ? {} : { start };
  return new HostActor(
    { ...options, ...program },
    {
      emit: (event) => context.emit(event),
      now: () => context.now(),
      track: (child) => context.track(child),
      folder: context.folder,
      env: context.env,
      transform: context.transform,
      signal: context.signal,
      begin: context.case.begin,
      ...(isObject(fence) ? { fence } : {}),
    },
  );
}

interface FactIngredients {
  readonly dir: string;
  readonly manifest: ReadManifest;
  readonly toolTimeout: number;
  readonly found: Survey | undefined;
}

function factsOf({ dir, manifest, toolTimeout, found }: FactIngredients): TargetFacts {
  const { discovery, consent, panel } = found ?? {};
  const details: JsonObject = {
    tools: discovery?.tools.map(({ name }) => name) ?? [],
    commands: discovery?.commands.map(({ name }) => name) ?? [],
    subscribes: [...(discovery?.events ?? [])],
    intercepts: [...(discovery?.intercepts ?? [])],
    capabilities: [...(discovery?.capabilities ?? [])],
    ready: discovery?.ready ?? false,
    panel: panel?.id ?? "",
    consent: consent?.source ?? "none",
    tool_timeout_ms: toolTimeout,
    startup_ms: Math.round(discovery?.startup ?? 0),
  };
  return {
    kind: "extension",
    name: manifest.name,
    ...(manifest.version === undefined ? {} : { version: manifest.version }),
    source: dir,
    details,
  };
}
