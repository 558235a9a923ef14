/**
 * What has arrived at an actor, in order. An inbox is never changed: adding gives another one. Both share one array,
 * so that a target which floods the kit costs the same for each line, however many came before.
 */
import type { Item } from "./items.js";

/** A part of a shared array; what is behind its end belongs to later inboxes. */
export class Inbox {
  static readonly empty = new Inbox([], 0, 0);
  readonly #items: Item[];
  readonly #first: number;
  readonly #end: number;

  private constructor(items: Item[], first: number, end: number) {
    this.#items = items;
    this.#first = first;
    this.#end = end;
  }

  /** The index of the latest event; -1 where nothing has arrived. */
  get latest(): number {
    return this.#first < this.#end ? (this.#items[this.#end - 1]?.index ?? -1) : -1;
  }

  with(item: Item): Inbox {
    // Somebody else has gone on from here already, or nobody has begun.
    const own = this.#items.length === this.#end && this.#end > 0 ? this.#items : this.#slice(this.#first);
    const first = own === this.#items ? this.#first : 0;
    own.push(item);
    return new Inbox(own, first, own.length);
  }

  /** What came with this event or later. */
  since(index: number): readonly Item[] {
    return this.#slice(this.#placeOf(index));
  }

  /** Without what came before this event. */
  without(index: number): Inbox {
    const first = this.#placeOf(index);
    if (first === this.#first) return this;
    // The array is given up once most of it is forgotten.
    return first * 2 > this.#items.length
      ? new Inbox(this.#slice(first), 0, this.#end - first)
      : new Inbox(this.#items, first, this.#end);
  }

  #slice(first: number): Item[] {
    return this.#items.slice(first, this.#end);
  }

  /** The place of the first item with this index or a later one; indices only grow. */
  #placeOf(index: number): number {
    let [low, high] = [this.#first, this.#end];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#items[middle]?.index ?? index) < index) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
