/** An RPC client under test: the kit plays the server that the client starts. */
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { delimiter, isAbsolute, join, resolve } from "node:path";
import { openProbeHub, type ProbeConnection } from "../../actors/probe/hub.js";
import { ProbeActor } from "../../actors/probe/probe-actor.js";
import type { HostCommand } from "../../actors/rpc-client/host-process.js";
import { ClientProcess } from "../../actors/rpc-server/client-process.js";
import { usualAnswer } from "../../actors/rpc-server/usual-answers.js";
import { filled } from "../../actors/user/typed-user.js";
import type { Case } from "../../case/format.js";
import type { Actor, ActorContext, Observed, Planned, RunFolder, Target } from "../../run/contract.js";
import { probeProgram } from "../host/extension-folder.js";
import { type LoadedClient, loadClient } from "./load-client.js";

/** The prompt that every client is given: what is hard to put into one line of JSON is in it. */
const prompt = 'Say "héllo" \\ twice:\tonce to 世界, once to 🌍.\u2028Then stop.';

/** The variable that carries the token. */
const tokenVariable = "ZOTCORE_RPC_TOKEN";

/** Which client is tested. */
export interface ClientTargetOptions {
  /** File of the profile. */
  readonly profile: string;
  /** The profile in other words than those of a file. */
  readonly loaded?: LoadedClient;
}

/**
 * Makes a target of a client's profile.
 *
 * @example
 * ```ts
 * const target = createClientTarget({ profile: "my-client.yaml" });
 * ```
 */
export function createClientTarget({
  profile: file,
  loaded = loadClient(file),
}: ClientTargetOptions): Target {
  const { profile } = loaded;
  return {
    kind: "client",
    facts: {
      kind: "client",
      name: profile.name,
      ...(profile.version === undefined ? {} : { version: profile.version }),
      source: file,
      details: { lacks: [...(profile.lacks ?? [])] },
    },
    plan: (theCase) => [planRun(theCase, loaded)],
    actors: (context) => clientActors(context, loaded),
  };
}

function planRun(theCase: Case, { profile }: LoadedClient): Planned {
  if (theCase.for !== "client")
    return {
      kind: "not-applicable",
      why: `the case is for ${theCase.for === "host" ? "hosts" : "extensions"}`,
    };
  const missing = theCase.needs.find(({ value }) => profile.lacks?.includes(value ?? "") === true);
  if (missing !== undefined) return { kind: "not-applicable", why: `the client has no ${missing.value}` };
  return {
    kind: "run",
    run: {
      awaits: ["server"],
      bindings: { target: { name: profile.name, prompt } },
      args: {},
      deadlines: {},
      facts: {},
    },
  };
}

function clientActors(contextOf: (actor: string) => ActorContext, loaded: LoadedClient): readonly Actor[] {
  const context = contextOf("server");
  const { folder, case: theCase } = context;
  const socket = folder.socket("server");
  const program = join(folder.root, "bin", loaded.profile.server ?? "extproto-host");
  const duty = new Duty(() => server.release());
  const server: ProbeActor = new ProbeActor({
    name: "server",
    spec: { handshake: "manual", shutdown: "manual", report_env: [tokenVariable] },
    context: { ...context, emit: duty.watching(context.emit) },
    install: () => serve({ context, socket, program, server: () => server }),
    ...(theCase.begin === "spawned" ? {} : { answer: usualAnswer }),
  });
  const user = new ClientProcess({
    context: contextOf("user"),
    command: () => clientCommand(loaded, { folder, env: context.env, case: theCase, program }),
    onStopping: () => server.release(),
    onExit: () => {
      if (!duty.begun)
        context.emit({ kind: "not-ready", reason: "the client ended and had not started its server" });
    },
  });
  return [server, user];
}

/** A server ends when its input has ended and no prompt is running; a client may wait for that. */
class Duty {
  readonly #leave: () => void;
  /** Whether the client has started its server. */
  begun = false;
  #running = 0;
  #ended = false;

  constructor(leave: () => void) {
    this.#leave = leave;
  }

  /** Hands events on and looks at each. */
  watching(emit: (event: Observed) => void): (event: Observed) => void {
    return (event) => {
      emit(event);
      this.#see(event);
    };
  }

  #see(event: Observed): void {
    if (event.kind === "started") this.begun = true;
    if (event.kind === "received" && event.frame?.type === "prompt") this.#running += 1;
    else if (event.kind === "sent" && isDone(event.line)) this.#running -= 1;
    else if (event.kind === "eof") this.#ended = true;
    else return;
    // What is announced as sent is written at once after that.
    if (this.#ended && this.#running <= 0) queueMicrotask(this.#leave);
  }
}

function isDone(line: string): boolean {
  return (JSON.parse(line) as { readonly type?: unknown }).type === "done";
}

interface Service {
  readonly context: ActorContext;
  readonly socket: string;
  /** The file that the client starts. */
  readonly program: string;
  readonly server: () => ProbeActor;
}

/** Puts the program of the server where the client finds it; what it sees comes back through the socket. */
async function serve({ context, socket, program, server }: Service): Promise<void> {
  const own = ({ name }: ProbeConnection) => name === "server";
  const hub = await openProbeHub(socket, {
    onStarted: (connection) => own(connection) && server().attach(connection),
    onReport: (connection, report) => server().report(connection, report),
    onGone: (connection) => server().detach(connection),
  });
  context.onCleanup(() => hub.close());
  await mkdir(resolve(program, ".."), { recursive: true });
  await writeFile(
    program,
    `#!/bin/sh\nexec "${process.execPath}" "${probeProgram}" "${socket}" server "$@"\n`,
  );
  await chmod(program, 0o755);
}

interface ClientStart {
  readonly folder: RunFolder;
  readonly env: Readonly<Record<string, string>>;
  readonly case: Case;
  readonly program: string;
}

function clientCommand({ profile, folder: base }: LoadedClient, start: ClientStart): HostCommand {
  const values = { prompt, server: start.program };
  const fill = (word: string) => filled(word, values);
  const [program = "", ...args] = profile.command.map((word) => {
    if (word === "{node}") return process.execPath;
    return /^\.{1,2}\//.test(word) && !isAbsolute(word) ? resolve(base, word) : fill(word);
  });
  const own = Object.entries(profile.env ?? {}).map(([key, value]) => [key, fill(value)]);
  const path = [resolve(start.program, ".."), start.env.PATH].join(delimiter);
  return {
    program,
    args,
    cwd: start.folder.cwd,
    env: { ...start.env, ...Object.fromEntries(own), ...start.case.env, PATH: path },
  };
}
