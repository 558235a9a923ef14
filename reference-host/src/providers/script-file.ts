/** The YAML scripts of the scripted model. The format is in scripted.ts. */
import type { TokenCounts } from "../agent/contract.js";
import { readRegularFileLater } from "../files/regular-file.js";
import type { Step, StepFailure, StepPart } from "./scripted-step.js";
import { ProviderSetupError } from "./setup-error.js";

/** A script that was read. */
export interface Script {
  readonly steps: readonly Step[];
  /** What happens at a call after the last step. */
  readonly after: "fail" | "loop" | "directives";
}

type Fields = Readonly<Record<string, unknown>>;

/** Reads and checks a script. Throws a ProviderSetupError that names the file and the place in it. */
export async function readScript(path: string): Promise<Script> {
  let text: string;
  try {
    text = (await readRegularFileLater(path)).toString("utf8");
  } catch (cause) {
    throw invalid(path, cause instanceof Error ? cause.message : String(cause), cause);
  }
  return parseScript(text, path);
}

/** Checks the text of a script; `path` is for the errors. */
export async function parseScript(text: string, path: string): Promise<Script> {
  const yaml = await import("yaml");
  let value: unknown;
  try {
    value = yaml.parse(text);
  } catch (cause) {
    throw invalid(path, cause instanceof Error ? cause.message : String(cause), cause);
  }
  try {
    return toScript(value);
  } catch (cause) {
    if (cause instanceof WrongPlace) throw invalid(path, cause.message);
    throw cause;
  }
}

function invalid(path: string, reason: string, cause?: unknown): ProviderSetupError {
  return new ProviderSetupError("SCRIPT_INVALID", {
    message: `the script ${path} cannot be played: ${reason}`,
    hint: 'A script is a list of steps such as "- say: hello"; see docs/guides/scripted-provider.md.',
    cause,
  });
}

class WrongPlace extends Error {}

function toScript(value: unknown): Script {
  const root: Fields = Array.isArray(value)
    ? { steps: value }
    : fields(value, "the script", ["steps", "after"]);
  if (!Array.isArray(root.steps) || root.steps.length === 0) throw new WrongPlace("it has no steps");
  const ends = ["fail", "loop", "directives"] as const;
  const after = ends.find((end) => end === (root.after ?? "fail"));
  if (after === undefined) throw new WrongPlace(`after: is not one of ${ends.join(", ")}`);
  return { steps: root.steps.map((step: unknown, index) => toStep(step, `step ${index + 1}`)), after };
}

const STEP_KEYS = ["say", "think", "call", "do", "usage", "delay", "fail", "stop", "cut", "stall"];

function toStep(value: unknown, where: string): Step {
  const step = fields(value, where, STEP_KEYS);
  const endings = [
    step.cut === true ? ("cut" as const) : undefined,
    step.stall === true ? ("stall" as const) : undefined,
    step.stop === "length" ? ("length" as const) : undefined,
  ].filter((ending) => ending !== undefined);
  if (endings.length > 1) throw new WrongPlace(`${where}: only one of cut, stall and stop`);
  for (const flag of ["cut", "stall"] as const) {
    if (step[flag] !== undefined && typeof step[flag] !== "boolean")
      throw new WrongPlace(`${where}: ${flag} is not true`);
  }
  if (step.stop !== undefined && step.stop !== "length")
    throw new WrongPlace(`${where}: stop can only be length`);
  const { do: ordered, say, think, call } = step;
  if (ordered !== undefined && [say, think, call].some((part) => part !== undefined)) {
    throw new WrongPlace(`${where}: do stands alone, without say, think and call`);
  }
  const parts = ordered === undefined ? partsOf({ think, say, call }, where) : orderedParts(ordered, where);
  if (step.fail !== undefined && (parts.length > 0 || endings.length > 0)) {
    throw new WrongPlace(`${where}: a step that fails says nothing else`);
  }
  return {
    delayMs: step.delay === undefined ? 0 : count(step.delay, `${where}: delay`),
    parts,
    ending: endings[0] ?? "complete",
    ...(step.fail === undefined ? {} : { failure: toFailure(step.fail, `${where}: fail`) }),
    ...(step.usage === undefined ? {} : { usage: toUsage(step.usage, `${where}: usage`) }),
  };
}

function partsOf(
  { think, say, call }: { think: unknown; say: unknown; call: unknown },
  where: string,
): StepPart[] {
  const calls = call === undefined ? [] : Array.isArray(call) ? call : [call];
  return [
    ...(think === undefined ? [] : [{ type: "think" as const, text: string(think, `${where}: think`) }]),
    ...(say === undefined ? [] : [{ type: "say" as const, text: string(say, `${where}: say`) }]),
    ...calls.map((one: unknown) => toCall(one, `${where}: call`)),
  ];
}

function orderedParts(value: unknown, where: string): StepPart[] {
  if (!Array.isArray(value)) throw new WrongPlace(`${where}: do is not a list`);
  return value.flatMap((item: unknown, index): StepPart[] => {
    const place = `${where}: do ${index + 1}`;
    const { wait, think, say, call } = fields(item, place, ["wait", "think", "say", "call"]);
    if (wait !== undefined) return [{ type: "wait", ms: count(wait, `${place}: wait`) }];
    return partsOf({ think, say, call }, place);
  });
}

function toCall(value: unknown, where: string): StepPart {
  const call = fields(value, where, ["tool", "args", "raw", "id"]);
  const tool = string(call.tool, `${where}: tool`);
  if (call.args !== undefined && call.raw !== undefined) throw new WrongPlace(`${where}: either args or raw`);
  const raw = call.raw === undefined ? JSON.stringify(call.args ?? {}) : string(call.raw, `${where}: raw`);
  return {
    type: "call",
    tool,
    raw,
    ...(call.id === undefined ? {} : { id: string(call.id, `${where}: id`) }),
  };
}

function toFailure(value: unknown, where: string): StepFailure {
  const given = typeof value === "object" ? fields(value, where, ["status", "message"]) : { status: value };
  const { status, message } = given as Fields;
  if (status !== "network" && !(Number.isInteger(status) && Number(status) >= 400 && Number(status) <= 599)) {
    throw new WrongPlace(`${where} is not a status from 400 to 599, or network`);
  }
  return {
    status: status === "network" ? status : Number(status),
    ...(message === undefined ? {} : { message: string(message, `${where}: message`) }),
  };
}

function toUsage(value: unknown, where: string): Partial<TokenCounts> {
  const names = {
    input: "input",
    output: "output",
    cache_read: "cacheRead",
    cache_write: "cacheWrite",
  } as const;
  const usage = fields(value, where, Object.keys(names));
  const counts = Object.entries(names).flatMap(([name, field]) =>
    usage[name] === undefined ? [] : [[field, count(usage[name], `${where}: ${name}`)]],
  );
  return Object.fromEntries(counts);
}

function fields(value: unknown, where: string, known: readonly string[]): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new WrongPlace(`${where} is not a mapping`);
  }
  const stranger = Object.keys(value).find((key) => !known.includes(key));
  if (stranger !== undefined)
    throw new WrongPlace(`${where}: unknown key "${stranger}" (known: ${known.join(", ")})`);
  return value as Fields;
}

function string(value: unknown, where: string): string {
  if (typeof value !== "string") throw new WrongPlace(`${where} is not a text`);
  return value;
}

function count(value: unknown, where: string): number {
  if (!Number.isInteger(value) || Number(value) < 0)
    throw new WrongPlace(`${where} is not a whole number of at least 0`);
  return Number(value);
}
