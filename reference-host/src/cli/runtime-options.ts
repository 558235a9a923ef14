/** The command line -> what the runtime is made with. */

import { resolve } from "node:path";
import type { Trace } from "../extensions/contract.js";
import { plainCommands } from "../modes/plain/index.js";
import type { RuntimeOptions, SessionOptions } from "../runtime/contract.js";
import type { HostOptions } from "./options.js";

/** Leaves out what the user did not say, so that the runtime's defaults apply. */
export function runtimeOptions(options: HostOptions, trace: Trace | undefined): RuntimeOptions {
  const { cwd, provider, model, apiKey, baseUrl, reasoning, maxSteps, systemPrompt, tools, modelIdleMs } =
    options;
  // Paths on the command line are meant from where it was typed, whatever --cwd says.
  const script = options.script === undefined ? undefined : resolve(options.script);
  const session = sessionOf(options);
  return {
    ...given({
      cwd,
      provider,
      model,
      apiKey,
      baseUrl,
      script,
      modelIdleMs,
      reasoning,
      maxSteps,
      systemPrompt,
      tools,
      session,
      trace,
    }),
    appendSystemPrompt: options.appendSystemPrompt,
    skills: options.skills,
    extensions: {
      explicit: options.explicit.map((path) => resolve(path)),
      discover: options.discover,
      deadlines: options.deadlines,
    },
    reservedCommands: options.mode === "plain" ? plainCommands : [],
    approvals: !options.yolo,
  };
}

/** Applications that embed the host keep the conversation themselves, so RPC writes none unless told to. */
function sessionOf({ session, mode }: HostOptions): SessionOptions | undefined {
  switch (session.kind) {
    case "none":
      return undefined;
    case "latest":
      return session;
    case "file":
      return { kind: "file", path: looksLikeFile(session.path) ? resolve(session.path) : session.path };
    case "pick":
      return { kind: "new" };
    case "default":
      return mode === "rpc" ? undefined : { kind: "new" };
  }
}

/** Sessions can also be named by their id. */
function looksLikeFile(given: string): boolean {
  return /[/\\]|\.jsonl$/.test(given);
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function given<T extends object>(fields: T): Given<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>;
}
