/** Where the keys of the providers are looked for. */
import type { ProviderName } from "./catalogue.js";
import { readHomeFile } from "./home-file.js";

/** Where a key came from. */
export type KeySource = "flag" | "environment" | "auth.json" | "none";

/** A key, and where it came from. */
export interface FoundKey {
  readonly value: string | undefined;
  readonly source: KeySource;
}

/** Where to look. */
export interface KeyPlaces {
  readonly apiKey?: string | undefined;
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  readonly home?: string | undefined;
}

/** The environment variables with a provider's key, in order; they are the host's secrets. */
export const keyVariables: Readonly<Record<ProviderName, readonly string[]>> = {
  anthropic: ["ANTHROPIC_API_KEY"],
  openai: ["OPENAI_API_KEY"],
  kimi: ["KIMI_API_KEY", "MOONSHOT_API_KEY"],
  ollama: [],
  scripted: [],
};

/** The key for the chosen provider: the flag, then the environment, then auth.json. */
export function findKey(name: ProviderName, places: KeyPlaces): FoundKey {
  return places.apiKey ? { value: places.apiKey, source: "flag" } : storedKey(name, places);
}

/** The key that was there before this run. */
export function storedKey(name: ProviderName, { env = process.env, home }: KeyPlaces): FoundKey {
  for (const variable of keyVariables[name]) {
    const value = env[variable];
    if (value) return { value, source: "environment" };
  }
  const entry = readHomeFile({ home, file: "auth.json", code: "AUTH_FILE_INVALID" })[name];
  const key =
    typeof entry === "object" && entry !== null ? (entry as { api_key?: unknown }).api_key : undefined;
  return typeof key === "string" && key !== ""
    ? { value: key, source: "auth.json" }
    : { value: undefined, source: "none" };
}
