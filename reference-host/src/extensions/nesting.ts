/** How deep JSON from an extension may be nested where the host passes it on. */

/** Far beyond any real schema or arguments; far below what makes recursive readers overflow their stack. */
export const deepestNesting = 128;

/** True where a value has more levels of objects and arrays than may be. */
export function nestedTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepestNesting) return true;
    level = level.flatMap((item) => (typeof item === "object" && item !== null ? Object.values(item) : []));
  }
  return false;
}
