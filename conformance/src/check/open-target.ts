/** Makes the target that a check is about. */
import { createInterface } from "node:readline/promises";
import { UsageError } from "../cli/usage-error.js";
import type { Target } from "../run/contract.js";
import type { ConsentQuestion } from "../targets/extension/consent.js";
import { printable } from "../validate/printable.js";
import type { CheckOptions } from "./options.js";

/** Codes of errors that are the typist's to mend: a folder or file that is not what it should be. */
const mendable = /^(EXTENSION_|PROFILE_|CHECK_FILE_)/;

/** Opens the target; what cannot be used is a fault of the command line. */
export async function openTarget(options: CheckOptions, signal: AbortSignal): Promise<Target> {
  try {
    return await open(options, signal);
  } catch (error) {
    const { code, message } = error as { code?: unknown; message?: string };
    if (typeof code === "string" && mendable.test(code)) throw new UsageError(message, { cause: error });
    throw error;
  }
}

async function open(options: CheckOptions, signal: AbortSignal): Promise<Target> {
  const { checked, allowTools, toolTimeout, defaultDeadlines, files } = options;
  if (checked.kind === "host") {
    const { openHost } = await import("../targets/host/open-host.js");
    return openHost({ profile: checked.profile, shorten: !defaultDeadlines, signal });
  }
  if (checked.kind === "client") {
    const { createClientTarget } = await import("../targets/client/client-target.js");
    return createClientTarget({ profile: checked.profile });
  }
  const { extensionTarget } = await import("../targets/extension/extension-target.js");
  const attended = process.stdin.isTTY === true && process.stderr.isTTY === true && !files.json;
  return extensionTarget(checked.dir, {
    allowTools,
    signal,
    ...(toolTimeout === undefined ? {} : { toolTimeout }),
    ...(attended ? { askConsent: (question) => ask(question, signal) } : {}),
  });
}

/** Asks the person at the terminal. Anything but a yes is a no; Ctrl-C ends the check, as it does everywhere. */
async function ask({ extension, tools, commands }: ConsentQuestion, signal: AbortSignal): Promise<boolean> {
  const things = [
    ...(tools.length === 0 ? [] : [`tools ${tools.join(", ")}`]),
    ...(commands.length === 0 ? [] : [`commands ${commands.map((name) => `/${name}`).join(", ")}`]),
  ];
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const given = new AbortController();
  // The terminal is in raw mode here, so that no signal comes of Ctrl-C; and nothing comes of an end of input.
  terminal.once("SIGINT", () => process.kill(process.pid, "SIGINT"));
  terminal.once("close", () => given.abort());
  try {
    const answer = await terminal.question(
      `${printable(extension)} has the ${printable(things.join(" and the "))}. They may act on the world.\nRun them with made-up arguments? [y/N] `,
      { signal: AbortSignal.any([signal, given.signal]) },
    );
    return /^y(es)?$/i.test(answer.trim());
  } catch {
    signal.throwIfAborted();
    return false;
  } finally {
    terminal.close();
  }
}
