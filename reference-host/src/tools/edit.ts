/** The edit tool: exact replacements in a file, answered with the difference they made. */
import type { JsonValue } from "@extproto/schemas";
import type { Tool } from "../agent/contract.js";
import { type Arguments, argumentsOf } from "./arguments.js";
import { unifiedDiff } from "./diff.js";
import type { FileOperations } from "./operations.js";
import { absolutePath, fileProblem } from "./paths.js";
import { placed, type Replacement, replaced } from "./replacements.js";
import { textResult } from "./results.js";

/** Makes the edit tool. */
export function editTool(files: FileOperations): Tool {
  return {
    name: "edit",
    description:
      "Edit a file by exact replacements. Each oldText must occur exactly once in the file as it is now, and the " +
      "edits must not overlap. Either all edits are made or none.",
    schema: {
      type: "object",
      properties: {
        path: { type: "string", description: "Relative to the working directory, or absolute." },
        edits: {
          type: "array",
          minItems: 1,
          items: {
            type: "object",
            properties: {
              oldText: { type: "string", description: "The text to replace, exactly as in the file." },
              newText: { type: "string", description: "The text that takes its place." },
            },
            required: ["oldText", "newText"],
          },
        },
      },
      required: ["path", "edits"],
    },
    async run(args, context) {
      const given = argumentsOf("edit", args);
      const path = given.path("path");
      const list = given.list("edits");
      if (list.length === 0) given.fail('"edits" is empty; give at least one edit');
      const edits = list.map((edit, index) => replacementOf(given, edit, index + 1));
      const absolute = absolutePath(path, context.cwd);
      const text = await textOf(files, path, absolute);
      const places = placed(text, edits);
      const after = replaced(text, places);
      await files.write(absolute, after).catch((error: unknown) => {
        throw fileProblem(path, error);
      });
      return textResult(`Edited ${path}:\n${unifiedDiff(text, places)}`);
    },
  };
}

function replacementOf(given: Arguments, edit: JsonValue, number: number): Replacement {
  const { oldText, newText } = typeof edit === "object" && edit !== null && !Array.isArray(edit) ? edit : {};
  if (typeof oldText !== "string" || typeof newText !== "string") {
    return given.fail(`edit ${number} needs the strings oldText and newText`);
  }
  return { oldText, newText };
}

/** Only text that can be written back byte for byte is edited, a byte order mark included. */
async function textOf(files: FileOperations, path: string, absolute: string): Promise<string> {
  let bytes: Uint8Array;
  try {
    const { kind } = await files.facts(absolute);
    if (kind !== "file") throw new Error(kind === "directory" ? "is a directory" : "is not a regular file");
    bytes = await files.read(absolute);
  } catch (error) {
    throw fileProblem(path, error);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Error(`${path}: is not UTF-8 text and cannot be edited`);
  }
}
