/**
 * What is said at registration. Not everybody has a compiler that looks, and a host ignores what it does not know: a
 * misspelt policy would leave a guard open. So mistakes are thrown at the call that makes them.
 */
import {
  eventNameValues,
  failurePolicyValues,
  interceptNameValues,
  noteLevelValues,
} from "./protocol/index.js";

/** What the protocol allows as names; a test compares them with its schemas. */
export const toolNamePattern = /^[A-Za-z0-9_-]{1,64}$/;
export const commandNamePattern = /^[A-Za-z0-9_-]+$/;

/** @throws where the name or the version is none. */
export function requireIdentity(name: unknown, version: unknown): void {
  if (typeof name !== "string" || name === "")
    throw new TypeError(`extension() takes the name of the manifest, not ${shown(name)}`);
  requireString("the version of an extension", version);
}

/** @throws where the protocol does not allow such a tool. */
export function requireTool(name: unknown, description: unknown, schema: unknown, handler: unknown): void {
  if (typeof name !== "string" || !toolNamePattern.test(name))
    throw new TypeError(
      `the name of a tool is 1 to 64 letters, digits, "_" or "-" (${toolNamePattern.source}), not ${shown(name)}`,
    );
  requireString(`the description of the tool ${name}`, description);
  const type = typeof schema === "object" && schema !== null && "type" in schema ? schema.type : undefined;
  if (type !== "object")
    throw new TypeError(
      `the schema of the tool ${name} is a JSON Schema whose type is "object"; the type of this one is ${shown(type)}`,
    );
  requireHandler(`the tool ${name}`, handler);
}

/** @throws where the protocol does not allow such a command. */
export function requireCommand(name: unknown, description: unknown, handler: unknown): void {
  if (typeof name !== "string" || !commandNamePattern.test(name))
    throw new TypeError(
      `the name of a command is letters, digits, "_" or "-", without a slash (${commandNamePattern.source}), not ${shown(name)}`,
    );
  requireString(`the description of the command ${name}`, description);
  requireHandler(`the command ${name}`, handler);
}

/** @throws where there is no such event. */
export function requireEvent(event: unknown, handler: unknown): void {
  requireOneOf("on()", eventNameValues, event);
  requireHandler(`the event ${event}`, handler);
}

/** @throws where this cannot be intercepted, or not so. */
export function requireInterception(event: unknown, handler: unknown, options: unknown): void {
  requireOneOf("intercept()", interceptNameValues, event);
  requireHandler(`the interception of ${event}`, handler);
  if (typeof options !== "object" || options === null)
    throw new TypeError(`the options of intercept() are an object, not ${shown(options)}`);
  for (const name of Object.keys(options))
    if (name !== "onFailure")
      throw new TypeError(`intercept() has the option onFailure, and no ${shown(name)}`);
  if ("onFailure" in options && options.onFailure !== undefined)
    requireOneOf("onFailure", failurePolicyValues, options.onFailure);
}

/** @throws where this is no note. */
export function requireNote(level: unknown, message: unknown): void {
  requireOneOf("notify()", noteLevelValues, level);
  requireString("the message of notify()", message);
}

/** @throws where this is no id. */
export function requirePanel(id: unknown): void {
  if (typeof id !== "string" || id === "")
    throw new TypeError(`panel() takes an id that is not empty, not ${shown(id)}`);
}

function requireOneOf(whose: string, allowed: readonly string[], given: unknown): void {
  if (typeof given === "string" && allowed.includes(given)) return;
  const quoted = allowed.map((value) => JSON.stringify(value));
  throw new TypeError(
    `${whose} takes ${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1)}, not ${shown(given)}`,
  );
}

function requireString(what: string, given: unknown): void {
  if (typeof given !== "string") throw new TypeError(`${what} is a string, not ${shown(given)}`);
}

function requireHandler(whose: string, given: unknown): void {
  if (typeof given !== "function") throw new TypeError(`${whose} needs a handler, not ${shown(given)}`);
}

/** A value in an error: a string as it is, of anything else its kind. */
function shown(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (value === undefined || value === null) return String(value);
  return Array.isArray(value) ? "an array" : `of type ${typeof value}`;
}
