/** The session's state machine as data (`session.json`), and the diagram drawn from it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { specFolder } from "./register.js";

/** What makes a session pass from one state to another: a frame, or something that happens. */
export type Trigger = { readonly frame: string } | { readonly event: string };

/** The states of one extension's session, and which frames each side may send in them. */
export interface SessionMachine {
  readonly initial: string;
  readonly states: readonly { readonly name: string; readonly doc: string }[];
  readonly transitions: readonly {
    readonly from: string;
    readonly to: string;
    readonly on: Trigger;
    readonly doc?: string;
  }[];
  readonly allowed: Readonly<
    Record<string, { readonly extension: readonly string[]; readonly host: readonly string[] }>
  >;
}

/** Reads `session.json`. */
export function readSession(folder: string = specFolder): SessionMachine {
  return JSON.parse(readFileSync(join(folder, "session.json"), "utf8")) as SessionMachine;
}

/** The machine as a Mermaid diagram. */
export function sessionDiagram(machine: SessionMachine): string {
  const lines = ["stateDiagram-v2", `    [*] --> ${machine.initial}`];
  for (const { from, to, on } of machine.transitions) {
    const label = "frame" in on ? on.frame.split(".").at(-1) : on.event.replace(":", " ");
    lines.push(`    ${from} --> ${to}: ${label}`);
  }
  const left = new Set(machine.transitions.map((transition) => transition.from));
  for (const { name } of machine.states) if (!left.has(name)) lines.push(`    ${name} --> [*]`);
  return lines.join("\n");
}

const begin = "<!-- state-machine:begin -->";
const end = "<!-- state-machine:end -->";

/** Puts the diagram between its markers in a document. */
export function withDiagram(text: string, machine: SessionMachine): string {
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`the markers ${begin} and ${end} are missing`);
  return `${text.slice(0, from + begin.length)}\n\n\`\`\`mermaid\n${sessionDiagram(machine)}\n\`\`\`\n\n${text.slice(to)}`;
}
