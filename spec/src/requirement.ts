/** What a requirement is. */

/** How binding it is, as in RFC 2119. */
export type Level = "MUST" | "SHOULD" | "MAY";

/** Whom it binds. */
export type Party = "host" | "extension" | "rpc-server" | "rpc-client";

/** Why a requirement cannot be seen from outside. The list is closed. */
export type UnobservableReason = "internal" | "wording" | "needs-a-human" | "timing-not-black-box";

/** The profile that a planned requirement belongs to. */
export type PlannedProfile = "dhara" | "pith" | "channels";

/** Whether a black-box test can prove it. */
export type Status =
  | { readonly kind: "testable" }
  | { readonly kind: "unobservable"; readonly reason: UnobservableReason }
  | { readonly kind: "planned"; readonly profile: PlannedProfile };

/** One sentence of the spec that can be kept or broken. */
export interface Requirement {
  readonly id: string;
  readonly level: Level;
  readonly binds: readonly Party[];
  readonly status: Status;
  readonly sentence: string;
  /** Qualified names of the frames and fields whose meaning it states. */
  readonly governs: readonly string[];
  /** File name of the document, and the line of its heading. */
  readonly document: string;
  readonly line: number;
  /** Heading of the section that it stands in. */
  readonly section: string;
  /** How zot at commit 380eca9 is known to differ. */
  readonly zotDeviates: readonly string[];
}

export const levels: readonly Level[] = ["MUST", "SHOULD", "MAY"];
export const parties: readonly Party[] = ["host", "extension", "rpc-server", "rpc-client"];
export const unobservableReasons: readonly UnobservableReason[] = [
  "internal",
  "wording",
  "needs-a-human",
  "timing-not-black-box",
];
export const plannedProfiles: readonly PlannedProfile[] = ["dhara", "pith", "channels"];

/** The first two segments of an id -> the document that it belongs to. */
export const documentOfPrefix: Readonly<Record<string, string>> = {
  "ext.framing": "framing.md",
  "ext.manifest": "manifest-and-discovery.md",
  "ext.discovery": "manifest-and-discovery.md",
  "ext.spawn": "lifecycle.md",
  "ext.handshake": "lifecycle.md",
  "ext.crash": "lifecycle.md",
  "ext.register": "registration.md",
  "ext.ready": "registration.md",
  "ext.subscribe": "registration.md",
  "ext.event": "events-and-interception.md",
  "ext.intercept": "events-and-interception.md",
  "ext.tool": "tools.md",
  "ext.command": "commands.md",
  "ext.panel": "panels.md",
  "ext.notify": "panels.md",
  "ext.shutdown": "shutdown-and-reload.md",
  "ext.reload": "shutdown-and-reload.md",
  "ext.cli": "ext-cli.md",
  rpc: "rpc.md",
  add: "additions.md",
  growth: "growth.md",
  security: "security.md",
  dhara: "dhara-profile.md",
  pith: "pith-profile.md",
};
