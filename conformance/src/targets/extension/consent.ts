/** Whether the kit may run the tools and commands of an extension: they may act on the world. */
import type { CheckFile } from "./check-file/schema.js";

/** What a person is asked. */
export interface ConsentQuestion {
  readonly extension: string;
  readonly tools: readonly string[];
  readonly commands: readonly string[];
}

/** Who gave the consent, for the report. */
export type ConsentSource = "flag" | "file" | "answer" | "none";

/** What may be run. */
export interface Consent {
  readonly source: ConsentSource;
  tool(name: string): boolean;
  command(name: string): boolean;
}

/** Where consent can come from, in this order: the command line, the check file, a person. */
export interface ConsentOptions {
  /** `--allow-tools`. */
  readonly allowTools: boolean;
  readonly file: CheckFile;
  /** Asks the person at the terminal; absent where there is none. */
  readonly ask?: (question: ConsentQuestion) => Promise<boolean>;
  readonly question: ConsentQuestion;
}

/** Finds out what may be run. A file that says no is not argued with. */
export async function findConsent({ allowTools, file, ask, question }: ConsentOptions): Promise<Consent> {
  if (allowTools) return { source: "flag", tool: () => true, command: () => true };
  const { allow_tools: tools, allow_commands: commands } = file;
  if (tools !== undefined || commands !== undefined) {
    return { source: "file", tool: among(tools), command: among(commands) };
  }
  const anything = question.tools.length + question.commands.length > 0;
  const yes = anything && ask !== undefined && (await ask(question));
  return { source: yes ? "answer" : "none", tool: () => yes, command: () => yes };
}

function among(allowed: boolean | readonly string[] | undefined): (name: string) => boolean {
  return (name) => allowed === true || (Array.isArray(allowed) && allowed.includes(name));
}

/** How to give consent, for messages about cases that could not be run. */
export const howToConsent =
  "allow it with --allow-tools, or with allow_tools and allow_commands in extproto.check.yaml beside the manifest";
