/** Whether a case applies to a host, by what its profile says. */
import { plainSteps } from "../../case/evidence.js";
import type { Case, Need, PlainStep } from "../../case/format.js";
import { isObject } from "../../case/json.js";
import type { Profile } from "./profile.js";

/** Who drives the host in a case. */
export type Driver =
  /** An RPC client, and a user whose actions are RPC commands. */
  | "client"
  /** A user who types. */
  | "typist"
  /** Nobody: the case runs the program itself. */
  | "nobody";

/** Who has to drive the host; undefined where the case asks for something that this host cannot have at once. */
export function driverOf(theCase: Case, profile: Profile): Driver | undefined {
  const steps = plainSteps(theCase);
  const client = steps.some((step) => step.actor === "client");
  const user = steps.filter((step) => step.actor === "user");
  const drives = user.some(needsHost);
  if (!client && !drives && user.length > 0) return "nobody";
  const typed = drives && profile.user !== undefined && profile.user.over !== "rpc";
  if (typed) return client ? undefined : "typist";
  return profile.rpc === undefined ? undefined : "client";
}

/** Whether a step of the user is about a host that runs, and not about a program that is run to its end. */
function needsHost(step: PlainStep): boolean {
  if (step.kind === "act") return step.act !== "run";
  return (step.kind === "await" || step.kind === "never") && step.channel !== "result";
}

/** Why a case does not apply; undefined where it does. */
export function whyNot(theCase: Case, profile: Profile): string | undefined {
  for (const need of theCase.needs) {
    if (need.kind === "feature" && need.value === "two-models" && unnamedModel(profile))
      return "the profile names no second model: write its id as models.other, or two-models into lacks";
    if (!has(need, profile))
      return `the host has no ${need.kind}${need.value === undefined ? "" : ` ${need.value}`}`;
  }
  const driver = driverOf(theCase, profile);
  if (driver === undefined) return "the profile has no way to drive the host as this case does";
  const missing = missingActions(theCase, profile);
  if (missing !== undefined) return `the profile cannot do the user action ${missing}`;
  const flag = theCase.flags.find((each) => profile.lacks?.includes(each));
  if (flag !== undefined) return `the host has no flag ${flag}`;
  const unknown = (profile.lacks ?? []).find((words) => programRuns(theCase).includes(`${words} `));
  return unknown === undefined ? undefined : `the host has no ${unknown}`;
}

/** Whether the host has two models, for all that the profile says, but the profile names only one. */
function unnamedModel({ models, lacks = [] }: Profile): boolean {
  return models?.other === undefined && !lacks.includes("two-models");
}

/** The command lines of the case's own program, one per line, each with a space at its end. */
function programRuns(theCase: Case): string {
  const lines = plainSteps(theCase).flatMap((step) => {
    if (step.actor !== "user" || step.kind !== "act" || step.act !== "run") return [];
    const asked = isObject(step.value) ? step.value : { args: step.value };
    return asked.program === undefined && Array.isArray(asked.args) ? [`${asked.args.join(" ")} `] : [];
  });
  return lines.join("\n");
}

function has({ kind, value }: Need, profile: Profile): boolean {
  switch (kind) {
    case "rpc":
      if (profile.rpc === undefined) return false;
      return value === undefined || (profile.rpc.additions ?? []).includes(value);
    case "capability":
      return value !== undefined && (profile.capabilities ?? []).includes(value);
    case "deadline":
      return value !== undefined && profile.deadlines?.[value]?.absent !== true;
    case "user":
      if (profile.user === undefined) return false;
      return value === undefined || !(profile.user.lacks ?? []).includes(value);
    case "feature":
      return value !== undefined && !(profile.lacks ?? []).includes(value);
    default:
      return true;
  }
}

/** The RPC addition that each action of a user needs. */
const additions: Readonly<Record<string, string>> = {
  invoke: "slash_commands",
  press: "panels",
  reload: "extensions",
};

function missingActions(theCase: Case, profile: Profile): string | undefined {
  for (const step of plainSteps(theCase)) {
    if (step.actor !== "user") continue;
    const act = step.kind === "act" ? step.act : "see";
    if (act === "run") {
      if (profile.runs !== true) return act;
      continue;
    }
    if (profile.user === undefined || (profile.user.lacks ?? []).includes(act)) return act;
    if (act === "fence" && profile.user.over !== "rpc" && profile.user.typing?.fence === undefined)
      return act;
    const addition = additions[act];
    if (profile.user.over === "rpc" && addition !== undefined) {
      if (!(profile.rpc?.additions ?? []).includes(addition)) return act;
    }
  }
  return undefined;
}
