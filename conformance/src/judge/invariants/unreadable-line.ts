/** What the author of a target should change where a line is no frame. */

/** What is said of a line that is no JSON at all. */
const printedLog = "Only frames belong on standard output; print logs to standard error.";

/** A line of a frame that was printed with indentation: a bracket, or a field with its name. */
const partOfFrame = /^(?:[{[]|[}\]]+,?|"[^"\\]*(?:\\.[^"\\]*)*"\s*:.*)$/;

/** A hint that fits the line: most of those that are no frames have one of a few causes. */
export function unreadableHint(line: string): string {
  if (line.startsWith("\uFEFF")) return "Write no byte order mark.";
  const text = line.trim();
  if (partOfFrame.test(text)) return "Write each frame on one line, without line breaks or indentation.";
  const bare = text.startsWith("{") ? /(?<![\w.])-?(NaN|Infinity)(?!\w)/.exec(withoutStrings(text)) : null;
  if (bare !== null) return `${bare[0]} is not JSON: write null or a number, or leave the field out.`;
  return printedLog;
}

function withoutStrings(text: string): string {
  return text.replaceAll(/"[^"\\]*(?:\\.[^"\\]*)*"/g, '""');
}
