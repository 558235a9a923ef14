import { resolve as resolvePath } from "node:path";
import type { ModelEntry, Provider } from "../agent/contract.js";
import { createAnthropicProvider } from "./anthropic.js";
import {
  type Catalogue,
  loadCatalogue,
  type ProviderName,
  providerNames,
  unlistedModel,
} from "./catalogue.js";
import { readHomeFile } from "./home-file.js";
import { findKey, type KeySource, keyVariables, storedKey } from "./keys.js";
import { createOpenAiProvider } from "./openai.js";
import { readScript } from "./script-file.js";
import { createScriptedProvider } from "./scripted.js";
import { ProviderSetupError } from "./setup-error.js";

/** What the user said about provider and model. Undefined means: not said. */
export interface ResolveOptions {
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
  readonly apiKey?: string | undefined;
  readonly baseUrl?: string | undefined;
  /** YAML script for the scripted model; chooses `scripted` where no provider is named. */
  readonly script?: string | undefined;
  /** For `openai`: the wire API, in place of the catalogue's. */
  readonly api?: "chat" | "responses" | undefined;
  /** `$ZOT_HOME`, for models.json, auth.json and config.json; undefined reads none of them. */
  readonly home?: string | undefined;
  /** What relative paths are relative to. */
  readonly cwd?: string | undefined;
  /** Where the keys are looked for; default `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Longest silence of a server, in milliseconds. */
  readonly idleTimeoutMs?: number | undefined;
}

/** A provider that is ready to be called. */
export interface ResolvedProvider {
  readonly provider: Provider;
  readonly model: ModelEntry;
  readonly catalogue: Catalogue;
  readonly keySource: KeySource;
  /** Undefined for the provider's own server. */
  readonly baseUrl: string | undefined;
  /** The models of the provider. */
  listModels(): readonly ModelEntry[];
  /** A model of this provider, for switching. Throws a ProviderSetupError where there is none. */
  findModel(id: string): ModelEntry;
  /** What the user should be told, in words. */
  readonly warnings: readonly string[];
}

/** Where compatible servers are, unless the user says otherwise. */
const PRESET_URLS: Partial<Record<ProviderName, string>> = {
  kimi: "https://api.kimi.com/coding/v1",
  ollama: "http://localhost:11434/v1",
};

/**
 * Picks provider, model, key and server.
 *
 * Nothing reaches the network unless the user asked: without a named provider or model, a key or a base URL
 * the answer is `scripted`. A key in the environment or in auth.json counts as asking.
 *
 * @example
 * ```ts
 * const { provider, model } = await resolveProvider({ provider: "anthropic", home: zotHome });
 * ```
 */
export async function resolveProvider(options: ResolveOptions = {}): Promise<ResolvedProvider> {
  const catalogue = loadCatalogue({ home: options.home });
  const name = chooseProvider(options, catalogue);
  const findModel = modelFinder(name, options, catalogue);
  const model = findModel(options.model ?? preferredModel(name, options, catalogue));
  const baseUrl = checkedUrl(options.baseUrl ?? model.baseUrl);
  const key = findKey(name, options);
  const needsKey = keyVariables[name].length > 0 && baseUrl === undefined;
  if (needsKey && key.value === undefined) throw missingKey(name);
  return {
    provider: await createProvider(name, { options, apiKey: key.value, baseUrl }),
    model,
    catalogue,
    keySource: key.source,
    baseUrl,
    listModels: () => {
      const listed = catalogue.list(name).map((entry) => findModel(entry.id));
      return listed.some((entry) => entry.id === model.id) ? listed : [...listed, model];
    },
    findModel,
    warnings: catalogue.warnings,
  };
}

interface ProviderParts {
  readonly options: ResolveOptions;
  readonly apiKey: string | undefined;
  readonly baseUrl: string | undefined;
}

async function createProvider(
  name: ProviderName,
  { options, apiKey, baseUrl }: ProviderParts,
): Promise<Provider> {
  const { idleTimeoutMs } = options;
  switch (name) {
    case "anthropic":
      return createAnthropicProvider({ apiKey, baseUrl, idleTimeoutMs });
    case "openai":
    case "kimi":
    case "ollama":
      return createOpenAiProvider({ name, apiKey, baseUrl: baseUrl ?? PRESET_URLS[name], idleTimeoutMs });
    case "scripted": {
      const path = options.script === undefined ? undefined : resolvePath(options.cwd ?? ".", options.script);
      return createScriptedProvider({
        script: path === undefined ? undefined : await readScript(path),
        idleTimeoutMs,
      });
    }
  }
}

