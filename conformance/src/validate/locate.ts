/** Finds where the values of JSON Pointers stand in a text, all in one pass. */
import { parsePointer } from "./json-pointer.js";
import { walkJson } from "./walk-json.js";

/** Where a value stands. */
export interface Place {
  /** Offset of the value; of the nearest object or array around it, where there is no such value. */
  readonly value: number;
  /** Offset of the field's name, where the value is a field's. */
  readonly key: number;
}

interface Wanted {
  readonly children: Map<string, Wanted>;
  place: Place | undefined;
}

/**
 * Locates pointers in a text that is known to be JSON. Of a field written twice the last counts, as for
 * `JSON.parse`.
 *
 * @example
 * ```ts
 * locate('{"a":[1,2]}', ["/a/1"]).get("/a/1"); // { value: 8, key: 8 }
 * ```
 */
export function locate(text: string, pointers: readonly string[]): Map<string, Place> {
  const root: Wanted = { children: new Map(), place: undefined };
  for (const pointer of pointers) want(root, parsePointer(pointer));
  record(text, root);
  return new Map(pointers.map((pointer) => [pointer, nearest(root, parsePointer(pointer))]));
}

function want(root: Wanted, segments: readonly string[]): void {
  let node = root;
  for (const segment of segments) {
    let child = node.children.get(segment);
    if (child === undefined) {
      child = { children: new Map(), place: undefined };
      node.children.set(segment, child);
    }
    node = child;
  }
}

function record(text: string, root: Wanted): void {
  const around: (Wanted | undefined)[] = [];
  let current: Wanted | undefined;
  walkJson(text, {
    value({ segment, offset, keyOffset }) {
      current = segment === undefined ? root : around.at(-1)?.children.get(String(segment));
      if (current !== undefined) current.place = { value: offset, key: keyOffset };
    },
    enter: () => around.push(current),
    leave: () => around.pop(),
  });
}

function nearest(root: Wanted, segments: readonly string[]): Place {
  let place = root.place ?? { value: 0, key: 0 };
  let node: Wanted | undefined = root;
  for (const segment of segments) {
    node = node?.children.get(segment);
    if (node?.place === undefined) return { value: place.value, key: place.value };
    place = node.place;
  }
  return place;
}
