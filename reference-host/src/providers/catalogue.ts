import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { didYouMean } from "@extproto/schemas";
import type { ModelEntry } from "../agent/contract.js";
import { packageFile } from "../package-file.js";
import { readModelsFile } from "./models-file.js";

/** The providers that this host can talk to, in the order in which they are tried and listed. */
export const providerNames = ["anthropic", "openai", "kimi", "ollama", "scripted"] as const;

/** The name of a provider. */
export type ProviderName = (typeof providerNames)[number];

/** Other names under which a user's models.json may list models. */
const ALIASES: Readonly<Record<string, { provider: ProviderName; api?: "chat" | "responses" }>> = {
  "anthropic-messages": { provider: "anthropic" },
  "openai-codex": { provider: "openai", api: "responses" },
  "openai-responses": { provider: "openai", api: "responses" },
  moonshot: { provider: "kimi" },
  "moonshot-ai": { provider: "kimi" },
  "kimi-code": { provider: "kimi" },
};

/** What a model is taken for when its entry does not say. */
const UNSAID = { contextWindow: 128_000, maxOutput: 8192, reasoning: false } as const;
const FREE = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 } as const;

/** The models that the host knows. */
export interface Catalogue {
  /** Every model, or those of one provider, in catalogue order. */
  list(provider?: string): readonly ModelEntry[];
  find(provider: string, id: string): ModelEntry | undefined;
  /** The providers that offer a model of this name. */
  providersOf(id: string): readonly string[];
  /** The id of the model that a provider uses unless told otherwise; undefined where one has to be named. */
  defaultModel(provider: string): string | undefined;
  /** Whether the user's own file set this field of the model. */
  isUserSet(provider: string, id: string, field: keyof ModelEntry): boolean;
  /** What was odd in the user's file, in words for the user. */
  readonly warnings: readonly string[];
}

/**
 * The built-in catalogue with the user's `models.json` on top: entries of the same provider and id are
 * changed field by field, others are added at the end.
 *
 * @example
 * ```ts
 * const catalogue = loadCatalogue({ home: "/home/me/.local/state/zot" });
 * catalogue.list("anthropic").map((model) => model.id);
 * ```
 */
export function loadCatalogue(options: { readonly home?: string | undefined } = {}): Catalogue {
  const catalogue = new LoadedCatalogue();
  catalogue.add(fileURLToPath(packageFile("models.json")), { isUsers: false });
  const own = options.home === undefined ? undefined : join(options.home, "models.json");
  if (own !== undefined && existsSync(own)) catalogue.add(own, { isUsers: true });
  return catalogue;
}

/** A model that no catalogue knows, as a compatible server may offer it. */
export function unlistedModel(provider: string, id: string): ModelEntry {
  return { provider, id, name: id, ...UNSAID, price: FREE };
}

class LoadedCatalogue implements Catalogue {
  readonly warnings: string[] = [];
  readonly #entries = new Map<string, ModelEntry>();
  readonly #defaults = new Map<string, string>();
  readonly #userSet = new Set<string>();

  list(provider?: string): readonly ModelEntry[] {
    const all = [...this.#entries.values()];
    return provider === undefined ? all : all.filter((entry) => entry.provider === provider);
  }

  find(provider: string, id: string): ModelEntry | undefined {
    return this.#entries.get(`${provider}/${id}`);
  }

  providersOf(id: string): readonly string[] {
    return this.list().flatMap((entry) => (entry.id === id ? [entry.provider] : []));
  }

  defaultModel(provider: string): string | undefined {
    return this.#defaults.get(provider);
  }

  isUserSet(provider: string, id: string, field: keyof ModelEntry): boolean {
    return this.#userSet.has(`${provider}/${id}/${field}`);
  }

  add(path: string, { isUsers }: { isUsers: boolean }): void {
    const file = readModelsFile(path);
    this.warnings.push(...file.warnings);
    for (const { name, shared, defaultModel, models } of file.providers) {
      const alias = ALIASES[name];
      const provider = alias?.provider ?? providerNames.find((known) => known === name);
      if (provider === undefined) {
        const hint = didYouMean(name, [...providerNames, ...Object.keys(ALIASES)]);
        const left = `no provider is called "${name}"; its models are left out`;
        this.warnings.push(`${path}: providers.${name}: ${left}${hint === undefined ? "" : `; ${hint}`}`);
        continue;
      }
      for (const { id, ...fields } of models) {
        const given = { ...shared, ...(alias?.api === undefined ? {} : { api: alias.api }), ...fields };
        const before = this.find(provider, id) ?? unlistedModel(provider, id);
        const price = { ...before.price, ...given.price };
        this.#entries.set(`${provider}/${id}`, { ...before, ...given, price });
        if (isUsers) for (const field of Object.keys(given)) this.#userSet.add(`${provider}/${id}/${field}`);
      }
      if (defaultModel !== undefined) this.#defaults.set(provider, defaultModel);
    }
  }
}
