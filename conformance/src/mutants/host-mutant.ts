/**
 * A broken host as a target: the profiles of the reference host, started from a copy in which text is replaced.
 *
 * A copy costs milliseconds. A hook of the module loader would cost as much again as the whole start of the host,
 * since Node 20 runs hooks in a thread of their own.
 */
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Case } from "../case/format.js";
import type { Target } from "../run/contract.js";
import { createHostTarget } from "../targets/host/host-target.js";
import { loadProfile } from "../targets/host/load-profile.js";
import { copyHost, soundHost } from "./copy-host.js";
import type { Edit, HostMutant } from "./table.js";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** A case that the first cannot run is run with the second: what only a typed session shows. */
const profiles = ["reference-host", "reference-host-plain"].map((name) => at(`../../profiles/${name}.yaml`));

/** A broken host that cases can be run on. */
export interface OpenHostMutant {
  targetFor(theCase: Case): Target;
  /** After the runs: why nothing was broken, if that is so. */
  dead(): string | undefined;
}

/** Why the anchors of a mutant do not fit the built host; undefined where they do. */
export function misplaced({ edits }: Pick<HostMutant, "edits">): string | undefined {
  if (!existsSync(soundHost))
    return "there is no reference host to break; install the package @extproto/reference-host beside the kit";
  for (const { module, anchor } of edits) {
    const path = join(soundHost, "dist", module);
    if (!existsSync(path)) return `reference-host/dist has no module ${module}`;
    const found = readFileSync(path, "utf8").split(anchor).length - 1;
    if (found !== 1) return `${module} holds the anchor ${found} times, not once: ${JSON.stringify(anchor)}`;
  }
  return undefined;
}

/** Makes the mutant in the given folder. Its anchors have to fit; see {@link misplaced}. */
export function openHostMutant({ edits }: HostMutant, folder: string, packages?: string): OpenHostMutant {
  const loadedModules = join(folder, "loaded-modules");
  const texts = [...byModule(edits)].map(
    ([module, own]) => [module, broken(module, own, loadedModules)] as const,
  );
  const program = copyHost(folder, new Map(texts), packages);
  const targets = profiles.map((file) => {
    const loaded = loadProfile(file);
    const command = loaded.profile.command.map((word) =>
      basename(word) === basename(program) ? program : word,
    );
    return createHostTarget({
      profile: file,
      loaded: { ...loaded, profile: { ...loaded.profile, command } },
    });
  });
  // What is wrong with the line mode shows in a typed session only.
  if (edits.some(({ module }) => module.startsWith("modes/plain/"))) targets.reverse();
  const [first] = targets as [Target];
  return {
    targetFor: (theCase) =>
      targets.find((target) => target.plan(theCase).some(({ kind }) => kind === "run")) ?? first,
    dead: () => {
      const loaded = existsSync(loadedModules) ? readFileSync(loadedModules, "utf8").split("\n") : [];
      const never = edits.find(({ module }) => !loaded.includes(module));
      return never === undefined
        ? undefined
        : `${never.module} was never loaded; is it still used, and can it still be parsed?`;
    },
  };
}

/** The text of a module with its edits made. When it is loaded it says so in the file given. */
function broken(module: string, edits: readonly Edit[], loadedModules: string): string {
  const text = edits.reduce(
    (source, { anchor, instead }) => source.split(anchor).join(instead),
    readFileSync(join(soundHost, "dist", module), "utf8"),
  );
  const mark = `appendLoaded(${JSON.stringify(loadedModules)}, ${JSON.stringify(`${module}\n`)});`;
  return `import { appendFileSync as appendLoaded } from "node:fs"; ${mark}${text}`;
}

function byModule(edits: readonly Edit[]): ReadonlyMap<string, readonly Edit[]> {
  const groups = new Map<string, readonly Edit[]>();
  for (const edit of edits) groups.set(edit.module, [...(groups.get(edit.module) ?? []), edit]);
  return groups;
}
