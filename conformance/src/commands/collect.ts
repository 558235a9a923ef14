/** For options that may be given more than once. */
export function collect(value: string, earlier: readonly string[]): readonly string[] {
  return [...earlier, value];
}
