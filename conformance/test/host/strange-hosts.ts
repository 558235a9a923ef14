/** Makes the hosts of `mutants/strange-hosts`: copies of the reference host with something odd and legal about them. */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parse } from "yaml";
import { hostPackages } from "../../src/mutants/bundle-packages.js";
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
  /** It is strange in all the ways of these. */
  readonly of?: readonly string[];
}

/** The table. */
export const strangeHosts = parse(
  readFileSync(join(strangeFolder, "strange.yaml"), "utf8"),
) as readonly StrangeHost[];

/** Hosts with one strange way, each of which a compound may have. */
export const simpleHosts = strangeHosts.filter(({ of }) => of === undefined);

/** Hosts that are strange in many ways at once. */
export const compoundHosts = strangeHosts.filter(({ of }) => of !== undefined);

/** The host itself, or those that it is made of. */
function partsOf(host: StrangeHost): readonly StrangeHost[] {
  if (host.of === undefined) return [host];
  return host.of.map((name) => {
    const part = strangeHosts.find((each) => each.name === name);
    if (part === undefined) throw new Error(`${host.name}: there is no strange host ${name}`);
    return part;
  });
}

/** Makes the host in a folder, as a target. */
export async function strangeTarget(host: StrangeHost, folder: string): Promise<Target> {
  const parts = partsOf(host);
  const modules = parts.flatMap(({ module }) => (module === undefined ? [] : [module]));
  const edits = [
    ...parts.flatMap((part) => part.edits ?? []),
    ...(modules.length === 0 ? [] : writingEdits(modules)),
  ];
  const wrong = misplaced({ edits });
  if (wrong !== undefined) throw new Error(`${host.name}: ${wrong}`);
  const { name, doc } = host;
  const mutant = { kind: "host", name, doc, breaks: "", case: "", table: "strange.yaml", edits } as const;
  openHostMutant(mutant, folder, await hostPackages());
  const base = parts.map((part) => part["based on"]).find((each) => each !== undefined) ?? "reference-host";
  const file = folderOf(`../../profiles/${base}.yaml`);
  const loaded = loadProfile(file);
  const program = join(folder, "reference-host", "bin", "extproto-host.mjs");
  const command = loaded.profile.command.map((word) =>
    basename(word) === "extproto-host.mjs" ? program : word,
  );
  const own: Partial<Profile> = Object.assign({}, ...parts.map(({ profile }) => profile));
  return createHostTarget({
    profile: file,
    loaded: { ...loaded, profile: { ...loaded.profile, ...own, name, command } },
  });
}

/** The modules take part in everything that the host writes, to extensions and to clients, one after the other. */
function writingEdits(modules: readonly string[]): readonly Edit[] {
  const imports = modules.map((module, place) => {
    const url = pathToFileURL(join(strangeFolder, module)).href;
    return `import * as own${place} from ${JSON.stringify(url)};`;
  });
  const plain = '{ write: (to, text, done) => to.write(text, "utf8", done), soon: process.nextTick }';
  const ways = `[${modules.map((_, place) => `own${place}`).join(", ")}]`;
  const line =
    "(usual, stream) => ways.reduce((text, way) => way.line === undefined ? text : way.line(text, stream), usual)";
  const edit = (anchor: string, instead: string): Edit => ({
    module: "wire/line-writer.js",
    anchor,
    instead,
  });
  return [
    edit(
      'import { WireError } from "./wire-error.js";',
      `import { WireError } from "./wire-error.js"; ${imports.join(" ")} const ways = ${ways}; const strange = Object.assign(${plain}, ...ways, { line: ${line} });`,
    ),
    edit(
      "function write(line, written) {",
      "function write(usual, written) { const line = strange.line(usual, stream);",
    ),
    edit('stream.write(text, "utf8", (cause) => {', "strange.write(stream, text, (cause) => {"),
    edit("process.nextTick(flush);", "strange.soon(flush);"),
  ];
}
