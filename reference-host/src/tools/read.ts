/** The read tool: a window of a text file, or an image. */
import type { Tool } from "../agent/contract.js";
import { argumentsOf } from "./arguments.js";
import { outputBounds } from "./bounded-output.js";
import { imageType } from "./image-type.js";
import type { FileOperations } from "./operations.js";
import { absolutePath, fileProblem } from "./paths.js";
import { textResult } from "./results.js";

const mostFileBytes = 64 * 1024 * 1024;
/** Above this, providers refuse an image. */
const mostImageBytes = 5 * 1024 * 1024;
/** A NUL this early marks a file as binary. */
const sniffedBytes = 8 * 1024;

/** Makes the read tool. */
export function readTool(files: FileOperations): Tool {
  return {
    name: "read",
    description:
      "Read a file. Text comes as it is, without line numbers, at most " +
      `${outputBounds.lines} lines or ${outputBounds.bytes / 1024} KiB; use offset (first line, from 1) and limit ` +
      "(number of lines) for the rest. Images (png, jpeg, gif, webp) are shown.",
    schema: {
      type: "object",
      properties: {
        path: { type: "string", description: "Relative to the working directory, or absolute." },
        offset: { type: "integer", minimum: 1, description: "First line, from 1." },
        limit: { type: "integer", minimum: 1, description: "Number of lines." },
      },
      required: ["path"],
    },
    async run(args, context) {
      const given = argumentsOf("read", args);
      const path = given.path("path");
      const window = { offset: given.count("offset") ?? 1, limit: given.count("limit") };
      const bytes = await content(files, path, absolutePath(path, context.cwd));
      const mimeType = imageType(bytes);
      if (mimeType !== undefined) {
        if (bytes.length > mostImageBytes) {
          throw new Error(
            `${path}: the image has ${bytes.length} bytes, more than a model takes; scale it down first`,
          );
        }
        return {
          content: [{ type: "image", mimeType, data: Buffer.from(bytes).toString("base64") }],
          isError: false,
        };
      }
      if (bytes.subarray(0, sniffedBytes).includes(0)) {
        throw new Error(`${path}: is a binary file; use bash with a program that understands it`);
      }
      return textResult(linesOf(path, new TextDecoder().decode(bytes), window));
    },
  };
}

async function content(files: FileOperations, path: string, absolute: string): Promise<Uint8Array> {
  try {
    const { kind, size } = await files.facts(absolute);
    if (kind === "directory") throw new Error("is a directory; list it with bash");
    if (kind === "other") throw new Error("is not a regular file");
    if (size > mostFileBytes)
      throw new Error(`has ${size} bytes, too many to read; use bash with sed, head or tail`);
    return await files.read(absolute);
  } catch (error) {
    throw fileProblem(path, error);
  }
}

/** The lines asked for, as far as the bounds of a result allow, and a note where there are more. */
function linesOf(path: string, text: string, window: { offset: number; limit: number | undefined }): string {
  if (text === "") return "(the file is empty)";
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  const total = lines.length;
  if (window.offset > total)
    throw new Error(`${path}: has ${total} lines; offset ${window.offset} is past its end`);
  const from = window.offset - 1;
  const wanted = lines.slice(from, from + Math.min(window.limit ?? outputBounds.lines, outputBounds.lines));
  const kept: string[] = [];
  let bytes = 0;
  for (const line of wanted) {
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > outputBounds.bytes) break;
    kept.push(line);
  }
  if (kept.length === 0) {
    const start = Buffer.from(wanted[0] ?? "").subarray(0, outputBounds.bytes);
    const more = `line ${window.offset} is longer than a result may be; use bash with cut for the rest`;
    return `${new TextDecoder().decode(start).replace(/\uFFFD+$/, "")}\n\n[${more}]`;
  }
  const last = from + kept.length;
  const shown = kept.join("\n");
  const note =
    last < total ? `\n\n[lines ${window.offset} to ${last} of ${total}; go on with offset ${last + 1}]` : "";
  return `${shown}${note}`;
}
