/** The tables of mutants: which deliberately broken program breaks which requirement, and which case shows it. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TargetKind } from "../case/format.js";
import type { ShapeSchema } from "../case/schema.js";
import { checkShape } from "../case/shape.js";
import { readYaml } from "../case/yaml-tree.js";
import { type ExtensionMutant, extensionMutants } from "../targets/extension/mutants.js";

/** A place of a built module of the reference host, and what stands there in the mutant. */
export interface Edit {
  /** Below `reference-host/dist`. */
  readonly module: string;
  /** Text that the module holds exactly once. */
  readonly anchor: string;
  readonly instead: string;
}

/** What every mutant has. */
interface MutantCommon {
  /** Unique; says what is wrong. */
  readonly name: string;
  /** The requirement that it breaks. */
  readonly breaks: string;
  /** The case that exists to catch it. */
  readonly case?: string;
  readonly doc: string;
  /** The table that it stands in. */
  readonly table: string;
}

/** The reference host with one thing broken. */
export interface HostMutant extends MutantCommon {
  readonly kind: "host";
  readonly case: string;
  readonly edits: readonly Edit[];
}

/** The conforming extension with one thing broken. */
export interface BrokenExtension extends MutantCommon {
  readonly kind: "extension";
  readonly variant: ExtensionMutant;
}

/** The conforming RPC client with one thing broken. */
export interface BrokenClient extends MutantCommon {
  readonly kind: "client";
  readonly case: string;
  /** File of the program. */
  readonly program: string;
}

/** A broken host, extension or client. */
export type Mutant = HostMutant | BrokenExtension | BrokenClient;

/** A table of mutants cannot be used. Each problem says where and why. */
export class MutantTableError extends Error {
  override readonly name = "MutantTableError";
  readonly code = "MUTANT_TABLE_INVALID";
}

/** The folder of the host mutants' tables. */
export const hostTables = fileURLToPath(new URL("../../mutants/hosts", import.meta.url));

const clientMutants = fileURLToPath(new URL("../../mutants/clients", import.meta.url));

const text = { type: "string", minLength: 1 } as const;
const place = { module: text, anchor: text, instead: { type: "string" } } as const;

/** The shape of a table of host mutants. */
const tableShape = {
  type: "array",
  items: {
    type: "object",
    additionalProperties: false,
    required: ["name", "breaks", "case", "doc"],
    properties: {
      ...{ name: text, breaks: text, case: text, doc: text, ...place },
      edits: {
        type: "array",
        minItems: 1,
        items: {
          type: "object",
          additionalProperties: false,
          required: ["module", "anchor", "instead"],
          properties: place,
        },
      },
    },
  },
} as unknown as ShapeSchema;

type WrittenMutant = Pick<HostMutant, "name" | "breaks" | "case" | "doc"> &
  Partial<Edit> & { readonly edits?: readonly Edit[] };

/** Every mutant of the kind, in the order of the tables; of every kind unless one is named. */
export async function readMutants(kind?: TargetKind): Promise<readonly Mutant[]> {
  return [
    ...(kind === undefined || kind === "host" ? readHostMutants() : []),
    ...(kind === undefined || kind === "extension" ? await readBrokenExtensions() : []),
    ...(kind === undefined || kind === "client" ? readBrokenClients() : []),
  ];
}

/** The broken hosts of every table. */
export function readHostMutants(): readonly HostMutant[] {
  if (!existsSync(hostTables)) return [];
  return readdirSync(hostTables)
    .filter((name) => name.endsWith(".yaml"))
    .sort()
    .flatMap((name) => readHostTable(join(hostTables, name)));
}

/** The broken hosts of one table. */
export function readHostTable(file: string): readonly HostMutant[] {
  const problems: string[] = [];
  const { tree, faults, place: placeOf } = readYaml(readFileSync(file, "utf8"));
  const report = (offset: number, _code: string, message: string): void => {
    const { line, column } = placeOf(offset);
    problems.push(`${file}:${line}:${column}: ${message}`);
  };
  for (const { offset, code, message } of faults) report(offset, code, message);
  if (tree === undefined) return [];
  checkShape(tableShape, tree, "the table", report);
  for (const item of tree.items ?? []) {
    const has = (name: string) => item.fields?.has(name) === true;
    if (has("edits") === (has("module") || has("anchor") || has("instead")))
      report(item.offset, "", "a mutant has either module, anchor and instead, or a list of edits");
    else if (!has("edits") && !(has("module") && has("anchor") && has("instead")))
      report(item.offset, "", "module, anchor and instead belong together");
  }
  if (problems.length > 0) throw new MutantTableError(problems.join("\n"));
  return (tree.value as unknown as readonly WrittenMutant[]).map((written) => ({
    kind: "host",
    name: written.name,
    breaks: written.breaks,
    case: written.case,
    doc: written.doc,
    table: basename(file),
    edits: written.edits ?? [written as Edit],
  }));
}

async function readBrokenExtensions(): Promise<readonly BrokenExtension[]> {
  const { mutants } = await extensionMutants();
  return mutants.map((variant) => {
    const { name, breaks, doc } = variant;
    const named = (variant as { readonly case?: string }).case;
    return {
      kind: "extension",
      ...{ name, breaks, doc, variant, table: "mutants.json" },
      ...(named === undefined ? {} : { case: named }),
    };
  });
}

/** The broken clients. Each is a program of its own that is called like the mutant. */
function readBrokenClients(): readonly BrokenClient[] {
  const { tree } = readYaml(readFileSync(join(clientMutants, "mutants.yaml"), "utf8"));
  const written = tree?.value as unknown as readonly Pick<BrokenClient, "name" | "breaks" | "case" | "doc">[];
  return written.map((mutant) => ({
    kind: "client",
    ...mutant,
    table: "mutants.yaml",
    program: join(clientMutants, "programs", `${mutant.name}.mjs`),
  }));
}
