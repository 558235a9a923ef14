/** A host under test: the kit plays its RPC client, its model, its user and its extensions. */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { ModelActor } from "../../actors/model-server/model-actor.js";
import { openProbeHub, type ProbeConnection } from "../../actors/probe/hub.js";
import { ProbeActor } from "../../actors/probe/probe-actor.js";
import { ClientActor } from "../../actors/rpc-client/client-actor.js";
import { createProgramRunner } from "../../actors/user/program-runner.js";
import { RpcUser } from "../../actors/user/rpc-user.js";
import { TypedUser } from "../../actors/user/typed-user.js";
import type { Case, JsonObject } from "../../case/format.js";
import type { Actor, ActorContext, Planned, Target, TargetFacts } from "../../run/contract.js";
import { deadlinesOf } from "./deadlines.js";
import { hostCommand, profileFiles, programCommand, type Start, zotHome } from "./environment.js";
import { extensionFolder, installProbe } from "./extension-folder.js";
import { type LoadedProfile, loadProfile } from "./load-profile.js";
import { driverOf, whyNot } from "./needs.js";

/** How a host is tested. */
export interface HostTargetOptions {
  /** File of the profile. */
  readonly profile: string;
  /** False: every deadline that a case measures is left as it is, also where the host could be told another. */
  readonly shorten?: boolean;
  /** The profile in other words than those of the file: the host is started in another way. */
  readonly loaded?: LoadedProfile;
}

/**
 * Makes a target of a host profile.
 *
 * @example
 * ```ts
 * const target = createHostTarget({ profile: "profiles/reference-host.yaml" });
 * ```
 */
export function createHostTarget({
  profile: file,
  shorten = true,
  loaded = loadProfile(file),
}: HostTargetOptions): Target {
  const { profile } = loaded;
  const facts: TargetFacts = {
    kind: "host",
    name: profile.name,
    ...(profile.version === undefined ? {} : { version: profile.version }),
    source: file,
    details: {
      user: profile.user?.over ?? "none",
      additions: [...(profile.rpc?.additions ?? [])],
      capabilities: [...(profile.capabilities ?? [])],
      deadlines: shorten ? "shortened" : "default",
      deviations: (profile.deviations ?? []).map((deviation) => ({ ...deviation })),
    },
  };
  return {
    kind: "host",
    facts,
    plan: (theCase) => [planRun(theCase, loaded, shorten)],
    actors: (context) => hostActors(context, loaded, shorten),
  };
}

function planRun(theCase: Case, { profile }: LoadedProfile, shorten: boolean): Planned {
  const why = whyNot(theCase, profile);
  if (why !== undefined) return { kind: "not-applicable", why };
  const driver = driverOf(theCase, profile);
  const { all } = deadlinesOf(theCase, profile, { shorten });
  // The last to start, also where the program is only run: everything else is in its place by then.
  const last = driver === "client" ? "client" : "user";
  const target: JsonObject = {
    name: profile.name,
    ...profile.models,
    additions: [...(profile.rpc?.additions ?? [])],
    capabilities: [...(profile.capabilities ?? [])],
  };
  return {
    kind: "run",
    run: {
      awaits: ["model", ...awaitedProbes(theCase, driver !== "nobody"), last],
      bindings: { target },
      args: {},
      deadlines: Object.fromEntries(Object.entries(all).map(([name, ms]) => [name, { ms }])),
      facts: {
        driver: driver ?? "nobody",
        capabilities: target.capabilities ?? [],
        ...profileFacts(profile),
      },
    },
  };
}

function profileFacts({ rpc }: LoadedProfile["profile"]): JsonObject {
  return { additions: [...(rpc?.additions ?? [])] };
}

/** The probes that the host has to have greeted before the first step. */
function awaitedProbes(theCase: Case, driven: boolean): readonly string[] {
  if (!driven) return [];
  return Object.entries(theCase.extensions)
    .filter(([, spec]) => spec.optional !== true && spec.scope !== "none")
    .map(([name]) => name);
}

