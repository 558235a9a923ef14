/** What the model is told before the conversation starts. */
import type { InstructionFile } from "./instructions.js";

/** The parts of a system prompt. */
export interface SystemPromptParts {
  /** In place of the built-in identity. */
  readonly identity?: string | undefined;
  /** Texts of `--append-system-prompt`, in order. */
  readonly append?: readonly string[];
  readonly agentsFiles?: readonly InstructionFile[];
  readonly skills?: string | undefined;
  readonly cwd: string;
  readonly date: Date;
}

/** Who the agent is unless the user says otherwise. */
export const defaultIdentity = `You are a coding agent. You help the user with the software in the working directory: you read it, change it, run it, and explain it.

Look before you act: read the files that matter and check what you assume. Make the change that was asked for and no other; keep to the style of the code around it. When you have changed something, run what proves it.

Be brief. Say what you did and what the user has to know; do not repeat what the tools have shown. When a tool fails, read its message and try another way; when you are stuck or a step cannot be undone, ask.`;

/** Identity, appended texts, AGENTS.md files, skills, then date and working directory. */
export function composeSystemPrompt(parts: SystemPromptParts): string {
  const files = (parts.agentsFiles ?? []).map(({ path, text }) => `Instructions from ${path}:\n\n${text}`);
  const facts = `Current date: ${localDate(parts.date)}\nCurrent working directory: ${parts.cwd}\n`;
  return [parts.identity ?? defaultIdentity, ...(parts.append ?? []), ...files, parts.skills, facts]
    .filter((part) => part !== undefined && part !== "")
    .join("\n\n");
}

/** The user's date, not that of Greenwich. */
function localDate(date: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
