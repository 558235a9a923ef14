/** A real browser, where the machine has one. */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/**
 * The browser's program: what EXTPROTO_BROWSER names, or the first on PATH. Undefined where there is none: tests
 * are then skipped, also in CI, since no part of the kit itself needs a browser. A machine that must not skip them
 * sets EXTPROTO_BROWSER, and a browser that then does not start is a failure.
 */
export const browserProgram: string | undefined =
  process.env.EXTPROTO_BROWSER ??
  (process.env.PATH ?? "")
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });

/** Starts it. */
export function startBrowser(program: string): Promise<Browser> {
  // In a container there is no sandbox to be had; the page is the test's own.
  return chromium.launch({ executablePath: program, args: ["--no-sandbox"] });
}
