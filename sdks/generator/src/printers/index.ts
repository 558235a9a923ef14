/** The languages. Each is loaded only when it is asked for. */
import type { Printer } from "../printer.js";

const loaders = {
  typescript: async () => (await import("./typescript/index.js")).printer,
  python: async () => (await import("./python/index.js")).printer,
  go: async () => (await import("./go/index.js")).printer,
  rust: async () => (await import("./rust/index.js")).printer,
  java: async () => (await import("./java/index.js")).printer,
  json: async () => (await import("./json/index.js")).printer,
} as const satisfies Readonly<Record<string, () => Promise<Printer>>>;

/** A language that has a printer. */
export type Language = keyof typeof loaders;

/** The languages, in the order of the documentation. */
export const languages = Object.keys(loaders) as readonly Language[];

/** Says whether there is a printer for it. */
export function isLanguage(name: string): name is Language {
  return Object.hasOwn(loaders, name);
}

/** Loads the printer of a language. */
export function loadPrinter(language: Language): Promise<Printer> {
  return loaders[language]();
}
