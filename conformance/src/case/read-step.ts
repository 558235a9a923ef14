/** One element of `steps` -> a step. */
import { didYouMean } from "@extproto/schemas";
import type { Duration, Json, PlainStep, Step } from "./format.js";
import { isObject } from "./json.js";
import { checkOperators } from "./operators.js";
import { optionSchemas, optionsOf } from "./schema.js";
import { checkShape, type Report } from "./shape.js";
import { type ActorRole, type Verb, verbs } from "./verbs.js";
import { type Field, type Tree, treeAt } from "./yaml-tree.js";

/** What reading a step needs to know. */
export interface StepContext {
  /** The actors of the case and what kind each is. */
  readonly actors: ReadonlyMap<string, ActorRole>;
  readonly report: Report;
  lineOf(offset: number): number;
}

interface Head {
  readonly actor: string;
  readonly role: ActorRole;
  readonly verb: Verb;
  readonly text: string;
  readonly value: Tree;
}

/** Reads one step; undefined where it cannot be understood, which has been reported. */
export function readStep(tree: Tree, at: string, context: StepContext): Step | undefined {
  const { report } = context;
  if (typeof tree.value === "string") return readBareStep(tree, at, context);
  if (tree.fields === undefined) {
    report(tree.offset, "CASE_WRONG_TYPE", "a step is a mapping: `first receives: { type: tool_call }`");
    return undefined;
  }
  const unwritten = tree.fields.get("to do");
  if (unwritten !== undefined) {
    const what = typeof unwritten.tree.value === "string" ? `: ${unwritten.tree.value}` : "";
    report(unwritten.offset, "CASE_TO_DO", `this step is still to be written${what}`);
    return undefined;
  }
  const group = tree.fields.get("any order");
  if (group !== undefined) return readGroup(tree, group, at, context);
  const head = findHead(tree, context);
  return head === undefined ? undefined : build(tree, head, at, context);
}

/** `- first dies`, for verbs without a value. */
function readBareStep(tree: Tree, at: string, context: StepContext): Step | undefined {
  const field = { offset: tree.offset, tree: { offset: tree.offset, value: null } };
  const head = readHead(String(tree.value), field, context);
  if (head === undefined) return undefined;
  if (head.verb.value !== "nothing") {
    context.report(tree.offset, "CASE_WRONG_TYPE", `${head.text} needs a value: \`${head.text}: ...\``);
    return undefined;
  }
  return build({ ...tree, fields: new Map() }, head, at, context);
}

function readGroup(tree: Tree, group: Field, at: string, context: StepContext): Step | undefined {
  const { report } = context;
  const options = readOptions(tree, "any order", ["any order"], context);
  const items = group.tree.items ?? [];
  if (items.length < 2) {
    report(group.tree.offset, "CASE_EMPTY", "`any order` takes a list of two or more branches");
    return undefined;
  }
  const branches = items.map((item, index) => {
    const steps = item.items ?? [item];
    return steps.flatMap((inner, place): PlainStep[] => {
      const step = readStep(inner, `${at}.${index + 1}.${place + 1}`, context);
      if (step?.kind === "any order") {
        report(inner.offset, "CASE_NESTED_GROUP", "`any order` cannot stand inside `any order`");
        return [];
      }
      return step === undefined ? [] : [step];
    });
  });
  const line = context.lineOf(tree.offset);
  return { kind: "any order", at, line, text: "any order", branches, ...options };
}

/** The key that names actor and verb; all others have to be options. */
function findHead(tree: Tree, context: StepContext): Head | undefined {
  const { actors, report } = context;
  const fields = [...(tree.fields ?? [])];
  const heads = fields.filter(([key]) => actors.has(key.split(" ")[0] ?? "") && key.includes(" "));
  const [first, second] = heads;
  if (second !== undefined) {
    report(second[1].offset, "CASE_TWO_VERBS", "a step has one verb; begin a new step with `-`");
    return undefined;
  }
  if (first !== undefined) return readHead(first[0], first[1], context);
  const candidate = fields.find(([key]) => !Object.hasOwn(optionSchemas, key));
  if (candidate === undefined) {
    report(tree.offset, "CASE_NO_VERB", "a step needs an actor and a verb: `first receives: ...`");
    return undefined;
  }
  return readHead(candidate[0], candidate[1], context);
}

function readHead(text: string, field: Field, context: StepContext): Head | undefined {
  const { actors, report } = context;
  const [actor = "", ...rest] = text.trim().split(/ +/);
  const role = actors.get(actor);
  if (role === undefined) {
    const guess = didYouMean(actor, [...actors.keys()]);
    const all = `the actors of this case are ${[...actors.keys()].join(", ")}`;
    report(field.offset, "CASE_UNKNOWN_ACTOR", `there is no actor ${JSON.stringify(actor)}; ${guess ?? all}`);
    return undefined;
  }
  const name = rest.join(" ");
  const verb = verbs.get(name);
  const able = [...verbs.values()].filter((each) => each.by.includes(role)).map((each) => each.name);
  if (verb === undefined || !verb.by.includes(role)) {
    const guess = didYouMean(name, able) ?? `it can be: ${able.join(", ")}`;
    const what = verb === undefined ? `${JSON.stringify(name)} is no verb` : `${actor} has no verb ${name}`;
    report(field.offset, "CASE_UNKNOWN_VERB", `${what}; ${guess}`);
    return undefined;
  }
  return { actor, role, verb, text: `${actor} ${name}`, value: field.tree };
}

