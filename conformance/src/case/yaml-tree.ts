/** YAML text -> values that know where they stand. */
import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument } from "yaml";
import type { Json } from "./json.js";

/** A value of the file with its place. */
export interface Tree {
  /** Offset of its first character. */
  readonly offset: number;
  readonly value: Json;
  /** The fields of a mapping, in order. */
  readonly fields?: ReadonlyMap<string, Field>;
  /** The elements of a sequence. */
  readonly items?: readonly Tree[];
}

/** A field of a mapping: where its name stands, and its value. */
export interface Field {
  readonly offset: number;
  readonly tree: Tree;
}

/** A fault of the text itself. */
export interface TextFault {
  readonly offset: number;
  readonly code: string;
  readonly message: string;
}

/** What came of reading a text. */
export interface ReadYaml {
  readonly tree: Tree | undefined;
  readonly faults: readonly TextFault[];
  /** Line and column, both from 1, of an offset. */
  place(offset: number): { line: number; column: number };
}

/** Reads one YAML document. Repeated keys, aliases, tags and keys that are no strings are refused. */
export function readYaml(text: string): ReadYaml {
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter, uniqueKeys: true, prettyErrors: false });
  const faults: TextFault[] = [...document.errors, ...document.warnings].map((error) => ({
    offset: error.pos[0],
    code: error.code === "DUPLICATE_KEY" ? "CASE_DUPLICATE_KEY" : "CASE_YAML",
    message:
      error.code === "DUPLICATE_KEY"
        ? "this key stands twice in its mapping"
        : (error.message.split("\n")[0] ?? ""),
  }));
  const place = (offset: number) => {
    const { line, col } = counter.linePos(Math.min(offset, text.length));
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const fault = (offset: number, message: string): void => {
    faults.push({ offset, code: "CASE_YAML", message });
  };

  function convert(node: unknown, from: number): Tree {
    if (isMap(node)) {
      const fields = new Map<string, Field>();
      const value: Record<string, Json> = {};
      const offset = node.range?.[0] ?? from;
      for (const pair of node.items) {
        const keyOffset = isScalar(pair.key) ? (pair.key.range?.[0] ?? offset) : offset;
        if (!isScalar(pair.key) || typeof pair.key.value !== "string") {
          fault(keyOffset, "a key has to be a string; put it in quotes");
          continue;
        }
        const tree = convert(pair.value, keyOffset);
        fields.set(pair.key.value, { offset: keyOffset, tree });
        // Not an assignment: a field may be called __proto__.
        Object.defineProperty(value, pair.key.value, {
          value: tree.value,
          enumerable: true,
          configurable: true,
          writable: true,
        });
      }
      return { offset, value, fields };
    }
    if (isSeq(node)) {
      const offset = node.range?.[0] ?? from;
      const items = node.items.map((item) => convert(item, offset));
      return { offset, value: items.map((item) => item.value), items };
    }
    if (isScalar(node)) {
      const offset = node.range?.[0] ?? from;
      return { offset, value: scalar(node.value, offset) };
    }
    if (isAlias(node)) {
      fault(node.range?.[0] ?? from, "aliases are not part of the format; write the value out");
    }
    return { offset: from, value: null };
  }

  function scalar(value: unknown, offset: number): Json {
    if (value === null || typeof value === "string" || typeof value === "boolean") return value;
    if (typeof value === "number" && Number.isFinite(value)) return value;
    fault(offset, "this value has no counterpart in JSON");
    return null;
  }

  const tree = document.contents === null ? undefined : convert(document.contents, 0);
  return { tree, faults, place };
}

/** The tree at a path below a tree, or the nearest one above it. */
export function treeAt(tree: Tree, path: readonly (string | number)[]): { readonly offset: number } {
  let found: Tree = tree;
  let offset = tree.offset;
  for (const segment of path) {
    if (typeof segment === "number") {
      const item = found.items?.[segment];
      if (item === undefined) break;
      found = item;
      offset = item.offset;
    } else {
      const field = found.fields?.get(segment);
      if (field === undefined) break;
      found = field.tree;
      offset = field.offset;
    }
  }
  return { offset };
}
