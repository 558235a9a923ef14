/** What a runtime is put together from, as its options say. */
import { statSync } from "node:fs";
import { homedir } from "node:os";
import type { ModelEntry, Provider, Tool } from "../agent/contract.js";
import { agentsFiles, customIdentity } from "../agent/instructions.js";
import { discoverSkills, type Skills, skillsParagraph } from "../agent/skills.js";
import { composeSystemPrompt } from "../agent/system-prompt.js";
import { extensionEnvironment } from "../extensions/environment.js";
import { keyVariables, resolveProvider } from "../providers/index.js";
import { createBuiltinTools } from "../tools/builtin.js";
import { localProcesses } from "../tools/local-processes.js";
import type { RuntimeOptions } from "./contract.js";
import { RuntimeError } from "./errors.js";

/** The models of the chosen provider. */
export interface Models {
  readonly provider: Provider;
  readonly initial: ModelEntry;
  readonly warnings: readonly string[];
  list(): readonly ModelEntry[];
  find(id: string): ModelEntry;
}

/** Where the host works. */
export interface Place {
  readonly cwd: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A wrong folder is better told at once than by each tool in turn. */
export function requireDirectory(cwd: string): void {
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory() === true) return;
  throw new RuntimeError("CWD_NOT_FOUND", `there is no folder ${cwd} to work in`);
}

/** Provider and models that the options ask for. */
export async function modelsOf(options: RuntimeOptions, place: Place): Promise<Models> {
  if (options.custom !== undefined) return customModels(options.custom);
  const { provider, model, apiKey, baseUrl, script } = options;
  const idleTimeoutMs = options.modelIdleMs;
  const resolved = await resolveProvider({
    ...place,
    provider,
    model,
    apiKey,
    baseUrl,
    script,
    idleTimeoutMs,
  });
  return {
    provider: resolved.provider,
    initial: resolved.model,
    warnings: resolved.warnings,
    list: resolved.listModels,
    find: resolved.findModel,
  };
}

function customModels({ provider, model }: NonNullable<RuntimeOptions["custom"]>): Models {
  return {
    provider,
    initial: model,
    warnings: [],
    list: () => [model],
    find(id) {
      if (id === model.id) return model;
      throw new RuntimeError("MODEL_UNKNOWN", `there is no model "${id}"; the provider has ${model.id} only`);
    },
  };
}

/** The skills that the model is offered; undefined for none at all. */
export async function skillsOf(
  options: RuntimeOptions,
  { cwd, home, env }: Place,
): Promise<Skills | undefined> {
  if (options.skills === "none") return undefined;
  return discoverSkills({ cwd, home, userHome: env.HOME ?? homedir(), discover: options.skills === "all" });
}

/** The built-in tools that the model is offered. */
export function toolsOf(
  options: RuntimeOptions,
  { skills, env }: { readonly skills: Skills | undefined; readonly env: Place["env"] },
): readonly Tool[] {
  // What the model runs has no business with the host's keys, nor with the token of whoever embeds it.
  const secrets = Object.values(keyVariables).flat();
  const processes = localProcesses({ env: extensionEnvironment({ env, secrets, asked: [] }) });
  const all = createBuiltinTools(skills === undefined ? { processes } : { processes, skills });
  const wanted = options.tools;
  if (wanted === undefined) return all;
  const unknown = wanted.find((name) => name !== "skill" && !all.some((tool) => tool.name === name));
  if (unknown !== undefined) {
    const names = all.map(({ name }) => name).join(", ");
    throw new RuntimeError("TOOL_UNKNOWN", `there is no built-in tool "${unknown}"; there are ${names}`);
  }
  return all.filter(({ name }) => wanted.includes(name));
}

/** Read once: a system prompt that changes in the middle of a conversation costs the provider's cache. */
export function systemPromptOf(
  options: RuntimeOptions,
  {
    cwd,
    home,
    skills,
    warn,
  }: { cwd: string; home: string; skills: Skills | undefined; warn: (message: string) => void },
): () => string {
  const parts = {
    identity: options.systemPrompt ?? customIdentity(home, warn),
    append: options.appendSystemPrompt ?? [],
    agentsFiles: agentsFiles({ cwd, home }, warn),
    skills: skills === undefined ? undefined : skillsParagraph(skills),
    cwd,
  };
  return () => composeSystemPrompt({ ...parts, date: new Date() });
}
