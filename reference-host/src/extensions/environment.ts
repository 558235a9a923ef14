/** The environment of an extension: the host's own, less the host's secrets. */

/** The variables from which hosts of this protocol take keys; a host adds those of its own providers. */
export const wellKnownSecrets: readonly string[] = [
  "ANTHROPIC_API_KEY",
  "OPENAI_API_KEY",
  "KIMI_API_KEY",
  "MOONSHOT_API_KEY",
  "ZOTCORE_RPC_TOKEN",
];

/** What decides about a variable. */
export interface EnvironmentOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly secrets: readonly string[];
  /** The manifest's `env`: secrets that the extension asks for by name. */
  readonly asked: readonly string[];
}

/** The variables that an extension is started with. */
export function extensionEnvironment(options: EnvironmentOptions): Record<string, string> {
  const withheld = new Set([...wellKnownSecrets, ...options.secrets]);
  for (const name of options.asked) withheld.delete(name);
  const passed: Record<string, string> = {};
  for (const [name, value] of Object.entries(options.env)) {
    if (value !== undefined && !withheld.has(name)) passed[name] = value;
  }
  return passed;
}
