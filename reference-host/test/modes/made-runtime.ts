/** A runtime, or an extension manager by itself, in this process: for the tests of the library. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ServerEvent } from "@extproto/schemas";
import { onTestFinished } from "vitest";
import { createExtensionManager, createRuntime, type RuntimeOptions } from "../../src/index.js";
import { temporaryFolder, writeExtension } from "./started-host.js";

/** A runtime in folders of its own, closed at the end of the test. */
export async function makeRuntime(
  options: RuntimeOptions & {
    readonly sources?: Readonly<Record<string, string>>;
    readonly instructions?: string;
  } = {},
) {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "work"));
  if (options.instructions !== undefined)
    writeFileSync(join(folder, "work", "AGENTS.md"), options.instructions);
  const explicit = Object.entries(options.sources ?? {}).map(([name, source]) =>
    writeExtension(join(folder, "extensions"), name, source),
  );
  const runtime = await createRuntime({
    cwd: join(folder, "work"),
    home: join(folder, "home"),
    env: { PATH: process.env.PATH, HOME: folder },
    extensions: { explicit },
    ...options,
  });
  onTestFinished(() => runtime.close());
  return { runtime, folder };
}

/** A manager of one extension, without an agent, stopped at the end of the test. */
export function makeManager(name: string, source: string) {
  const folder = temporaryFolder();
  const extensions = join(folder, "extensions");
  const manager = createExtensionManager({
    home: join(folder, "home"),
    cwd: folder,
    explicit: [writeExtension(extensions, name, source)],
    discover: false,
    facts: () => ({ version: "1.0.0", provider: "none", model: "none", cwd: folder }),
    builtinTools: () => new Set<string>(),
    builtinCommands: () => new Set<string>(),
    secrets: [],
    env: { PATH: process.env.PATH },
  });
  onTestFinished(() => manager.stop());
  return { manager, extensions };
}

/** All events to the end. */
export async function all(events: AsyncIterable<ServerEvent>): Promise<ServerEvent[]> {
  const seen: ServerEvent[] = [];
  for await (const event of events) seen.push(event);
  return seen;
}

/** The types of events, in order. */
export const types = (events: readonly ServerEvent[]) => events.map(({ type }) => type);
