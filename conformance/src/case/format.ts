/**
 * What a case is, once it has been read.
 *
 * `schema.ts` describes the file that an author writes; `load.ts` turns one into the other. Nothing here knows
 * how a case is run.
 */
import type { Json, JsonObject } from "./json.js";
import type { Act, Channel } from "./verbs.js";

export type { Json, JsonObject } from "./json.js";
export type { Act, Channel } from "./verbs.js";

/** What is tested. */
export type TargetKind = "extension" | "host" | "client";

/** A time in milliseconds, or one of the target's deadlines, perhaps multiplied or prolonged. */
export type Duration =
  | number
  | { readonly $deadline: string; readonly times?: number; readonly plus?: number };

/** Something that the target has to offer: `tool`, `intercepts: tool_call`, `capability: tool_cancel`. */
export interface Need {
  readonly kind: NeedKind;
  /** Which one; absent where any will do. */
  readonly value?: string;
}

/** What a case can ask of its target. */
export const needKinds = [
  "tool",
  "command",
  "panel",
  "intercepts",
  "subscribes",
  "capability",
  "rpc",
  "deadline",
  "user",
  "feature",
] as const;

/** One of {@link needKinds}. */
export type NeedKind = (typeof needKinds)[number];

/** A tool that a probe registers. */
export interface ProbeTool {
  readonly name: string;
  readonly description?: string;
  readonly schema?: JsonObject;
}

/** A command that a probe registers. */
export interface ProbeCommand {
  readonly name: string;
  readonly description?: string;
}

/** A probe extension: what it registers, and how the host finds it. */
export interface ProbeSpec {
  /** Name in manifest and hello; the probe's name in the case unless given. */
  readonly name?: string;
  readonly version?: string;
  readonly capabilities?: readonly string[];
  readonly tools?: readonly (string | ProbeTool)[];
  readonly commands?: readonly (string | ProbeCommand)[];
  readonly subscribe?: readonly string[];
  readonly intercept?: readonly string[];
  readonly on_failure?: string;
  /** `auto` (the default): greets, registers and is ready before the first step. `manual`: the steps do it. */
  readonly handshake?: "auto" | "manual";
  /** False: registers, but never sends `ready`. */
  readonly ready?: boolean;
  /** How the host finds it: by `--ext` (the default), in the project, or in the user's home; `none`: not installed. */
  readonly scope?: "flag" | "project" | "global" | "none";
  /** Name of its folder; its name unless given. */
  readonly folder?: string;
  /** True: the folder is a symbolic link to one that lies elsewhere. */
  readonly linked?: boolean;
  /** Fields that replace those of the manifest, null to leave one out; or the whole text of the manifest. */
  readonly manifest?: JsonObject | string;
  /** Environment variables that the probe reports in its `started` event. */
  readonly report_env?: readonly string[];
  /** True: the host is not expected to start it, so the first step does not wait for it. */
  readonly optional?: boolean;
  /** `auto` (the default): acknowledges `shutdown` and exits, also at the end of its input. `manual`: it stays. */
  readonly shutdown?: "auto" | "manual";
  /** Signals that do not end its process; it reports them all. */
  readonly survives?: readonly string[];
}

/** One answer of the model server. */
export interface ModelTurn {
  /** Text; a list is streamed piece by piece. */
  readonly say?: string | readonly string[];
  /** Several blocks of text in one answer, for wire formats that have them. */
  readonly blocks?: readonly string[];
  readonly call?: ModelCall;
  readonly calls?: readonly ModelCall[];
  readonly stop?: string;
  readonly usage?: JsonObject;
  /** An HTTP status other than 200, or an error in the stream. */
  readonly error?: JsonObject | number;
  /** Holds the answer back: `before` the first byte, after the headers, or in the `middle` of the text. */
  readonly stall?: "before" | "headers" | "middle";
  /** Milliseconds between the pieces of the answer. */
  readonly pace?: number;
}

/** A tool call of the model. */
export interface ModelCall {
  readonly tool: string;
  readonly args?: JsonObject;
  /** The text of the arguments, where it is to be no JSON object. */
  readonly raw_args?: string;
  readonly id?: string;
}

