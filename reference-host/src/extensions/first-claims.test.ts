import { describe, expect, it } from "vitest";
import type { Extension, NameChange } from "./contract.js";
import { FirstClaims } from "./first-claims.js";
import { Ownership } from "./ownership.js";

/** As much of an extension as names need; it counts how often all its tools are listed. */
function extension(name: string, ...tools: string[]) {
  const counted = {
    candidate: { name },
    state: "ready",
    commands: [],
    listings: 0,
    registered: new Set(tools),
    get tools() {
      counted.listings++;
      return [...counted.registered].map((tool) => ({ name: tool, description: "", schema: {} }));
    },
  };
  return counted as unknown as Extension & { listings: number; registered: Set<string> };
}

function newOwnership() {
  const shadowed: string[] = [];
  const ownership = new Ownership({
    builtinTools: () => new Set(["bash"]),
    builtinCommands: () => new Set(),
    onShadowed: ({ candidate }, message) => shadowed.push(`${candidate.name}: ${message}`),
  });
  return { ownership, shadowed };
}

const tool = (name: string, registered = true): NameChange => ({ kind: "tool", name, registered });

describe("while extensions are started", () => {
  it("a name goes to the first in load order that had it when it was ready, then to the first to ask", () => {
    const [one, two, three] = [extension("one"), extension("two", "a"), extension("three", "a")];
    const claims = new FirstClaims();
    for (const each of [three, one, two]) claims.ready(each);
    claims.change(one, tool("a"));
    claims.change(three, tool("b"));
    claims.change(one, tool("b"));
    const { ownership, shadowed } = newOwnership();
    claims.settle([one, two, three], ownership);
    expect([ownership.toolOwner("a"), ownership.toolOwner("b")]).toEqual([two, three]);
    expect(shadowed).toEqual([
      "three: its tool a is shadowed by that of two",
      "one: its tool a is shadowed by that of two",
      "one: its tool b is shadowed by that of three",
    ]);
  });

  it("a name that is taken back is free for the next", () => {
    const [one, two] = [extension("one", "a"), extension("two", "a")];
    const claims = new FirstClaims();
    for (const each of [one, two]) claims.ready(each);
    claims.change(one, tool("b"));
    claims.change(two, tool("b"));
    claims.change(one, tool("a", false));
    claims.change(one, tool("b", false));
    const { ownership, shadowed } = newOwnership();
    claims.settle([one, two], ownership);
    expect([ownership.toolOwner("a"), ownership.toolOwner("b")]).toEqual([two, two]);
    expect(shadowed).toEqual([]);
  });

  it("no registration after ready looks at those before it", () => {
    const one = extension("one", "first");
    const claims = new FirstClaims();
    claims.ready(one);
    expect(one.listings).toBe(1);
    for (let at = 0; at < 1000; at++) claims.change(one, tool(`tool_${at}`));
    expect(one.listings).toBe(1);
    const { ownership } = newOwnership();
    claims.settle([one], ownership);
    expect(one.listings).toBe(1);
    expect([ownership.toolOwner("first"), ownership.toolOwner("tool_999")]).toEqual([one, one]);
  });
});

describe("after the start", () => {
  it("neither a registration nor its end looks at the others", () => {
    const one = extension("one");
    const { ownership } = newOwnership();
    for (let at = 0; at < 1000; at++) ownership.change(one, tool(`tool_${at}`));
    for (let at = 0; at < 999; at++) ownership.change(one, tool(`tool_${at}`, false));
    expect(one.listings).toBe(0);
    expect([ownership.toolOwner("tool_998"), ownership.toolOwner("tool_999")]).toEqual([undefined, one]);
  });

  it("nobody gives back the name of another", () => {
    const [one, two] = [extension("one"), extension("two")];
    const { ownership } = newOwnership();
    ownership.change(one, tool("a"));
    ownership.change(two, tool("a"));
    ownership.change(two, tool("a", false));
    expect(ownership.toolOwner("a")).toBe(one);
  });
});
