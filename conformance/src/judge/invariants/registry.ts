/** Every invariant, for the reducer and for the coverage matrix. */
import type { TargetKind } from "../../case/format.js";
import type { Invariant } from "../contract.js";
import { clientHello } from "./client-hello.js";
import { extensionAnswers } from "./extension-answers.js";
import { extensionLife } from "./extension-life.js";
import { extensionRegistration } from "./extension-registration.js";
import { extensionSession } from "./extension-session.js";
import { extensionShutdown } from "./extension-shutdown.js";
import { hostEvents } from "./host-events.js";
import { hostSession } from "./host-session.js";
import { lineInvariants } from "./lines.js";
import { rpcAnswers } from "./rpc-answers.js";
import { rpcOrder } from "./rpc-order.js";

/** All invariants. */
export const invariants: readonly Invariant[] = [
  ...lineInvariants,
  ...extensionSession,
  ...extensionAnswers,
  ...extensionRegistration,
  ...extensionShutdown,
  ...extensionLife,
  ...hostSession,
  ...hostEvents,
  ...rpcAnswers,
  ...rpcOrder,
  ...clientHello,
];

const byTarget = {
  extension: invariants.filter((invariant) => invariant.target === "extension"),
  host: invariants.filter((invariant) => invariant.target === "host"),
  client: invariants.filter((invariant) => invariant.target === "client"),
} as const;

/** The invariants that are watched when this kind of target is tested. */
export function invariantsFor(target: TargetKind): readonly Invariant[] {
  return byTarget[target];
}
