/**
 * Text from models, tools and extensions -> text that a terminal only shows. Spec: security.md.
 *
 * A terminal takes some characters as commands: they move the cursor, change the title, fill the clipboard.
 * Escape sequences are removed as a whole, so that no debris of them is left in the text.
 */

/** Which line breaks may stay. */
export interface CleanOptions {
  /** False for what has to fit one line, such as a line of a panel. */
  readonly multiline: boolean;
}

type Place =
  | "text"
  /** Behind ESC. */
  | "escape"
  /** Behind ESC and an intermediate byte, as in a choice of character set: one more byte belongs to it. */
  | "intermediate"
  /** In ESC [ ... or its C1 form: ends with a letter or the like. */
  | "control"
  /** In a string command (title, clipboard, device control): ends with BEL or ESC backslash. */
  | "string";

/** Removes control sequences from text that comes in pieces, also those that are cut between two pieces. */
export function createCleaner(options: CleanOptions): (piece: string) => string {
  let place: Place = "text";
  return (piece) => {
    let clean = "";
    for (const character of piece) {
      const code = character.codePointAt(0) ?? 0;
      // A line break ends whatever was begun: a lone escape must not swallow the rest of a conversation.
      if (code === 0x0a) {
        place = "text";
        clean += options.multiline ? "\n" : " ";
      } else if (place === "text") {
        const begun = sequenceBegun(code);
        if (begun !== undefined) place = begun;
        else if (isShown(code)) clean += character;
      } else place = after(place, code);
    }
    return clean;
  };
}

/** A whole text without control sequences. */
export function cleanText(text: string, options: CleanOptions = { multiline: true }): string {
  return createCleaner(options)(text);
}

/** A text for one line. */
export function cleanLine(text: string): string {
  return cleanText(text, { multiline: false });
}

function isShown(code: number): boolean {
  if (code === 0x09) return true;
  return code >= 0x20 && code !== 0x7f && !(code >= 0x80 && code <= 0x9f);
}

function sequenceBegun(code: number): Place | undefined {
  switch (code) {
    case 0x1b:
      return "escape";
    case 0x9b:
      return "control";
    case 0x90:
    case 0x98:
    case 0x9d:
    case 0x9e:
    case 0x9f:
      return "string";
    default:
      return undefined;
  }
}

function after(place: Place, code: number): Place {
  // ESC begins anew wherever it stands; at the end of a string command it is the first half of its terminator.
  if (code === 0x1b) return "escape";
  switch (place) {
    case "escape":
      if (code === 0x5b) return "control";
      if (code === 0x50 || code === 0x58 || code === 0x5d || code === 0x5e || code === 0x5f) return "string";
      return code >= 0x20 && code <= 0x2f ? "intermediate" : "text";
    case "intermediate":
      return code >= 0x20 && code <= 0x2f ? "intermediate" : "text";
    case "control":
      return code >= 0x40 && code <= 0x7e ? "text" : "control";
    case "string":
      return code === 0x07 || code === 0x9c ? "text" : "string";
    case "text":
      return "text";
  }
}
