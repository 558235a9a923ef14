/** The interceptor `fixtures/link` as a command in each language, and extensions that run it. */
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run as runGo, whyNoGo } from "./go-tools.js";
import { sdk as pythonSdk, whyNoPython } from "./python-tools.js";
import { run as runRust, sdk as rustSdk, target, whyNoRust } from "./rust-tools.js";

const fixture = fileURLToPath(new URL("fixtures/link/", import.meta.url));

/** The languages that take part, in the order in which each test begins. */
export const languages = ["typescript", "python", "go", "rust"] as const;
/** One of them. */
export type Language = (typeof languages)[number];
/** Program and arguments for each language; the name of the extension comes after them. */
export type Programs = Readonly<Record<Language, readonly [string, ...string[]]>>;

/** What the environment of the host has to have. */
export const environment = { PYTHONPATH: join(pythonSdk, "src") };

/** What this machine lacks. */
export function whatIsMissing(): readonly string[] {
  return [whyNoPython(), whyNoGo(), whyNoRust()].filter((why) => why !== undefined);
}

/** Builds what has to be built. */
export function buildPrograms(into: string): Programs {
  const go = join(into, "link-go");
  built("Go", runGo("go", ["build", "-o", go, "."], { cwd: join(fixture, "go") }));
  // Always the same folder: Cargo takes another path for another package, and keeps both.
  const crate = join(target, "link");
  mkdirSync(join(crate, "src"), { recursive: true });
  cpSync(join(fixture, "rust/main.rs"), join(crate, "src/main.rs"), { preserveTimestamps: true });
  cpSync(join(rustSdk, "Cargo.lock"), join(crate, "Cargo.lock"));
  const about = '[package]\nname = "link"\nversion = "0.0.0"\nedition = "2021"\n';
  const needs = `[dependencies]\nextproto = { path = ${JSON.stringify(rustSdk)} }\n`;
  writeFileSync(join(crate, "Cargo.toml"), `${about}\n${needs}\n[workspace]\n`);
  built("Rust", runRust("cargo", ["build", "--quiet", "--offline"], { cwd: crate }));
  return {
    typescript: [process.execPath, join(fixture, "typescript/main.mjs")],
    python: ["python3", join(fixture, "python/main.py")],
    go: [go],
    rust: [join(target, "debug/link")],
  };
}

/** Makes the folder of an extension that runs a program under a name; gives the folder. */
export function extensionOf(
  [exec, ...args]: Programs[Language],
  { name, into }: { name: string; into: string },
) {
  const folder = join(into, name);
  mkdirSync(folder, { recursive: true });
  const manifest = { name, version: "1.0.0", exec, args: [...args, name] };
  writeFileSync(join(folder, "extension.json"), JSON.stringify(manifest));
  return folder;
}

function built(language: string, { status, output }: { status: number | null; output: string }): void {
  if (status !== 0) throw new Error(`the link in ${language} does not compile:\n${output}`);
}
