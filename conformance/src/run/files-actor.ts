/** The actor `files`: looks at, writes and removes files of the run. */
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { filesActor } from "../case/format.js";
import { isObject } from "../case/json.js";
import type { Send } from "../judge/contract.js";
import type { Actor, ActorContext } from "./contract.js";
import { pathIn } from "./folder.js";

/** Makes the actor. */
export function createFilesActor(context: ActorContext): Actor {
  const locate = (path: string): string => {
    const found = pathIn(context.folder, path);
    if (found === undefined) throw new RangeError(`${path} lies neither below cwd/ nor below home/`);
    return found;
  };
  return {
    name: filesActor,
    start: async () => undefined,
    stop: async () => undefined,
    async perform({ act, value, send }: Send) {
      const path = isObject(value) ? String(value.path) : String(value);
      if (act === "read file") {
        const text = await readFile(locate(path), "utf8").catch(() => null);
        context.emit({ kind: "file", path, text, send });
      } else if (act === "write file") {
        const text = isObject(value) ? String(value.text ?? "") : "";
        await mkdir(dirname(locate(path)), { recursive: true });
        await writeFile(locate(path), text);
      } else if (act === "remove file") await rm(locate(path), { recursive: true, force: true });
      else throw new RangeError(`files cannot ${act}`);
    },
  };
}
