/** The skill tool: loads the instructions of a skill that the system prompt lists. */
import type { Tool } from "../agent/contract.js";
import { argumentsOf } from "./arguments.js";
import { textResult } from "./results.js";

/** Where skills come from. */
export interface SkillSource {
  readonly names: readonly string[];
  /** The skill's instructions, undefined where there is none of that name. */
  load(name: string): Promise<string | undefined>;
}

/** Makes the skill tool. */
export function skillTool(skills: SkillSource): Tool {
  return {
    name: "skill",
    description:
      "Load the instructions of a skill that the system prompt lists. Do so when the user's request matches it, and " +
      "follow them.",
    schema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
    async run(args) {
      const name = argumentsOf("skill", args).text("name");
      const text = await skills.load(name);
      if (text !== undefined) return textResult(text);
      const known = skills.names.length === 0 ? "there are none" : `there are: ${skills.names.join(", ")}`;
      throw new Error(`unknown skill "${name}"; ${known}`);
    },
  };
}
