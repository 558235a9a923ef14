/** What a case needs of an extension, and whether it is there. */
import { deadlines } from "@extproto/schemas";
import type { Need } from "../../case/format.js";
import type { Planned } from "../../run/contract.js";
import { howToConsent } from "./consent.js";
import type { Survey } from "./survey.js";

/** An entry of the plan without a run. */
export function no(kind: Exclude<Planned["kind"], "run">, why: string): Planned {
  return { kind, why };
}

/** Why a need is not met; undefined where it is. */
export function unmet({ kind, value }: Need, { discovery, consent, panel }: Survey): Planned | undefined {
  const lacks = (what: string) => no("not-applicable", `the extension ${what}`);
  switch (kind) {
    case "tool":
      return discovery.tools.some((tool) => value === undefined || tool.name === value)
        ? undefined
        : lacks(value === undefined ? "registers no tool" : `registers no tool ${value}`);
    case "command":
      return discovery.commands.some((command) => value === undefined || command.name === value)
        ? undefined
        : lacks(value === undefined ? "registers no command" : `registers no command /${value}`);
    case "panel": {
      if (panel !== undefined) return undefined;
      const unseen = discovery.commands.some(({ name }) => !consent.command(name));
      return unseen
        ? no("could-not-run", `whether a command opens a panel shows only when it is run; ${howToConsent}`)
        : lacks("opens no panel");
    }
    case "intercepts":
      return discovery.intercepts.some((event) => value === undefined || event === value)
        ? undefined
        : lacks(`does not intercept ${value ?? "anything"}`);
    case "subscribes":
      return discovery.events.some((event) => value === undefined || event === value)
        ? undefined
        : lacks(`does not subscribe to ${value ?? "anything"}`);
    case "capability":
      return value !== undefined && discovery.capabilities.includes(value)
        ? undefined
        : lacks(`does not announce ${value ?? "a capability"}`);
    case "deadline":
      return value !== undefined && Object.hasOwn(deadlines, value)
        ? undefined
        : lacks(`has no deadline ${value}`);
    case "feature":
      if (value === "unknown_ignored" && discovery.acknowledges && !discovery.forgiving)
        return no(
          "dependency-failed",
          "it does not ignore frames or fields that are unknown to it; extension/growth/unknown-frame and extension/growth/unknown-field-in-shutdown are about that",
        );
      return value === "ready" && !discovery.ready ? lacks("does not send ready") : undefined;
    default:
      return no("not-applicable", `an extension has no ${kind}`);
  }
}