/** What every step has. */
interface StepCommon {
  /** Where it stands: `3`, or `4.2.1` for the first step in the second branch of step 4. Counts from 1. */
  readonly at: string;
  /** Line of the file. */
  readonly line: number;
  /** As the author wrote it: `first receives`. */
  readonly text: string;
  readonly label?: string;
  /** The requirements that this step proves; those of the case unless given. */
  readonly proves?: readonly string[];
  /** What the author of the target should look at when the step fails. */
  readonly hint?: string;
}

/** An actor does something. */
export interface ActStep extends StepCommon {
  readonly kind: "act";
  readonly actor: string;
  readonly act: Act;
  readonly value: Json;
  /** `sends raw`: into how many pieces, or the pieces themselves. */
  readonly chunks?: number | readonly string[];
  /** The target may be gone by now, so that a refusal is no fault. */
  readonly mayBeRefused?: true;
}

/** Something has to arrive. */
export interface AwaitStep extends StepCommon {
  readonly kind: "await";
  readonly actor: string;
  readonly channel: Channel;
  readonly pattern: Json;
  readonly as?: string;
  readonly after?: string;
  readonly notBefore?: { readonly since: string; readonly atLeast: Duration };
  readonly within?: Duration;
  /** A precondition: where it is not met, the run is `dependency-failed` instead of a failure. */
  readonly given?: true;
  /** This exchange is the fence of the `never` steps before it, also of those of other actors. */
  readonly fence?: true;
}

/** Something must not arrive, from here to the end. */
export interface NeverStep extends StepCommon {
  readonly kind: "never";
  readonly actor: string;
  readonly channel: Channel;
  readonly pattern: Json;
}

/** Time passes. */
export interface WaitStep extends StepCommon {
  readonly kind: "wait";
  readonly actor: string;
  readonly quiet: boolean;
  readonly duration: Duration;
}

/** A file is, or is not, there. Looked at again until it fits or the bound is over. */
export interface FileStep extends StepCommon {
  readonly kind: "file";
  readonly actor: string;
  readonly path: Json;
  readonly exists: boolean;
  readonly pattern?: Json;
  readonly as?: string;
  readonly within?: Duration;
}

/** Branches that run side by side; each is a sequence of steps. */
export interface GroupStep extends StepCommon {
  readonly kind: "any order";
  readonly branches: readonly (readonly PlainStep[])[];
}

/** A step that is no group. */
export type PlainStep = ActStep | AwaitStep | NeverStep | WaitStep | FileStep;

/** A step of a case. */
export type Step = PlainStep | GroupStep;

/** A case, read and normalised. */
export interface Case {
  /** Its path below the folder of cases, without the suffix: `host/tools/deadline`. */
  readonly id: string;
  /** Its file. */
  readonly file: string;
  readonly title: string;
  readonly proves: readonly string[];
  readonly for: TargetKind;
  readonly needs: readonly Need[];
  /** Extension target: one run for each thing of this kind that it registers or names. */
  readonly each?: "tool" | "command" | "intercept" | "event";
  /** It exercises tools or commands, which may act on the world. */
  readonly consent?: "tools";
  /** The id of the case that shows the same exchange going well. */
  readonly twin?: string;
  /** Extension target: whether the steps begin after the handshake (the default) or at the spawn. */
  readonly begin: "ready" | "spawned";
  /** Names for actors by the order in which they are observed: each is one of the actors in its list. */
  readonly roles: Readonly<Record<string, readonly string[]>>;
  readonly extensions: Readonly<Record<string, ProbeSpec>>;
  readonly model: readonly ModelTurn[];
  readonly flags: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Files to be there at the start, by path below `cwd/` or `home/`. */
  readonly files: Readonly<Record<string, string>>;
  readonly token?: string;
  /** Deadlines that are to be this long, where the target can be told so. */
  readonly deadlines: Readonly<Record<string, number>>;
  readonly steps: readonly Step[];
}

/** Where the reserved actor `files` looks; it is there in every case. */
export const filesActor = "files";

/** The actors that a case may name. */
export function actorsOf(theCase: Pick<Case, "for" | "extensions" | "roles">): readonly string[] {
  const kit = { extension: ["host"], host: ["client", "model", "user"], client: ["server", "user"] }[
    theCase.for
  ];
  return [...kit, ...Object.keys(theCase.extensions), ...Object.keys(theCase.roles), filesActor];
}
