/**
 * Learns what an extension registers, by running it once as a host would, and, with consent, what its commands
 * lead to and which exchange can serve as a fence.
 */
import type { ChildProcess } from "node:child_process";
import { performance } from "node:perf_hooks";
import { bareEnvironment } from "../../actors/host-actor/environment.js";
import { HostActor } from "../../actors/host-actor/host-actor.js";
import type { HostActorOptions } from "../../actors/host-actor/options.js";
import type { RegisteredCommand, RegisteredTool } from "../../actors/host-actor/registrations.js";
import { isObject, type JsonObject } from "../../case/json.js";
import { type Observed, type RunFolder, TargetRefused } from "../../run/contract.js";
import { makeRunFolder } from "../../run/folder.js";
import { openLedger, type RunLedger } from "../../run/ledger.js";
import { plain } from "../../run/transform.js";

/** What one run of the extension showed. */
export interface Discovery {
  readonly greeting: { readonly ok: true } | { readonly ok: false; readonly reason: string };
  readonly hello: JsonObject;
  readonly capabilities: readonly string[];
  readonly tools: readonly RegisteredTool[];
  readonly commands: readonly RegisteredCommand[];
  readonly events: readonly string[];
  readonly intercepts: readonly string[];
  readonly ready: boolean;
  /** How its process ended, where it did so by itself after hello, before anything was asked of it. */
  readonly endedByItself?: string;
  /** Whether it acknowledges shutdown. */
  readonly acknowledges: boolean;
  /** Whether it still worked after a frame and a field that it cannot know; cases use such for what they fill in. */
  readonly forgiving: boolean;
  /** Whether it ended by itself after shutdown. */
  readonly exits: boolean;
  /** Milliseconds from the start of the process to the end of the registrations. */
  readonly startup: number;
}

/** How long late registrations are waited for after `ready`. */
const settle = 150;
/** How long late registrations are waited for that the author of the extension has named. */
const longestLate = 5_000;

/** What the requests of a discovery were answered with, in order; undefined for one that was not answered in time. */
export type Answers = readonly (JsonObject | undefined)[];

/** What a discovery may do beside looking on. */
export interface DiscoverOptions {
  /** Which requests to make, once it is known what the extension offers. */
  readonly requests: (found: Discovery) => Promise<readonly JsonObject[]>;
  readonly awaited?: Awaited;
  readonly signal?: AbortSignal;
}

/** Tools and commands that are waited for. */
export interface Awaited {
  readonly tools: readonly string[];
  readonly commands: readonly string[];
}

/** What nobody knows: extensions let it pass. */
const unknownFrame: JsonObject = { type: "x_check_survey" };
const unknownField: JsonObject = { x_check_survey: true };

/** Runs the extension once, and makes the requests that are chosen when its offers are known. */
export async function discover(
  actor: HostActorOptions,
  { requests, awaited, signal }: DiscoverOptions,
): Promise<{ readonly discovery: Discovery; readonly answers: Answers }> {
  const first = await withExtension(actor, signal, async (session) => {
    const greeting = await session.greeting;
    const startup = session.elapsed();
    if (greeting.ok) await new Promise((resolve) => setTimeout(resolve, settle));
    if (greeting.ok && awaited !== undefined) await session.hasRegistered(awaited);
    const offers = offersOf(session);
    const end = offers.hello.type === "hello" ? session.howItEnded : undefined;
    const seen = { ...offers, greeting, startup, ...(end === undefined ? {} : { endedByItself: end }) };
    const chosen = await requests({ ...seen, acknowledges: true, forgiving: true, exits: true });
    const answers = greeting.ok ? await Promise.all(chosen.map((request) => session.ask(request))) : [];
    const again = chosen.find((_, index) => answers[index] !== undefined);
    const left = await endOf(session, {
      withUnknown: greeting.ok,
      ...(again === undefined ? {} : { again }),
    });
    // An extension may say that it is ready only when it is asked for something.
    const { ready } = offersOf(session);
    return { discovery: { ...seen, ready, ...left }, answers };
  });
  const { discovery } = first;
  if (discovery.acknowledges || !discovery.greeting.ok || discovery.endedByItself !== undefined) return first;
  return { ...first, discovery: { ...discovery, ...(await endUndisturbed(actor, signal)) } };
}

/** What the end of a run shows. */
type End = Pick<Discovery, "acknowledges" | "forgiving" | "exits">;

/**
 * Shuts it down. What is unknown to it comes before and in the shutdown, and a request that it has answered once is
 * made again in between: whoever is not put off by it works as before.
 */
async function endOf(
  session: Session,
  { withUnknown, again }: { readonly withUnknown: boolean; readonly again?: JsonObject },
): Promise<End> {
  if (withUnknown) await session.write(unknownFrame);
  const worked = again === undefined || (await session.ask(again)) !== undefined;
  const told = session.elapsed();
  if (withUnknown) await session.write({ type: "shutdown", ...unknownField });
  await session.stop();
  const { acknowledged: acknowledges } = session;
  const exits = session.endedByItself(told + session.actor.shutdownBound);
  return { acknowledges, forgiving: withUnknown && worked && acknowledges, exits };
}

