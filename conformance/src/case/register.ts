/** The register of requirements, as the kit reads it. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Level, Requirement } from "@extproto/spec";

/** Requirements as `requirements.json` has them: without the line of their heading. */
export type RegisteredRequirement = Omit<Requirement, "line">;

let register: ReadonlyMap<string, RegisteredRequirement> | undefined;

/** All requirements, by id. Read once. */
export function requirements(): ReadonlyMap<string, RegisteredRequirement> {
  if (register === undefined) {
    const file = createRequire(import.meta.url).resolve("@extproto/spec/requirements.json");
    const content = JSON.parse(readFileSync(file, "utf8")) as { requirements: RegisteredRequirement[] };
    register = new Map(content.requirements.map((requirement) => [requirement.id, requirement]));
  }
  return register;
}

/** How binding a requirement is; one that is not registered counts as a MUST, so that nothing is played down. */
export function levelOf(id: string): Level {
  return requirements().get(id)?.level ?? "MUST";
}