function readOptions(
  tree: Tree,
  kind: string,
  heads: readonly string[],
  context: StepContext,
): Record<string, Json> {
  const allowed = optionsOf[kind] ?? [];
  const options: Record<string, Json> = {};
  for (const [key, field] of tree.fields ?? []) {
    if (heads.includes(key)) continue;
    const schema = optionSchemas[key];
    if (!allowed.includes(key) || schema === undefined) {
      const guess = didYouMean(key, allowed) ?? `it has ${allowed.join(", ")}`;
      context.report(
        field.offset,
        "CASE_UNKNOWN_OPTION",
        `${JSON.stringify(key)} is no option of this step; ${guess}`,
      );
      continue;
    }
    checkShape(schema, field.tree, key, context.report);
    options[key] = field.tree.value;
  }
  return options;
}

function build(tree: Tree, head: Head, at: string, context: StepContext): Step | undefined {
  const { actor, verb, value, text } = head;
  const { meaning } = verb;
  const key = [...(tree.fields ?? [])].find(([, field]) => field.tree === value)?.[0] ?? "";
  const { as, after, within, given, fence, chunks, label, proves, hint, ...rest } = readOptions(
    tree,
    meaning.kind,
    [key],
    context,
  ) as Record<string, never>;
  const notBefore = rest["not before"] as Json | undefined;
  const common = {
    at,
    line: context.lineOf(tree.offset),
    text,
    actor,
    ...defined({ label, proves, hint }),
  };
  switch (meaning.kind) {
    case "act":
      checkActValue(head, context);
      return {
        ...common,
        kind: "act",
        act: meaning.act,
        value: value.value,
        ...defined({ chunks }),
        ...(rest["may be refused"] === true ? { mayBeRefused: true } : {}),
      };
    case "await":
      return {
        ...common,
        kind: "await",
        channel: meaning.channel,
        pattern: readPattern(head, context),
        ...defined({ as, after, within }),
        ...(isObject(notBefore)
          ? { notBefore: { since: String(notBefore.since), atLeast: notBefore["at least"] as Duration } }
          : {}),
        ...((given as unknown) === true ? { given: true } : {}),
        ...((fence as unknown) === true ? { fence: true } : {}),
      };
    case "never":
      return { ...common, kind: "never", channel: meaning.channel, pattern: readPattern(head, context) };
    case "wait":
      checkShape(optionSchemas.within ?? {}, value, text, context.report);
      return { ...common, kind: "wait", quiet: meaning.quiet, duration: value.value as Duration };
    case "file":
      return {
        ...common,
        kind: "file",
        ...readFileCheck(head, meaning.exists, context),
        ...defined({ as, within }),
      };
  }
}

function checkActValue({ verb, value, text }: Head, { report }: StepContext): void {
  const given = value.value;
  if (verb.value === "nothing" && given !== null && given !== true)
    report(value.offset, "CASE_WRONG_TYPE", `${text} takes no value`);
  if (verb.value === "frame" && !isObject(given))
    report(value.offset, "CASE_WRONG_TYPE", `${text} takes a frame: a mapping`);
  if ((verb.value === "stream" || verb.value === "signal") && typeof given !== "string")
    report(value.offset, "CASE_WRONG_TYPE", `${text} takes the name of a ${verb.value}`);
  if (verb.value === "text" && typeof given !== "string" && !isObject(given))
    report(value.offset, "CASE_WRONG_TYPE", `${text} takes a text`);
  for (const fault of checkOperators(given, "send"))
    report(treeAt(value, fault.path).offset, "CASE_OPERATOR", fault.message);
}

function readPattern({ verb, value }: Head, { report }: StepContext): Json {
  for (const fault of checkOperators(value.value, "pattern"))
    report(treeAt(value, fault.path).offset, "CASE_OPERATOR", fault.message);
  if (verb.name.endsWith("exits") && value.value === null) return {};
  return value.value;
}

function readFileCheck(
  { value, text }: Head,
  exists: boolean,
  { report }: StepContext,
): { path: Json; exists: boolean; pattern?: Json } {
  if (!exists || typeof value.value === "string") return { path: value.value, exists };
  const path = value.fields?.get("path");
  const content = value.fields?.get("text");
  if (path === undefined) {
    report(value.offset, "CASE_MISSING_FIELD", `${text} takes a path, or { path, text }`);
    return { path: "", exists };
  }
  for (const key of value.fields?.keys() ?? []) {
    if (key !== "path" && key !== "text")
      report(
        value.fields?.get(key)?.offset ?? 0,
        "CASE_UNKNOWN_FIELD",
        `${text} has the fields path and text`,
      );
  }
  return { path: path.tree.value, exists, ...(content === undefined ? {} : { pattern: content.tree.value }) };
}

function defined<T extends object>(options: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as never;
}
