/** Makes text from the input safe and visible on a terminal: frames are written by strangers. */

const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu;
const longest = 600;

/** Escapes what a terminal would obey or hide, and shortens what would fill the screen. */
export function printable(text: string): string {
  const short = text.length <= longest ? text : `${text.slice(0, longest)}...`;
  return short.replace(invisible, escaped);
}

function escaped(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16);
  return hex.length <= 4 ? `\\u${hex.padStart(4, "0")}` : `\\u{${hex}}`;
}

/** Puts a dot in the place of what a terminal would obey or hide, so that columns stay. */
export function dotted(text: string): string {
  return text.replace(invisible, "·");
}