function hostActors(
  contextOf: (actor: string) => ActorContext,
  loaded: LoadedProfile,
  shorten: boolean,
): readonly Actor[] {
  const context = contextOf("model");
  const { case: theCase, folder, env } = context;
  const { profile } = loaded;
  const driver = driverOf(theCase, profile);
  const home = zotHome({ loaded, case: theCase, folder, env });
  const socket = folder.socket("probes");
  const model = new ModelActor(context);
  const { set } = deadlinesOf(theCase, profile, { shorten });

  const probes = Object.entries(theCase.extensions).map(([name, spec]) => {
    const install = () => installProbe({ name, spec, folder, zotHome: home, socket });
    return new ProbeActor({ name, spec, context: contextOf(name), install });
  });
  const start = (): Start => ({
    loaded,
    case: theCase,
    folder,
    env,
    baseUrl: model.url,
    deadlines: set,
    explicit: Object.entries(theCase.extensions)
      .filter(([, spec]) => (spec.scope ?? "flag") === "flag")
      .map(([name, spec]) => extensionFolder({ name, spec, folder, zotHome: home })),
  });
  const onStopping = () => {
    model.release();
    for (const probe of probes) probe.release();
  };
  const onHostEnd = (how: string) => {
    for (const probe of probes) probe.hostEnded(how);
  };
  const stage = new Stage(context, socket, probes, () => writeAll(profileFiles(start())));
  const user = contextOf("user");
  const run = createProgramRunner(user, (args, program) =>
    programCommand(start(), args, typeof program === "string" ? program : undefined),
  );
  if (driver === "typist" && profile.user?.typing !== undefined) {
    const { typing } = profile.user;
    const over = profile.user.over === "terminal" ? "terminal" : "pipes";
    const command = () => hostCommand(start(), typing.args);
    const typist = new TypedUser({ context: user, over, typing, command, run, onStopping, onHostEnd });
    return [model, stage, ...probes, typist];
  }
  if (driver === "nobody") return [model, stage, ...probes, new Runner(user, run)];
  const command = () => hostCommand(start(), profile.rpc?.args ?? []);
  const client = new ClientActor({ context: contextOf("client"), command, onStopping, onHostEnd });
  return [model, stage, ...probes, client, new RpcUser({ context: user, client, run })];
}

async function writeAll(files: ReturnType<typeof profileFiles>): Promise<void> {
  for (const [path, text] of files) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}

/** What has to be there before the host: the profile's files, and the socket that the probes connect to. */
class Stage implements Actor {
  readonly name = "stage";
  readonly #context: ActorContext;
  readonly #socket: string;
  readonly #probes: readonly ProbeActor[];
  readonly #furnish: () => Promise<void>;

  constructor(
    context: ActorContext,
    socket: string,
    probes: readonly ProbeActor[],
    furnish: () => Promise<void>,
  ) {
    this.#context = context;
    this.#socket = socket;
    this.#probes = probes;
    this.#furnish = furnish;
  }

  async start(): Promise<void> {
    await this.#furnish();
    const find = ({ name }: ProbeConnection) => this.#probes.find((probe) => probe.name === name);
    const parent = ({ name }: ProbeConnection) =>
      this.#probes.find((probe) => `${probe.name}/child` === name);
    const hub = await openProbeHub(this.#socket, {
      onStarted: (connection) => {
        find(connection)?.attach(connection);
        parent(connection)?.child(connection, "started");
      },
      onReport: (connection, report) => {
        find(connection)?.report(connection, report);
        if (report.kind === "signal") parent(connection)?.child(connection, { signal: report.signal });
      },
      onGone: (connection) => {
        find(connection)?.detach(connection);
        parent(connection)?.child(connection, "ended");
      },
    });
    this.#context.onCleanup(() => hub.close());
  }

  async perform(): Promise<void> {}
  async stop(): Promise<void> {}
}

/** The actor `user` in cases that only run the program. */
class Runner implements Actor {
  readonly name = "user";
  readonly #context: ActorContext;
  readonly #run: ReturnType<typeof createProgramRunner>;

  constructor(context: ActorContext, run: ReturnType<typeof createProgramRunner>) {
    this.#context = context;
    this.#run = run;
  }

  async start(): Promise<void> {
    this.#context.emit({ kind: "ready" });
  }

  async perform({ value }: { readonly value: Parameters<ReturnType<typeof createProgramRunner>>[0] }) {
    this.#context.emit({ kind: "result", value: await this.#run(value) });
  }

  async stop(): Promise<void> {}
}
