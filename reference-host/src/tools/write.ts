/** The write tool: a whole file. */
import { dirname } from "node:path";
import type { Tool } from "../agent/contract.js";
import { argumentsOf } from "./arguments.js";
import type { FileOperations } from "./operations.js";
import { absolutePath, fileProblem } from "./paths.js";
import { textResult } from "./results.js";

/** Makes the write tool. */
export function writeTool(files: FileOperations): Tool {
  return {
    name: "write",
    description: "Write a file. Creates missing directories; replaces a file that exists.",
    schema: {
      type: "object",
      properties: {
        path: { type: "string", description: "Relative to the working directory, or absolute." },
        content: { type: "string", description: "The whole content of the file." },
      },
      required: ["path", "content"],
    },
    async run(args, context) {
      const given = argumentsOf("write", args);
      const path = given.path("path");
      const content = given.text("content");
      const absolute = absolutePath(path, context.cwd);
      try {
        await refuseOthers(files, absolute);
        await makeFolder(files, dirname(absolute));
        await files.write(absolute, content);
      } catch (error) {
        throw fileProblem(path, error);
      }
      return textResult(`Wrote ${Buffer.byteLength(content)} bytes to ${path}.`);
    },
  };
}

/** Makes a folder and those above it; says which of them is none. */
async function makeFolder(files: FileOperations, folder: string): Promise<void> {
  try {
    await files.makeDirectory(folder);
  } catch (error) {
    for (let above = folder; above !== dirname(above); above = dirname(above)) {
      const facts = await files.facts(above).catch(() => undefined);
      if (facts?.kind === "file") throw new Error(`${above} is a file, not a folder`, { cause: error });
    }
    throw error;
  }
}

/** A pipe or a device is not written to; what cannot be looked at is left to the writing, which says why. */
async function refuseOthers(files: FileOperations, absolute: string): Promise<void> {
  const facts = await files.facts(absolute).catch(() => undefined);
  if (facts?.kind === "other") throw new Error("is not a regular file");
}
