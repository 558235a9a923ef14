/** A manager with real processes in a temporary home, for one test; it and they are gone afterwards. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { JsonObject } from "@extproto/schemas";
import { onTestFinished } from "vitest";
import {
  createExtensionManager,
  type ExtensionManager,
  type ManagerEvent,
  type ManagerOptions,
} from "../../src/extensions/index.js";

/** The folder of the fixture extensions. */
export const fixtures = fileURLToPath(new URL("../fixtures/extensions", import.meta.url));

/** The path of a fixture extension. */
export function fixture(name: string): string {
  return join(fixtures, name);
}

/** A directory of its own for a test. */
export function temporaryDirectory(): string {
  const dir = mkdtempSync(join(tmpdir(), "extproto-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }));
  return dir;
}

/** An extension that is written for one test. */
export interface InlineExtension {
  readonly name: string;
  /** Fields of the manifest besides name, exec and args. */
  readonly manifest?: JsonObject;
  /** A module; what the fixtures share is imported already. */
  readonly code: string;
}

/** Writes an extension into a folder and returns its directory. */
export function writeExtension(folder: string, extension: InlineExtension): string {
  const dir = join(folder, extension.name);
  mkdirSync(dir, { recursive: true });
  const manifest = {
    name: extension.name,
    exec: process.execPath,
    args: ["main.mjs"],
    ...extension.manifest,
  };
  writeFileSync(join(dir, "extension.json"), JSON.stringify(manifest));
  const shared = JSON.stringify(join(fixtures, "peer.mjs"));
  writeFileSync(
    join(dir, "main.mjs"),
    `import { begin, leave, onFrame, result, send, tool } from ${shared};\n${extension.code}\n`,
  );
  return dir;
}

/** A manager, and what it told. */
export interface RunningManager {
  readonly manager: ExtensionManager;
  readonly home: string;
  readonly cwd: string;
  readonly events: ManagerEvent[];
  /** The first event that matches, past or to come. */
  told<T extends ManagerEvent["type"]>(
    type: T,
    matches?: (event: Extract<ManagerEvent, { type: T }>) => boolean,
  ): Promise<Extract<ManagerEvent, { type: T }>>;
  /** The text of the log file of an extension. */
  log(name: string): string;
}

/** Makes a manager; it is stopped when the test is over. */
export function newManager(options: Partial<ManagerOptions> = {}): RunningManager {
  const home = options.home ?? temporaryDirectory();
  const cwd = options.cwd ?? temporaryDirectory();
  const manager = createExtensionManager({
    home,
    cwd,
    explicit: [],
    discover: true,
    facts: () => ({ version: "0.1.0", provider: "scripted", model: "scripted", cwd }),
    builtinTools: () => new Set(["read", "write", "edit", "bash", "skill"]),
    builtinCommands: () => new Set(["help"]),
    secrets: [],
    env: process.env,
    ...options,
  });
  onTestFinished(() => manager.stop());
  const events: ManagerEvent[] = [];
  const waiting = new Set<(event: ManagerEvent) => void>();
  manager.onEvent((event) => {
    events.push(event);
    for (const check of [...waiting]) check(event);
  });

  function told<T extends ManagerEvent["type"]>(
    type: T,
    matches: (event: Extract<ManagerEvent, { type: T }>) => boolean = () => true,
  ): Promise<Extract<ManagerEvent, { type: T }>> {
    const isIt = (event: ManagerEvent): event is Extract<ManagerEvent, { type: T }> =>
      event.type === type && matches(event as Extract<ManagerEvent, { type: T }>);
    const past = events.find(isIt);
    if (past !== undefined) return Promise.resolve(past);
    return new Promise((resolve) => {
      const check = (event: ManagerEvent) => {
        if (!isIt(event)) return;
        waiting.delete(check);
        resolve(event);
      };
      waiting.add(check);
    });
  }

  return {
    manager,
    home,
    cwd,
    events,
    told,
    log: (name) => readFileSync(join(home, "logs", `ext-${name}.log`), "utf8"),
  };
}

/** Starts fixtures and inline extensions, in this order. */
export async function startWith(
  extensions: readonly (string | InlineExtension)[],
  options: Partial<ManagerOptions> = {},
): Promise<RunningManager> {
  const folder = temporaryDirectory();
  const explicit = extensions.map((extension) =>
    typeof extension === "string" ? fixture(extension) : writeExtension(folder, extension),
  );
  const running = newManager({ explicit, discover: false, ...options });
  await running.manager.start();
  return running;
}

/** Options of a call that nobody aborts. */
export const patient = { signal: new AbortController().signal };

/** A text result. */
export function textResult(text: string, extension: string) {
  return { content: [{ type: "text", text }], isError: false, extension };
}

/** True while a process with this id runs. */
export function isRunning(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(")") + 2));
  } catch {
    return false;
  }
}
