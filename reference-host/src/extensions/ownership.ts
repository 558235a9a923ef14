/** What extensions offer, and who owns a name that several want. */
import type { CommandListing, Extension, NameChange, OfferedTool } from "./contract.js";
import { NameTable, type Shadowed } from "./name-table.js";

/** A tool with the name of its extension. */
export type AttributedTool = OfferedTool & { readonly extension: string };

/** How ownership is made. */
export interface OwnershipOptions {
  readonly builtinTools: () => ReadonlySet<string>;
  readonly builtinCommands: () => ReadonlySet<string>;
  /** Told once of each registration that has no effect because the name is taken. */
  readonly onShadowed: (extension: Extension, message: string) => void;
}

/** Names that an extension has registered up to some moment. */
export interface RegisteredNames {
  readonly tools: ReadonlySet<string>;
  readonly commands: ReadonlySet<string>;
}

/** Who owns which tool and which command. */
export class Ownership {
  readonly #tools: NameTable<Extension>;
  readonly #commands: NameTable<Extension>;
  readonly #onShadowed: OwnershipOptions["onShadowed"];
  readonly #reported = new Set<string>();

  constructor(options: OwnershipOptions) {
    this.#tools = new NameTable(options.builtinTools);
    this.#commands = new NameTable(options.builtinCommands);
    this.#onShadowed = options.onShadowed;
  }

  toolOwner(name: string): Extension | undefined {
    return this.#tools.owner(name);
  }

  commandOwner(name: string): Extension | undefined {
    return this.#commands.owner(name);
  }

  /** Gives an extension these names, as far as they are free. */
  claim(extension: Extension, names: RegisteredNames): void {
    for (const name of names.tools) this.change(extension, { kind: "tool", name, registered: true });
    for (const name of names.commands) this.change(extension, { kind: "command", name, registered: true });
  }

  /** Gives an extension one name where it is free, or takes it back: as much work for the last tool as for the first. */
  change(extension: Extension, { kind, name, registered }: NameChange): void {
    const names = kind === "tool" ? this.#tools : this.#commands;
    if (!registered) names.release(extension, name);
    else {
      const what = kind === "tool" ? `tool ${name}` : `command /${name}`;
      this.#report(extension, what, names.claim(extension, name));
    }
  }

  /** The tools that can be called, in the order of the extensions. */
  tools(extensions: readonly Extension[]): readonly AttributedTool[] {
    return running(extensions).flatMap((extension) =>
      extension.tools
        .filter((tool) => this.#tools.holds(extension, tool.name))
        .map((tool) => ({ ...tool, extension: extension.candidate.name })),
    );
  }

  /** The commands that can be run, in the order of the extensions. */
  commands(extensions: readonly Extension[]): readonly CommandListing[] {
    return running(extensions).flatMap((extension) =>
      extension.commands
        .filter((command) => this.#commands.holds(extension, command.name))
        .map((command) => ({ ...command, extension: extension.candidate.name })),
    );
  }

  #report(extension: Extension, what: string, shadowed: Shadowed | undefined): void {
    const key = `${extension.candidate.name}\n${what}`;
    if (shadowed === undefined || this.#reported.has(key)) return;
    this.#reported.add(key);
    const by = shadowed.by === "built-in" ? "the built-in one" : `that of ${shadowed.extension}`;
    this.#onShadowed(extension, `its ${what} is shadowed by ${by}`);
  }
}

function running(extensions: readonly Extension[]): readonly Extension[] {
  return extensions.filter((extension) => extension.state === "ready");
}
