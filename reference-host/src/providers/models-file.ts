/** Reads a `models.json`, and says at which path in it something is wrong or unknown. */
import { didYouMean } from "@extproto/schemas";
import type { ModelEntry } from "../agent/contract.js";
import { readRegularFile } from "../files/regular-file.js";
import { ProviderSetupError } from "./setup-error.js";

/** What one provider says. */
export interface ListedProvider {
  readonly name: string;
  /** What holds for all its models. */
  readonly shared: Partial<Pick<ModelEntry, "baseUrl" | "api">>;
  readonly defaultModel: string | undefined;
  readonly models: readonly ListedModel[];
}

/** The fields that the entry of a model has. */
export type ListedModel = { readonly id: string } & Partial<Omit<ModelEntry, "id" | "provider" | "price">> & {
    readonly price: Partial<ModelEntry["price"]>;
  };

/** A file that could be used. */
export interface ModelsFile {
  readonly providers: readonly ListedProvider[];
  /** Keys that nothing reads, in words for the user. */
  readonly warnings: readonly string[];
}

const rootKeys = ["providers", "$schema"];
const providerKeys = ["models", "default", "baseUrl", "api"];
const modelKeys = [
  ...["id", "name", "contextWindow", "maxTokens", "reasoning", "api", "thinking", "baseUrl"],
  ...["priceInput", "priceOutput", "priceCacheRead", "priceCacheWrite"],
];

/** Reads the file; throws a {@link ProviderSetupError} where its shape is wrong. */
export function readModelsFile(path: string): ModelsFile {
  const invalid = (reason: string, cause?: unknown) =>
    new ProviderSetupError("MODELS_FILE_INVALID", {
      message: `${path} cannot be used: ${reason}`,
      hint: "Correct the file or move it away; the built-in models need none.",
      cause,
    });
  let value: unknown;
  try {
    value = JSON.parse(readRegularFile(path).toString("utf8"));
  } catch (cause) {
    throw invalid(cause instanceof Error ? cause.message : String(cause), cause);
  }
  const warnings: string[] = [];
  const warn = (message: string) => void warnings.push(`${path}: ${message}`);
  const root = new Place(value, { where: "", keys: rootKeys, invalid, warn });
  if (root.missing("providers") && root.odd.length > 0) {
    throw invalid(`it has no "providers", which everything else stands in, but ${root.odd.join(", ")}`);
  }
  root.tellOddKeys();
  return { providers: root.children("providers", providerKeys).map(readProvider), warnings };
}

function readProvider(listed: Place): ListedProvider {
  listed.tellOddKeys();
  return {
    name: listed.name,
    shared: withoutUndefined({
      baseUrl: listed.text("baseUrl"),
      api: listed.choice("api", ["chat", "responses"]),
    }),
    defaultModel: listed.text("default"),
    models: listed.items("models", modelKeys).map(readModel),
  };
}

function readModel(model: Place): ListedModel {
  model.tellOddKeys();
  const id = model.text("id");
  if (id === undefined || id === "") throw model.wrong("id", "a name: each model needs one");
  const given = {
    name: model.text("name"),
    contextWindow: model.number("contextWindow"),
    maxOutput: model.number("maxTokens"),
    reasoning: model.flag("reasoning"),
    api: model.choice("api", ["chat", "responses"]),
    thinking: model.choice("thinking", ["budget", "adaptive"]),
    baseUrl: model.text("baseUrl"),
  };
  const price = {
    input: model.number("priceInput"),
    output: model.number("priceOutput"),
    cacheRead: model.number("priceCacheRead"),
    cacheWrite: model.number("priceCacheWrite"),
  };
  return { id, ...withoutUndefined(given), price: withoutUndefined(price) };
}

interface PlaceOptions {
  /** The path of the object in the file; empty for the whole. */
  readonly where: string;
  readonly keys: readonly string[];
  readonly invalid: (reason: string) => ProviderSetupError;
  readonly warn: (message: string) => void;
}

/** One object of the file. A field that is null counts as left out. */
class Place {
  readonly #options: PlaceOptions;
  readonly #fields: Readonly<Record<string, unknown>>;

  constructor(value: unknown, options: PlaceOptions) {
    this.#options = options;
    if (typeof value !== "object" || value === null || Array.isArray(value))
      throw options.invalid(`${options.where || "the file"} is not an object`);
    this.#fields = value as Record<string, unknown>;
  }

  /** What stands behind the first step of its path. */
  get name(): string {
    return this.#options.where.slice(this.#options.where.indexOf(".") + 1);
  }

  /** Keys that nothing reads. */
  get odd(): readonly string[] {
    return Object.keys(this.#fields).filter((key) => !this.#options.keys.includes(key));
  }

  missing(field: string): boolean {
    return this.#fields[field] === undefined || this.#fields[field] === null;
  }

  tellOddKeys(): void {
    for (const key of this.odd) {
      const hint = didYouMean(key, this.#options.keys) ?? `known are ${this.#options.keys.join(", ")}`;
      this.#options.warn(`${this.#path(key)} is not known and has no effect; ${hint}`);
    }
  }

  children(field: string, keys: readonly string[]): Place[] {
    if (this.missing(field)) return [];
    const where = this.#path(field);
    const parent = new Place(this.#fields[field], { ...this.#options, where, keys });
    return Object.entries(parent.#fields).map(
      ([name, value]) => new Place(value, { ...this.#options, where: `${where}.${name}`, keys }),
    );
  }

  items(field: string, keys: readonly string[]): Place[] {
    if (this.missing(field)) return [];
    const value = this.#fields[field];
    if (!Array.isArray(value)) throw this.wrong(field, "an array");
    return value.map(
      (item: unknown, index) =>
        new Place(item, { ...this.#options, where: `${this.#path(field)}[${index}]`, keys }),
    );
  }

  text(field: string): string | undefined {
    return this.#read(field, "a string", (value) => typeof value === "string");
  }

  number(field: string): number | undefined {
    const fits = (value: unknown): value is number =>
      typeof value === "number" && Number.isFinite(value) && value >= 0;
    return this.#read(field, "a number of at least 0", fits);
  }

  flag(field: string): boolean | undefined {
    return this.#read(field, "true or false", (value) => typeof value === "boolean");
  }

  choice<T extends string>(field: string, choices: readonly T[]): T | undefined {
    const fits = (value: unknown): value is T => choices.some((choice) => choice === value);
    return this.#read(field, `one of ${choices.join(", ")}`, fits);
  }

  wrong(field: string, expected: string): ProviderSetupError {
    return this.#options.invalid(`${this.#path(field)} is not ${expected}`);
  }

  #read<T>(field: string, expected: string, fits: (value: unknown) => value is T): T | undefined {
    if (this.missing(field)) return undefined;
    const value = this.#fields[field];
    if (!fits(value)) throw this.wrong(field, expected);
    return value;
  }

  #path(field: string): string {
    return this.#options.where === "" ? field : `${this.#options.where}.${field}`;
  }
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function withoutUndefined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;
}
