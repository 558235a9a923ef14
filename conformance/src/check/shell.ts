/** Commands as they are typed into a shell. */

/** Quotes a word where a shell would take it apart. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** A command line that can be pasted. */
export function shellLine(words: readonly string[]): string {
  return words.map(shellWord).join(" ");
}
