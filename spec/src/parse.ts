/**
 * Reads requirements out of a document.
 *
 * A requirement is a fourth-level heading with its id in backquotes, a line of facts, and one sentence:
 *
 *     #### `ext.ready.sent-once`
 *     SHOULD · extension · testable · governs `extproto.extension.ready`
 *
 *     An extension SHOULD send `ready` exactly once, after its last registration.
 *
 * Everything else in a document explains and does not bind.
 */
import {
  type Level,
  levels,
  type Party,
  parties,
  plannedProfiles,
  type Requirement,
  type Status,
  unobservableReasons,
} from "./requirement.js";

/** A fault in the text: where, and what is wrong. */
export interface Fault {
  readonly document: string;
  readonly line: number;
  readonly message: string;
}

/** What a document holds. */
export interface ParsedDocument {
  readonly requirements: readonly Requirement[];
  readonly faults: readonly Fault[];
  /** Examples in fenced blocks, with the words after the language. */
  readonly examples: readonly { readonly line: number; readonly from: string; readonly text: string }[];
  /** Targets of links. */
  readonly links: readonly { readonly line: number; readonly target: string }[];
  /** Anchors of headings, as GitHub makes them. */
  readonly anchors: ReadonlySet<string>;
}

// An underscore is a word character to \b, and Markdown emphasis is not a place to hide a key word.
const keyWords = /(?<![A-Za-z])(MUST|SHOULD|MAY|SHALL|REQUIRED|RECOMMENDED|OPTIONAL)(?![A-Za-z])/;
const openQuestions = /\b(TBD|TODO|FIXME)\b|should probably|to be (decided|determined)|open question/i;
const idForm = /^[a-z]+(\.[a-z][a-z0-9]*(-[a-z0-9]+)*){2}$/;

/** The anchor that GitHub gives a heading. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

function parseStatus(text: string): Status | undefined {
  if (text === "testable") return { kind: "testable" };
  const [kind, detail] = text.split(": ");
  const reason = unobservableReasons.find((candidate) => candidate === detail);
  if (kind === "unobservable" && reason !== undefined) return { kind, reason };
  const profile = plannedProfiles.find((candidate) => candidate === detail);
  if (kind === "planned" && profile !== undefined) return { kind, profile };
  return undefined;
}

interface Facts {
  readonly level: Level;
  readonly binds: readonly Party[];
  readonly status: Status;
  readonly governs: readonly string[];
}

function parseFacts(line: string): Facts | string {
  const [level, binds, status, governs, ...rest] = line.split(" · ");
  if (rest.length > 0) return "the line of facts has more than four parts";
  const knownLevel = levels.find((candidate) => candidate === level);
  if (knownLevel === undefined) return `unknown level ${level}`;
  const named = (binds ?? "").split(", ");
  const bound = parties.filter((party) => named.includes(party));
  if (bound.length !== named.length) return `unknown party in ${binds}`;
  const knownStatus = parseStatus(status ?? "");
  if (knownStatus === undefined) return `unknown status ${status}`;
  if (governs !== undefined && !/^governs `[^`]+`(, `[^`]+`)*$/.test(governs))
    return `cannot read ${governs}`;
  const names = [...(governs ?? "").matchAll(/`([^`]+)`/g)].map((match) => match[1] as string);
  return { level: knownLevel, binds: bound, status: knownStatus, governs: names };
}

function sentenceFault(sentence: string, level: Level): string | undefined {
  const plain = sentence.replaceAll(/`[^`]*`/g, "code");
  if (!/[.]$/.test(plain)) return "the sentence does not end with a full stop";
  if (/[.!?] [A-Z]/.test(plain)) return "there is more than one sentence";
  const words = plain.match(new RegExp(keyWords, "g")) ?? [];
  if (words.length !== 1) return `the sentence has ${words.length} key words, not one`;
  if (words[0] !== level) return `the sentence says ${words[0]}, the level is ${level}`;
  return undefined;
}

/** Parses one document. */
export function parseDocument(document: string, text: string): ParsedDocument {
  const requirements: Requirement[] = [];
  const faults: Fault[] = [];
  const examples: { line: number; from: string; text: string }[] = [];
  const links: { line: number; target: string }[] = [];
  const anchors = new Set<string>();
  const lines = text.split("\n");
  let section = "";
  let fence: { marker: string; from: string } | undefined;
  let sentenceLine = -1;
  let current: (Requirement & { zotDeviates: string[] }) | undefined;
  const fault = (line: number, message: string) => faults.push({ document, line: line + 1, message });

  for (const [index, line] of lines.entries()) {
    const opening = /^(```+|~~~+)(.*)$/.exec(line);
    if (fence !== undefined) {
      if (opening?.[1]?.startsWith(fence.marker) && opening[2] === "") fence = undefined;
      else if (fence.from !== "") examples.push({ line: index + 1, from: fence.from, text: line });
      continue;
    }
    if (opening !== null) {
      const info = (opening[2] ?? "").trim();
      fence = { marker: opening[1] as string, from: /^json /.test(info) ? info.slice(5) : "" };
      continue;
    }
    for (const match of line.replaceAll(/`[^`]*`/g, "").matchAll(/\]\(([^)\s]+)\)/g)) {
      links.push({ line: index + 1, target: match[1] as string });
    }
    if (openQuestions.test(line)) fault(index, "an open question");
    const heading = /^(#+) (.*)$/.exec(line);
    if (heading !== null) {
      const [, marks, title] = heading as unknown as [string, string, string];
      anchors.add(anchorOf(title));
      current = undefined;
      if (marks.length <= 3) section = title;
      if (marks.length !== 4) continue;
      const id = /^`([^`]+)`$/.exec(title)?.[1];
      if (id === undefined || !idForm.test(id)) {
        fault(index, `a fourth-level heading is the id of a requirement, not ${title}`);
        continue;
      }
      const facts = parseFacts(lines[index + 1] ?? "");
      const sentence = lines[index + 3] ?? "";
      if (typeof facts === "string") {
        fault(index + 1, `${id}: ${facts}`);
        continue;
      }
      if (lines[index + 2] !== "") fault(index + 2, `${id}: a blank line stands between facts and sentence`);
      const wrong = sentenceFault(sentence, facts.level);
      if (wrong !== undefined) fault(index + 3, `${id}: ${wrong}`);
      sentenceLine = index + 3;
      current = { id, ...facts, sentence, document, line: index + 1, section, zotDeviates: [] };
      requirements.push(current);
      continue;
    }
    const isRequirementText = current !== undefined && (index === sentenceLine || index === current.line);
    if (
      !isRequirementText &&
      keyWords.test(line.replaceAll(/`[^`]*`/g, "")) &&
      !(section === "Key words" && document === "README.md")
    ) {
      fault(index, `a key word outside a requirement: ${line.slice(0, 60)}`);
    }
    const deviation = /^> Note: zot 380eca9 deviates: (.*)$/.exec(line)?.[1];
    if (deviation !== undefined) current?.zotDeviates.push(deviation);
  }
  if (fence !== undefined) fault(lines.length - 1, "a fenced block is not closed");
  return { requirements, faults, examples, links, anchors };
}
