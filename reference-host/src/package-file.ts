/** The files beside the code, of which there is one copy for `src`, `dist` and `lib`. */

/** A file of this package, by its name at the top. */
export function packageFile(name: string): URL {
  return new URL(`../${name}`, import.meta.url);
}
