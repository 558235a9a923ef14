/**
 * Follows a guide as a reader does: files are written, commands are run, outputs are compared.
 *
 * A block with a path behind its language is a file. A block of `sh` is run, and the block of `output` behind it is
 * what it prints; there a line of three dots stands for any lines, and `…` for any text within a line. A code other
 * than 0 is shown as a last line. A block of `diff` is a piece of the patch that the next command applies. A block of `text` is shown only: a command that takes minutes. No other blocks are
 * allowed, so that nothing in a guide goes untried.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** A step of a guide. */
export type GuideStep =
  | { readonly kind: "file"; readonly path: string; readonly text: string }
  | { readonly kind: "piece"; readonly text: string }
  | { readonly kind: "run"; readonly script: string; readonly output: string | undefined };

/** The text of a guide in `docs/guides`. */
export function guideText(name: string): string {
  return readFileSync(join(root, "docs", "guides", name), "utf8");
}

/** The steps of a guide in `docs/guides`. */
export function guideSteps(name: string): readonly GuideStep[] {
  const text = guideText(name);
  const steps: GuideStep[] = [];
  for (const [, info = "", body = ""] of text.matchAll(/^```([^\n]*)\n(.*?)^```$/gms)) {
    const [language, path] = info.split(" ");
    const last = steps.at(-1);
    if (path !== undefined) steps.push({ kind: "file", path, text: body });
    else if (language === "text") continue;
    else if (language === "diff") steps.push({ kind: "piece", text: body });
    else if (language === "sh") steps.push({ kind: "run", script: body, output: undefined });
    else if (language === "output" && last?.kind === "run" && last.output === undefined)
      steps[steps.length - 1] = { ...last, output: body };
    else throw new Error(`${name} has a block that no test runs: \`\`\`${info}\n${body}`);
  }
  return steps;
}

/**
 * A folder in which the commands of a guide find the project's programs and folders, as in a checkout, and nothing of
 * the developer's own.
 */
export class GuideFolder {
  readonly path = mkdtempSync(join(tmpdir(), "xp-guide-"));
  readonly #env: Readonly<Record<string, string>>;

  constructor() {
    const bin = join(this.path, ".bin");
    mkdirSync(bin);
    for (const [name, file] of [
      ["extproto", "conformance/bin/extproto.mjs"],
      ["extproto-host", "reference-host/bin/extproto-host.mjs"],
    ] as const) {
      writeFileSync(join(bin, name), `#!/bin/sh\nexec "${process.execPath}" "${join(root, file)}" "$@"\n`);
      chmodSync(join(bin, name), 0o755);
    }
    for (const name of ["conformance", "reference-host", "docs"])
      symlinkSync(join(root, name), join(this.path, name));
    const PATH = [bin, dirname(process.execPath), process.env.PATH ?? ""].join(delimiter);
    this.#env = { PATH, HOME: this.path, CI: "1" };
  }

  write(path: string, text: string): void {
    const file = join(this.path, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  /** What a script prints, with its code where that is not 0. */
  run(script: string): string {
    const { stdout, stderr, status } = spawnSync("/bin/sh", ["-c", script], {
      cwd: this.path,
      env: this.#env,
      encoding: "utf8",
    });
    return `${stdout}${stderr}${status === 0 ? "" : `(exit code ${status})\n`}`;
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

/** What a printed text has to match. */
export function expectedOutput(text: string): RegExp {
  const escaped = (part: string) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  const lines = text
    .split("\n")
    .slice(0, -1)
    .map((line) => (line === "..." ? "(?:.*\\n)*?" : `${line.split("…").map(escaped).join(".*?")}\\n`));
  return new RegExp(`^${lines.join("")}$`);
}
