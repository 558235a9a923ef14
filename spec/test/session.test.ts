import { readFileSync } from "node:fs";
import { protocolModel } from "@extproto/schemas";
import { expect, it } from "vitest";
import { readSession, sessionDiagram } from "../src/session.js";

const machine = readSession();
const states = machine.states.map((state) => state.name);
const frames = (side: string) =>
  protocolModel()
    .sides.filter((candidate) => candidate.protocol === "extproto" && candidate.side === side)
    .flatMap((candidate) => candidate.frames.map((frame) => frame.name));

it("names only states that it declares, and says for each what each side may send", () => {
  const used = machine.transitions.flatMap(({ from, to }) => [from, to]);
  expect([...used, machine.initial].filter((name) => !states.includes(name))).toEqual([]);
  expect(Object.keys(machine.allowed).sort()).toEqual([...states].sort());
});

it("reaches every state", () => {
  const reached = new Set([machine.initial]);
  for (let grown = true; grown; ) {
    grown = false;
    for (const { from, to } of machine.transitions) {
      if (reached.has(from) && !reached.has(to)) {
        reached.add(to);
        grown = true;
      }
    }
  }
  expect([...reached].sort()).toEqual([...states].sort());
});

it.each(["extension", "host"] as const)(
  "allows every frame of the %s in some state, and no other",
  (side) => {
    const allowed = new Set(Object.values(machine.allowed).flatMap((entry) => entry[side]));
    expect([...allowed].map((name) => name.split(".").at(-1)).sort()).toEqual(frames(side).sort());
  },
);

it("moves only on frames that exist and that are allowed where they move", () => {
  const wrong = machine.transitions.filter(({ from, on }) => {
    if (!("frame" in on)) return false;
    const [, side, name] = on.frame.split(".") as [string, "extension" | "host", string];
    const allowed = machine.allowed[from]?.[side].map((entry) => entry.split(".").at(-1));
    return !frames(side).includes(name) || !allowed?.includes(name);
  });
  expect(wrong).toEqual([]);
});

it("is drawn in lifecycle.md", () => {
  const text = readFileSync(new URL("../lifecycle.md", import.meta.url), "utf8");
  expect(text).toContain(sessionDiagram(machine));
});
