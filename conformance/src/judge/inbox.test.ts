import { describe, expect, it } from "vitest";
import { Inbox } from "./inbox.js";
import type { Item } from "./items.js";

const item = (index: number): Item => ({ index, t: index, actor: "host", channel: "frame", value: index });
const filled = (...indices: readonly number[]) =>
  indices.reduce((inbox, index) => inbox.with(item(index)), Inbox.empty);
const indices = (inbox: Inbox, from = 0) => inbox.since(from).map(({ index }) => index);

describe("an inbox", () => {
  it("holds what was added, from an event on", () => {
    const inbox = filled(2, 5, 9);
    expect([indices(inbox), indices(inbox, 3), indices(inbox, 5), indices(inbox, 10)]).toEqual([
      [2, 5, 9],
      [5, 9],
      [5, 9],
      [],
    ]);
    expect([inbox.latest, Inbox.empty.latest]).toEqual([9, -1]);
  });

  it("is not changed by what is added to it, nor by its other successors", () => {
    const inbox = filled(1, 2);
    const [one, other] = [inbox.with(item(3)), inbox.with(item(4))];
    expect([inbox, one, other, one.with(item(5)), Inbox.empty].map((each) => indices(each))).toEqual([
      [1, 2],
      [1, 2, 3],
      [1, 2, 4],
      [1, 2, 3, 5],
      [],
    ]);
  });

  it("forgets what came before an event, and goes on", () => {
    const inbox = filled(1, 2, 3, 4, 5);
    const shorter = inbox.without(5);
    expect(indices(shorter.with(item(6)))).toEqual([5, 6]);
    expect(indices(inbox.without(2).with(item(6)))).toEqual([2, 3, 4, 5, 6]);
    expect(indices(inbox.without(9).with(item(10)))).toEqual([10]);
    expect(inbox.without(1)).toBe(inbox);
    expect(indices(inbox)).toEqual([1, 2, 3, 4, 5]);
  });
});
