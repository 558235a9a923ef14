import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ModelEntry } from "../agent/contract.js";
import { ProviderSetupError } from "./setup-error.js";

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
  // Beside `src` as well as beside `dist`.
  catalogue.add(fileURLToPath(new URL("../../models.json", import.meta.url)), { isUsers: false });
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
    const file = new ModelsFile(path);
    for (const [name, listed] of file.providers()) {
      const alias = ALIASES[name];
      const provider = alias?.provider ?? providerNames.find((known) => known === name);
      if (provider === undefined) {
        this.warnings.push(`${path}: no provider is called "${name}"; its models are left out`);
        continue;
      }
      for (const model of file.models(name, listed)) {
        const { id, ...fields } = file.fields(`providers.${name}.models`, model);
        const given = {
          ...file.shared(listed),
          ...(alias?.api === undefined ? {} : { api: alias.api }),
          ...fields,
        };
        const before = this.find(provider, id) ?? unlistedModel(provider, id);
        const price = { ...before.price, ...given.price };
        this.#entries.set(`${provider}/${id}`, { ...before, ...given, price });
        if (isUsers) for (const field of Object.keys(given)) this.#userSet.add(`${provider}/${id}/${field}`);
      }
      const preferred = file.text(listed, "default");
      if (preferred !== undefined) this.#defaults.set(provider, preferred);
    }
  }
}

type Fields = { id: string } & Partial<Omit<ModelEntry, "id" | "provider" | "price">> & {
    price: Partial<ModelEntry["price"]>;
  };

/** Reads a models.json, and says where it is wrong. */
class ModelsFile {
  readonly #path: string;
  readonly #root: Record<string, unknown>;

  constructor(path: string) {
    this.#path = path;
    let value: unknown;
    try {
      value = JSON.parse(readFileSync(path, "utf8"));
    } catch (cause) {
      throw this.#invalid(cause instanceof Error ? cause.message : String(cause), cause);
    }
    this.#root = this.#record(value, "the file");
  }

  providers(): [string, Record<string, unknown>][] {
    const providers = this.#record(this.#root.providers ?? {}, "providers");
    return Object.entries(providers).map(([name, value]) => [name, this.#record(value, `providers.${name}`)]);
  }

  models(provider: string, listed: Record<string, unknown>): Record<string, unknown>[] {
    const where = `providers.${provider}.models`;
    const models = listed.models ?? [];
    if (!Array.isArray(models)) throw this.#invalid(`${where} is not an array`);
    return models.map((model: unknown, index) => this.#record(model, `${where}[${index}]`));
  }

  /** What a provider says for all its models. */
  shared(listed: Record<string, unknown>): Partial<Pick<ModelEntry, "baseUrl" | "api">> {
    const baseUrl = this.text(listed, "baseUrl");
    const api = this.#choice(listed, "api", ["chat", "responses"]);
    return { ...(baseUrl === undefined ? {} : { baseUrl }), ...(api === undefined ? {} : { api }) };
  }

  fields(where: string, model: Record<string, unknown>): Fields {
    const id = this.text(model, "id");
    if (id === undefined || id === "") throw this.#invalid(`${where}: a model has no "id"`);
    const given = {
      name: this.text(model, "name"),
      contextWindow: this.#number(model, "contextWindow"),
      maxOutput: this.#number(model, "maxTokens"),
      reasoning: this.#flag(model, "reasoning"),
      api: this.#choice(model, "api", ["chat", "responses"]),
      thinking: this.#choice(model, "thinking", ["budget", "adaptive"]),
      baseUrl: this.text(model, "baseUrl"),
    };
    const price = {
      input: this.#number(model, "priceInput"),
      output: this.#number(model, "priceOutput"),
      cacheRead: this.#number(model, "priceCacheRead"),
      cacheWrite: this.#number(model, "priceCacheWrite"),
    };
    return { id, ...withoutUndefined(given), price: withoutUndefined(price) };
  }

  text(from: Record<string, unknown>, field: string): string | undefined {
    const value = from[field];
    if (value === undefined || value === null) return undefined;
    if (typeof value !== "string") throw this.#wrong(from, field, "a string");
    return value;
  }

  #number(from: Record<string, unknown>, field: string): number | undefined {
    const value = from[field];
    if (value === undefined || value === null) return undefined;
    if (typeof value !== "number" || value < 0) throw this.#wrong(from, field, "a number of at least 0");
    return value;
  }

  #flag(from: Record<string, unknown>, field: string): boolean | undefined {
    const value = from[field];
    if (value === undefined || value === null) return undefined;
    if (typeof value !== "boolean") throw this.#wrong(from, field, "true or false");
    return value;
  }

  #choice<T extends string>(
    from: Record<string, unknown>,
    field: string,
    choices: readonly T[],
  ): T | undefined {
    const value = this.text(from, field);
    if (value === undefined) return undefined;
    const chosen = choices.find((choice) => choice === value);
    if (chosen === undefined) throw this.#wrong(from, field, `one of ${choices.join(", ")}`);
    return chosen;
  }

  #record(value: unknown, where: string): Record<string, unknown> {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      throw this.#invalid(`${where} is not an object`);
    }
    return value as Record<string, unknown>;
  }

  #wrong(from: Record<string, unknown>, field: string, expected: string): ProviderSetupError {
    const whose = typeof from.id === "string" ? `model "${from.id}": ` : "";
    return this.#invalid(`${whose}"${field}" is not ${expected}`);
  }

  #invalid(reason: string, cause?: unknown): ProviderSetupError {
    return new ProviderSetupError("MODELS_FILE_INVALID", {
      message: `${this.#path} cannot be used: ${reason}`,
      hint: "Correct the file or move it away; the built-in models need none.",
      cause,
    });
  }
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function withoutUndefined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;
}
