/** What extensions offer, and who owns a name that several want. */
import type { CommandListing, Extension, OfferedTool } from "./contract.js";
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

/** The names that it has registered by now. */
export function registeredNames({ tools, commands }: Extension): RegisteredNames {
  return {
    tools: new Set(tools.map(({ name }) => name)),
    commands: new Set(commands.map(({ name }) => name)),
  };
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

  /**
   * Gives an extension the names it registered, as far as they are free, and takes back those it gave up.
   * With `names`, only those of them that are among these.
   */
  claim(extension: Extension, names: RegisteredNames = registeredNames(extension)): void {
    this.#tools.keepOnly(extension, new Set(extension.tools.map((tool) => tool.name)));
    for (const { name } of extension.tools) {
      if (names.tools.has(name)) this.#report(extension, `tool ${name}`, this.#tools.claim(extension, name));
    }
    for (const { name } of extension.commands) {
      if (names.commands.has(name))
        this.#report(extension, `command /${name}`, this.#commands.claim(extension, name));
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
