/** The register of mutants: which deliberately broken program breaks which requirement. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A mutant and the requirement that it breaks. */
export interface RegisteredMutant {
  readonly name: string;
  readonly breaks: string;
}

const folder = fileURLToPath(new URL("../../mutants", import.meta.url));

/** All mutants that the folders of `mutants/` register in their `mutants.json`. */
export function readMutants(): readonly RegisteredMutant[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = join(folder, entry.name, "mutants.json");
    if (!entry.isDirectory() || !existsSync(file)) return [];
    const { mutants } = JSON.parse(readFileSync(file, "utf8")) as { mutants: readonly RegisteredMutant[] };
    return mutants.map(({ name, breaks }) => ({ name, breaks }));
  });
}