/**
 * What was asked of it, or what is unknown to it, may have kept it from acknowledging: then its end is looked at
 * again without the one, and without both.
 */
async function endUndisturbed(actor: HostActorOptions, signal: AbortSignal | undefined): Promise<End> {
  const once = (withUnknown: boolean) =>
    withExtension(actor, signal, async (session) => {
      await session.greeting;
      return endOf(session, { withUnknown });
    });
  const unasked = await once(true);
  return unasked.acknowledges ? unasked : once(false);
}

function offersOf(session: Session): Omit<Discovery, "greeting" | "startup" | "endedByItself" | keyof End> {
  const registrations = session.actor.prologue?.registrations;
  const hello = registrations?.hello ?? {};
  const announced = hello.capabilities;
  return {
    hello,
    capabilities: Array.isArray(announced) ? announced.map(String) : [],
    tools: [...(registrations?.tools.values() ?? [])],
    commands: [...(registrations?.commands.values() ?? [])],
    events: [...(registrations?.events ?? [])],
    intercepts: [...(registrations?.intercepts ?? [])],
    ready: registrations?.ready ?? false,
  };
}

/** One running extension, watched. */
class Session {
  readonly actor: HostActor;
  readonly greeting: Promise<Discovery["greeting"]>;
  acknowledged = false;
  readonly #began = performance.now();
  #settle: (greeting: Discovery["greeting"]) => void = () => {};
  #look: () => void = () => {};
  #exit: { readonly t: number; readonly code: number | null; readonly signal: string | null } | undefined;

  constructor(options: HostActorOptions, folder: RunFolder, ledger: RunLedger) {
    this.greeting = new Promise((resolve) => {
      this.#settle = resolve;
    });
    const context = {
      emit: (event: Observed) => this.#observe(event),
      now: () => this.elapsed(),
      folder,
      env: bareEnvironment(folder, ledger.mark),
      transform: plain,
      track: (child: ChildProcess) => ledger.track(child),
      signal: new AbortController().signal,
      begin: "ready" as const,
    };
    this.actor = new HostActor(options, context);
  }

  elapsed(): number {
    return performance.now() - this.#began;
  }

  #observe(event: Observed): void {
    // When the actor has taken it in.
    queueMicrotask(() => this.#look());
    if (event.kind === "ready") this.#settle({ ok: true });
    else if (event.kind === "not-ready") this.#settle({ ok: false, reason: event.reason });
    else if (event.kind === "exit") {
      const { t = this.elapsed(), code, signal } = event;
      this.#exit = { t, code, signal };
    } else if (event.kind === "received" && event.frame?.type === "shutdown_ack") this.acknowledged = true;
  }

  /** Resolves when all of it is registered, or will not be: when the process has ended, or after a time. */
  hasRegistered(awaited: Awaited): Promise<void> {
    const wanted = { ...awaited, intercepts: [], ready: false };
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, longestLate);
      this.#look = () => {
        const complete = this.actor.prologue?.registrations.covers(wanted) === true;
        if (!complete && this.#exit === undefined) return;
        clearTimeout(timer);
        resolve();
      };
      this.#look();
    });
  }

  /** One request, answered as the fence of a run is. */
  async ask(request: JsonObject): Promise<JsonObject | undefined> {
    try {
      return await this.actor.ask(request);
    } catch (error) {
      if (error instanceof TargetRefused) return undefined;
      throw error;
    }
  }

  /** Writes a frame; one that it does not take shows in what comes after. */
  async write(frame: JsonObject): Promise<void> {
    try {
      await this.actor.write(frame);
    } catch (error) {
      if (!(error instanceof TargetRefused)) throw error;
    }
  }

  stop(): Promise<void> {
    return this.actor.stop();
  }

  /** With which code or by which signal its process ended; undefined while it runs. */
  get howItEnded(): string | undefined {
    if (this.#exit === undefined) return undefined;
    const { code, signal } = this.#exit;
    return signal === null ? `exit code ${code}` : `signal ${signal}`;
  }

  /** Whether it ended before the kit made it, which it may take for a reason to end in good order. */
  endedByItself(before: number): boolean {
    return this.#exit !== undefined && this.#exit.signal === null && this.#exit.t < before;
  }
}

async function withExtension<T>(
  options: HostActorOptions,
  signal: AbortSignal | undefined,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const ledger = openLedger();
  const end = () => ledger.killAll();
  signal?.addEventListener("abort", end, { once: true });
  try {
    signal?.throwIfAborted();
    const folder = makeRunFolder();
    ledger.hold(folder);
    const session = new Session(options, folder, ledger);
    await session.actor.start();
    return await work(session);
  } finally {
    signal?.removeEventListener("abort", end);
    await ledger.close({ keepFolder: false });
  }
}

/** The panel that an answer to a command opens, if any. */
export function openedPanel(answer: JsonObject | undefined): string | undefined {
  const panel = answer?.open_panel;
  return isObject(panel) && typeof panel.id === "string" ? panel.id : undefined;
}
