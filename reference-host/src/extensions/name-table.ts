/** Who owns a contested name. Commands have one table, tools another. */

/** Why a registration has no effect. */
export type Shadowed = { readonly by: "built-in" } | { readonly by: "extension"; readonly extension: string };

/** Names and their owners. A name stays with its owner, even a dead one, until it is given back. */
export class NameTable<Owner extends { readonly candidate: { readonly name: string } }> {
  readonly #owners = new Map<string, Owner>();
  readonly #builtin: () => ReadonlySet<string>;

  constructor(builtin: () => ReadonlySet<string>) {
    this.#builtin = builtin;
  }

  /** Takes a name, or says who has it. */
  claim(owner: Owner, name: string): Shadowed | undefined {
    if (this.#builtin().has(name)) return { by: "built-in" };
    const holder = this.#owners.get(name);
    if (holder !== undefined && holder !== owner)
      return { by: "extension", extension: holder.candidate.name };
    this.#owners.set(name, owner);
    return undefined;
  }

  /** Gives a name back; that of somebody else stays with it. */
  release(owner: Owner, name: string): void {
    if (this.#owners.get(name) === owner) this.#owners.delete(name);
  }

  owner(name: string): Owner | undefined {
    return this.#owners.get(name);
  }

  /** A name can be taken and later become built in: the host may change its own set. */
  holds(owner: Owner, name: string): boolean {
    return this.#owners.get(name) === owner && !this.#builtin().has(name);
  }
}
