/** Makes the hosts of `mutants/strange-hosts`: copies of the reference host with something odd and legal about them. */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parse } from "yaml";
import { misplaced, openHostMutant } from "../../src/mutants/host-mutant.js";
import type { Edit } from "../../src/mutants/table.js";
import type { Target } from "../../src/run/contract.js";
import { createHostTarget } from "../../src/targets/host/host-target.js";
import { loadProfile } from "../../src/targets/host/load-profile.js";
import type { Profile } from "../../src/targets/host/profile.js";

const folderOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const strangeFolder = folderOf("../../mutants/strange-hosts");

/** An entry of the table. */
export interface StrangeHost {
  readonly name: string;
  readonly doc: string;
  readonly module?: string;
  readonly edits?: readonly Edit[];
  readonly "based on"?: string;
  readonly profile?: Partial<Profile>;
}

/** The table. */
export const strangeHosts = parse(
  readFileSync(join(strangeFolder, "strange.yaml"), "utf8"),
) as readonly StrangeHost[];

/** Makes the host in a folder, as a target. */
export function strangeTarget(host: StrangeHost, folder: string): Target {
  const edits = [...(host.edits ?? []), ...(host.module === undefined ? [] : writingEdits(host.module))];
  const wrong = misplaced({ edits });
  if (wrong !== undefined) throw new Error(`${host.name}: ${wrong}`);
  const { name, doc } = host;
  openHostMutant({ kind: "host", name, doc, breaks: "", case: "", table: "strange.yaml", edits }, folder);
  const file = folderOf(`../../profiles/${host["based on"] ?? "reference-host"}.yaml`);
  const loaded = loadProfile(file);
  const program = join(folder, "reference-host", "bin", "extproto-host.mjs");
  const command = loaded.profile.command.map((word) =>
    basename(word) === "extproto-host.mjs" ? program : word,
  );
  return createHostTarget({
    profile: file,
    loaded: { ...loaded, profile: { ...loaded.profile, ...host.profile, name, command } },
  });
}

/** The module takes part in everything that the host writes, to extensions and to clients. */
function writingEdits(module: string): readonly Edit[] {
  const url = pathToFileURL(join(strangeFolder, module)).href;
  const plain =
    '{ line: (text) => text, write: (to, text, done) => to.write(text, "utf8", done), soon: process.nextTick }';
  const edit = (anchor: string, instead: string): Edit => ({
    module: "wire/line-writer.js",
    anchor,
    instead,
  });
  return [
    edit(
      'import { WireError } from "./wire-error.js";',
      `import { WireError } from "./wire-error.js"; import * as own from ${JSON.stringify(url)}; const strange = { ...${plain}, ...own };`,
    ),
    edit(
      "function write(line, written) {",
      "function write(usual, written) { const line = strange.line(usual, stream);",
    ),
    edit('stream.write(text, "utf8", (cause) => {', "strange.write(stream, text, (cause) => {"),
    edit("process.nextTick(flush);", "strange.soon(flush);"),
  ];
}
