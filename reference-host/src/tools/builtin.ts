/** The built-in tools, together. */
import type { Tool } from "../agent/contract.js";
import { bashTool } from "./bash.js";
import { editTool } from "./edit.js";
import { localFiles } from "./local-files.js";
import { localProcesses } from "./local-processes.js";
import type { FileOperations, ProcessOperations } from "./operations.js";
import { readTool } from "./read.js";
import { type SkillSource, skillTool } from "./skill.js";
import { writeTool } from "./write.js";

/** What the tools work on. */
export interface BuiltinToolOptions {
  /** Default: the files of this machine. */
  readonly files?: FileOperations;
  /** Default: processes of this machine, with the environment of the host. */
  readonly processes?: ProcessOperations;
  /** Without skills there is no skill tool. */
  readonly skills?: SkillSource;
}

/**
 * Makes read, write, edit and bash, and skill where there are skills.
 *
 * @example
 * ```ts
 * const tools = createBuiltinTools({ processes: localProcesses({ env: { PATH: "/usr/bin:/bin" } }) });
 * ```
 */
export function createBuiltinTools(options: BuiltinToolOptions = {}): Tool[] {
  const files = options.files ?? localFiles;
  const { skills } = options;
  return [
    readTool(files),
    writeTool(files),
    editTool(files),
    bashTool(options.processes ?? localProcesses()),
    ...(skills === undefined ? [] : [skillTool(skills)]),
  ];
}
