/** Patterns that choose cases by name or requirement: `extension/tools/*`, `ext.intercept.*`, `host/{rpc,panels}`. */

/** A pattern, ready to be tried on names. */
export interface Glob {
  readonly pattern: string;
  matches(name: string): boolean;
}

/**
 * Compiles a pattern. `*` stands for any characters but a slash, `**` for any number of folders, `?` for one
 * character, `{a,b}` for either; everything else for itself, so a name in brackets needs no escape. A pattern
 * that names a folder takes all that is in it.
 *
 * @example
 * ```ts
 * compileGlob("extension/*").matches("extension/tools/answers-once"); // true
 * ```
 */
export function compileGlob(pattern: string): Glob {
  const body = pattern.replace(/\/+$/, "");
  const expression = new RegExp(`^(?:${alternatives(body).map(source).join("|")})(?:/.*)?$`, "su");
  return { pattern, matches: (name) => expression.test(name) };
}

/** Expands `{a,b}` from the inside out; a brace without a partner stands for itself. */
function alternatives(pattern: string): readonly string[] {
  const group = /\{([^{}]*,[^{}]*)\}/.exec(pattern);
  if (group === null) return [pattern];
  const before = pattern.slice(0, group.index);
  const after = pattern.slice(group.index + group[0].length);
  return (group[1] as string).split(",").flatMap((choice) => alternatives(`${before}${choice}${after}`));
}

function source(pattern: string): string {
  const segments = pattern.split("/");
  return segments.map((segment, index) => segmentSource(segment, index === segments.length - 1)).join("");
}

function segmentSource(segment: string, last: boolean): string {
  if (segment === "**") return last ? ".*" : "(?:[^/]+/)*";
  const text = segment.replaceAll(/\*+|\?|[\\^$.|+()[\]{}]/g, (found) => {
    if (found.startsWith("*")) return "[^/]*";
    return found === "?" ? "[^/]" : `\\${found}`;
  });
  return last ? text : `${text}/`;
}
