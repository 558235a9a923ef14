/**
 * Who wants which name while extensions are being started.
 *
 * Contested names go by load order, not by speed, so nobody gets one before all have started: first come the names
 * that each had registered when it was ready, in load order, then those that were registered later, in the order of
 * time. Each frame costs the same, however many there were before it.
 */
import type { Extension, NameChange } from "./contract.js";
import type { Ownership } from "./ownership.js";

interface Names {
  readonly tools: Set<string>;
  readonly commands: Set<string>;
}

/** The claims of one start. */
export class FirstClaims {
  readonly #atReady = new Map<Extension, Names>();
  /** Who asked for a name after its own `ready`, in the order of time. */
  readonly #later = { tools: new Map<string, Set<Extension>>(), commands: new Map<string, Set<Extension>>() };

  /** The first registrations of an extension are complete. */
  ready(extension: Extension): void {
    this.#atReady.set(extension, namesOf(extension));
  }

  /** An extension has registered a name, or taken it back. Before its `ready` there is nothing to keep. */
  change(extension: Extension, { kind, name, registered }: NameChange): void {
    const first = this.#atReady.get(extension);
    if (first === undefined) return;
    const names = kind === "tool" ? first.tools : first.commands;
    const later = kind === "tool" ? this.#later.tools : this.#later.commands;
    if (!registered) {
      names.delete(name);
      later.get(name)?.delete(extension);
    } else if (!names.has(name)) {
      const asking = later.get(name);
      if (asking === undefined) later.set(name, new Set([extension]));
      else asking.add(extension);
    }
  }

  /** All have started: gives each what is due to it. `extensions` are in load order. */
  settle(extensions: readonly Extension[], ownership: Ownership): void {
    for (const extension of extensions) {
      // One that died before it was ready keeps its names, as one does that dies later.
      ownership.claim(extension, this.#atReady.get(extension) ?? namesOf(extension));
    }
    for (const [kind, later] of [
      ["tool", this.#later.tools],
      ["command", this.#later.commands],
    ] as const) {
      for (const [name, asking] of later) {
        for (const extension of asking) ownership.change(extension, { kind, name, registered: true });
      }
    }
  }
}

function namesOf({ tools, commands }: Extension): Names {
  return {
    tools: new Set(tools.map(({ name }) => name)),
    commands: new Set(commands.map(({ name }) => name)),
  };
}
