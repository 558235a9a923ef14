/**
 * Reads a guide as a reader follows it: files are written, commands are run, outputs are compared.
 *
 * A block with a path after its language is a file. A block of `sh` is run; the block of `output` behind it
 * is what it prints, where a line of three dots stands for any lines. No other blocks are allowed, so that
 * nothing in a guide goes untried.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "../modes/started-host.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** A step of a guide. */
export type Step =
  | { readonly kind: "file"; readonly path: string; readonly text: string }
  | { readonly kind: "run"; readonly script: string; readonly output: string | undefined };

/** The steps of a guide in `docs/guides`. Throws at a block that is neither file nor command. */
export function readGuide(name: string): Step[] {
  const text = readFileSync(join(root, "docs", "guides", name), "utf8");
  const steps: Step[] = [];
  for (const [, info = "", body = ""] of text.matchAll(/^```([^\n]*)\n(.*?)^```$/gms)) {
    const [language, path] = info.split(" ");
    const last = steps.at(-1);
    if (path !== undefined) steps.push({ kind: "file", path, text: body });
    else if (language === "sh") steps.push({ kind: "run", script: body, output: undefined });
    else if (language === "output" && last?.kind === "run" && last.output === undefined) {
      steps[steps.length - 1] = { ...last, output: body };
    } else throw new Error(`${name} has a block that no test runs: \`\`\`${info}\n${body}`);
  }
  return steps;
}

/** A folder in which the commands of a guide find the host, and nothing of the developer's own. */
export function guideFolder(): { readonly folder: string; readonly env: Record<string, string> } {
  const folder = temporaryFolder();
  const bin = join(folder, ".bin");
  mkdirSync(bin);
  const host = join(root, "reference-host", "bin", "extproto-host.mjs");
  writeFileSync(join(bin, "extproto-host"), `#!/bin/sh\nexec "${process.execPath}" "${host}" "$@"\n`);
  chmodSync(join(bin, "extproto-host"), 0o755);
  mkdirSync(join(folder, "node_modules", "@extproto"), { recursive: true });
  symlinkSync(join(root, "reference-host"), join(folder, "node_modules", "@extproto", "reference-host"));
  const path = `${bin}${delimiter}${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ""}`;
  return { folder, env: { PATH: path, HOME: folder, ZOT_HOME: join(folder, ".home") } };
}

/** Runs a script of a guide; its output, and its status where that is not 0. */
export function runScript(script: string, place: { folder: string; env: Record<string, string> }): string {
  const { stdout, stderr, status } = spawnSync("/bin/sh", ["-c", script], {
    cwd: place.folder,
    env: place.env,
    encoding: "utf8",
  });
  return status === 0 ? stdout : `${stdout}${stderr}status ${status}`;
}

/** Writes a file of a guide. */
export function writeGuideFile(folder: string, path: string, text: string): void {
  const target = join(folder, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text);
}

/** The same file among the examples, where there is one. */
export function exampleFile(path: string): string | undefined {
  for (const folder of ["extensions", "rpc"]) {
    try {
      return readFileSync(join(root, "docs", "examples", folder, path), "utf8");
    } catch {
      // Not there.
    }
  }
  return undefined;
}

/** What a printed text has to match. */
export function expectedOutput(text: string): RegExp {
  const lines = text.split("\n").slice(0, -1);
  const parts = lines.map((line) =>
    line === "..." ? "(?:.*\\n)*?" : `${line.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")}\\n`,
  );
  return new RegExp(`^${parts.join("")}$`);
}
