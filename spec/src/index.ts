/**
 * The register of requirements: the sentences of the spec as data.
 *
 * @packageDocumentation
 */

export type { Fault, ParsedDocument } from "./parse.js";
export { type Register, readRegister, ungoverned } from "./register.js";
export type { Level, Party, PlannedProfile, Requirement, Status, UnobservableReason } from "./requirement.js";
export { readSession, type SessionMachine, sessionDiagram, type Trigger } from "./session.js";
