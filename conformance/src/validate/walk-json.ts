/** Visits the values of a JSON text with their offsets, without recursion: lines may nest very deeply. */
import jsonc from "jsonc-parser";

/** The place of a value within its parent, and in the text. */
export interface Visited {
  /** Name or index in the parent; undefined for the outermost value. */
  readonly segment: string | number | undefined;
  readonly offset: number;
  /** Offset of the field's name, for values of an object; else that of the value. */
  readonly keyOffset: number;
}

/** Is told of each value, and of the start and end of what is inside it. */
export interface JsonVisitor {
  value(visited: Visited): void;
  enter?(): void;
  leave?(): void;
}

/** The tokens that matter here; the package declares them in a way that isolated modules cannot use. */
const token = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  colon: 6,
  end: 17,
} as const;

interface Level {
  readonly isObject: boolean;
  key: string | undefined;
  keyOffset: number;
  index: number;
}

/** Walks a text that is known to be JSON. */
export function walkJson(text: string, visitor: JsonVisitor): void {
  const scanner = jsonc.createScanner(text, true);
  const levels: Level[] = [];
  for (let kind: number = scanner.scan(); kind !== token.end; kind = scanner.scan()) {
    const level = levels.at(-1);
    if (kind === token.colon) continue;
    if (kind === token.comma) {
      if (level !== undefined) {
        level.index++;
        level.key = undefined;
      }
    } else if (kind === token.closeBrace || kind === token.closeBracket) {
      levels.pop();
      visitor.leave?.();
    } else if (level?.isObject && level.key === undefined) {
      level.key = scanner.getTokenValue();
      level.keyOffset = scanner.getTokenOffset();
    } else {
      visitor.value(visited(level, scanner.getTokenOffset()));
      if (kind === token.openBrace || kind === token.openBracket) {
        levels.push({ isObject: kind === token.openBrace, key: undefined, keyOffset: 0, index: 0 });
        visitor.enter?.();
      }
    }
  }
}

function visited(level: Level | undefined, offset: number): Visited {
  if (level === undefined) return { segment: undefined, offset, keyOffset: offset };
  if (level.key === undefined) return { segment: level.index, offset, keyOffset: offset };
  return { segment: level.key, offset, keyOffset: level.keyOffset };
}