function chooseProvider(options: ResolveOptions, catalogue: Catalogue): ProviderName {
  if (options.provider !== undefined) return knownProvider(options.provider);
  if (options.script !== undefined) return "scripted";
  const preferred = providerNames.find((name) => name === readConfig(options.home).provider);
  const candidates = preferred === undefined ? providerNames : [preferred, ...providerNames];
  const hasKey = (name: ProviderName) => storedKey(name, options).value !== undefined;
  if (options.model !== undefined) {
    const offering = catalogue.providersOf(options.model);
    const withKey = candidates.find((name) => offering.includes(name) && hasKey(name));
    const chosen = withKey ?? candidates.find((name) => offering.includes(name));
    if (chosen !== undefined) return chosen;
    if (options.baseUrl === undefined) throw unknownModel(options.model, catalogue.list());
  }
  // A key or a server on the command line is meant for somebody.
  if (options.apiKey !== undefined || options.baseUrl !== undefined) return preferred ?? "anthropic";
  return candidates.find(hasKey) ?? "scripted";
}

function knownProvider(given: string): ProviderName {
  const name = providerNames.find((known) => known === given);
  if (name !== undefined) return name;
  throw new ProviderSetupError("PROVIDER_UNKNOWN", {
    message: `there is no provider called "${given}"`,
    hint: `Use one of ${providerNames.join(", ")}; for a server compatible with OpenAI: --provider openai --base-url URL.`,
  });
}

/** The user's config.json may prefer a model, as long as it is one of the provider's. */
function preferredModel(name: ProviderName, options: ResolveOptions, catalogue: Catalogue): string {
  const config = readConfig(options.home);
  if (config.model !== undefined && catalogue.find(name, config.model) !== undefined) return config.model;
  const id = catalogue.defaultModel(name) ?? catalogue.list(name)[0]?.id;
  if (id !== undefined) return id;
  throw new ProviderSetupError("MODEL_REQUIRED", {
    message: `the provider "${name}" has no default model`,
    hint: "Name one with --model, or list it in models.json.",
  });
}

/**
 * Finds a model as this run sees it. A server of the user's own may offer any model, and speaks the older of
 * OpenAI's two APIs unless the user says otherwise: most compatible servers know no other.
 */
function modelFinder(
  name: ProviderName,
  options: ResolveOptions,
  catalogue: Catalogue,
): (id: string) => ModelEntry {
  const ownServer = options.baseUrl !== undefined || name === "ollama";
  return (id) => {
    const listed = catalogue.find(name, id) ?? (ownServer ? unlistedModel(name, id) : undefined);
    if (listed === undefined) throw unknownModel(id, catalogue.list(name), name);
    const keepsApi = !ownServer || catalogue.isUserSet(name, id, "api");
    const api = options.api ?? (keepsApi ? listed.api : undefined);
    const { api: _, ...entry } = listed;
    return api === undefined ? entry : { ...entry, api };
  };
}

function unknownModel(id: string, known: readonly ModelEntry[], provider?: string): ProviderSetupError {
  const of = provider === undefined ? "" : ` of the provider "${provider}"`;
  const names = known.map((entry) => entry.id).join(", ");
  return new ProviderSetupError("MODEL_UNKNOWN", {
    message: `there is no model "${id}"${of}`,
    hint: `Known: ${names === "" ? "none" : names}. Others can be listed in models.json, or used with --base-url.`,
  });
}

function missingKey(name: ProviderName): ProviderSetupError {
  return new ProviderSetupError("PROVIDER_KEY_MISSING", {
    message: `no key for the provider "${name}"`,
    hint: `Set ${keyVariables[name].join(" or ")}, pass --api-key, or put it into auth.json; "--provider scripted" needs none.`,
  });
}

function checkedUrl(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  if (URL.canParse(given) && /^https?:$/.test(new URL(given).protocol)) return given;
  throw new ProviderSetupError("PROVIDER_BASE_URL_INVALID", {
    message: `"${given}" is not the URL of a server`,
    hint: "A base URL looks like https://api.example.com or http://127.0.0.1:8080.",
  });
}

function readConfig(home: string | undefined): {
  readonly provider: unknown;
  readonly model: string | undefined;
} {
  const { provider, model } = readHomeFile({ home, file: "config.json", code: "CONFIG_FILE_INVALID" });
  return { provider, model: typeof model === "string" ? model : undefined };
}
