/** Files that cannot be generated as asked, with words for the person who asked. */
export class OutputError extends Error {
  override readonly name = "OutputError";
}
