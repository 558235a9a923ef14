/**
 * A text that matches a simple regular expression: literals, classes, groups, alternatives, quantifiers and
 * anchors at the ends. Look-around, back references and the like are not simple; the caller then goes without.
 */
import { compile } from "./satisfies.js";

/** How long the text has to be, in characters. */
export interface LengthBounds {
  readonly atLeast: number;
  readonly atMost: number;
}

/** A matching text of a length within the bounds, or undefined where the pattern is not simple. */
export function patternSample(pattern: string, { atLeast, atMost }: LengthBounds): string | undefined {
  const compiled = compile(pattern);
  if (compiled === undefined) return undefined;
  const fits = (text: string) => {
    const length = [...text].length;
    return length >= atLeast && length <= atMost && compiled.test(text);
  };
  // Growing the repetitions one by one reaches a length that a fixed number of them would miss.
  for (let extra = 0; extra <= Math.min(Math.max(atLeast, 1), 256); extra += 1) {
    const text = new Writer(pattern, extra).text();
    if (text === undefined) return undefined;
    if (fits(text)) return text;
    const padded = text.padEnd(atLeast, "a");
    if (fits(padded)) return padded;
  }
  return undefined;
}

class NotSimple extends Error {}

/** Reads the pattern once, from left to right, and writes the text as it goes. */
class Writer {
  readonly #pattern: string;
  readonly #extra: number;
  #at = 0;

  constructor(pattern: string, extra: number) {
    this.#pattern = pattern;
    this.#extra = extra;
  }

  text(): string | undefined {
    try {
      const text = this.#alternatives();
      return this.#at === this.#pattern.length ? text : undefined;
    } catch (error) {
      if (error instanceof NotSimple) return undefined;
      throw error;
    }
  }

  /** The first alternative is written, the others are read over. */
  #alternatives(): string {
    const first = this.#sequence();
    while (this.#take("|")) this.#sequence();
    return first;
  }

  #sequence(): string {
    let text = "";
    for (;;) {
      const next = this.#pattern[this.#at];
      if (next === undefined || next === "|" || next === ")") return text;
      if (next === "^" || next === "$") {
        this.#at += 1;
        continue;
      }
      const atom = this.#atom(next);
      text += atom.repeat(this.#count());
    }
  }

  #atom(next: string): string {
    this.#at += 1;
    if (next === "(") return this.#group();
    if (next === "[") return this.#characterClass();
    if (next === ".") return "a";
    if (next === "\\") return this.#escape();
    if ("*+?{".includes(next)) throw new NotSimple();
    const point = this.#pattern.codePointAt(this.#at - 1) as number;
    const character = String.fromCodePoint(point);
    this.#at += character.length - 1;
    return character;
  }

  #group(): string {
    if (this.#take("?") && !this.#take(":")) {
      if (!this.#take("<") || "=!".includes(this.#pattern[this.#at] ?? "=")) throw new NotSimple();
      while (!this.#take(">")) this.#step();
    }
    const text = this.#alternatives();
    if (!this.#take(")")) throw new NotSimple();
    return text;
  }

  #escape(): string {
    const letter = this.#step();
    switch (letter) {
      case "d":
        return "1";
      case "w":
        return "a";
      case "s":
        return " ";
      case "D":
      case "S":
        return "a";
      case "W":
        return "-";
      case "n":
        return "\n";
      case "t":
        return "\t";
      case "b":
        return "";
      default:
        if (/[A-Za-z0-9]/.test(letter)) throw new NotSimple();
        return letter;
    }
  }

  /** The first member of the class, or for a negated one the first usual character that it lets through. */
  #characterClass(): string {
    const start = this.#at - 1;
    const negated = this.#take("^");
    const begin = this.#at;
    while (this.#pattern[this.#at] !== "]" || this.#at === begin) this.#step();
    this.#at += 1;
    const source = this.#pattern.slice(start, this.#at);
    const compiled = compile(`^${source}$`);
    if (compiled === undefined) throw new NotSimple();
    const usual = "a1A-_. /:@0bcdefghijklmnopqrstuvwxyzBCDEFGHIJKLMNOPQRSTUVWXYZ23456789+,!#%&=~";
    const found = [...(negated ? usual : usual + source)].find((character) => compiled.test(character));
    if (found === undefined) throw new NotSimple();
    return found;
  }

  #count(): number {
    const next = this.#pattern[this.#at];
    let least = 1;
    let most = 1;
    if (next === "*" || next === "+" || next === "?") {
      this.#at += 1;
      least = next === "+" ? 1 : 0;
      most = next === "?" ? 1 : Number.POSITIVE_INFINITY;
    } else if (next === "{") {
      const found = /^\{(\d+)(,(\d*))?\}/.exec(this.#pattern.slice(this.#at));
      if (found === null) throw new NotSimple();
      this.#at += found[0].length;
      least = Number(found[1]);
      most = found[2] === undefined ? least : found[3] === "" ? Number.POSITIVE_INFINITY : Number(found[3]);
    } else return 1;
    this.#take("?");
    return Math.min(least + this.#extra, most);
  }

  #take(character: string): boolean {
    if (this.#pattern[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #step(): string {
    const character = this.#pattern[this.#at];
    if (character === undefined) throw new NotSimple();
    this.#at += 1;
    return character;
  }
}
