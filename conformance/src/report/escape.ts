/** Text of strangers, made safe for the documents that it goes into. */

const forbiddenInXml = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** For HTML and SVG, in text and in quoted attributes. */
export function html(text: string): string {
  return visible(text).replaceAll(/[&<>"']/g, (character) => entities[character] as string);
}

/** A sentence of the specification, for HTML: what stands in backquotes becomes code. */
export function htmlProse(text: string): string {
  return html(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>");
}

/** For XML 1.0. What no XML file may hold, not even as an entity, is written as `\u001b`. */
export function xml(text: string): string {
  return html(text).replaceAll("\r", "&#13;");
}

/** For an attribute of XML, where line breaks would become spaces. */
export function xmlAttribute(text: string): string {
  return xml(text).replaceAll("\n", "&#10;").replaceAll("\t", "&#9;");
}

/** For a cell of a Markdown table: one line, with nothing that Markdown or HTML would obey. */
export function markdownCell(text: string): string {
  return visible(text)
    .replaceAll(/[\\`*_{}[\]<>|#~@]/g, (character) => (character === "<" ? "&lt;" : `\\${character}`))
    .replaceAll(/\s+/g, " ");
}

/** For code within a line of Markdown, whatever backquotes it holds; also within a table. */
export function markdownCode(text: string): string {
  const line = visible(text).replaceAll(/\s+/g, " ").replaceAll("|", "\\|");
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map((run) => run[0].length));
  const fence = "`".repeat(longest + 1);
  return longest === 0 ? `\`${line}\`` : `${fence} ${line} ${fence}`;
}

/** Writes characters that XML forbids as escapes, so that they are seen instead of obeyed or lost. */
function visible(text: string): string {
  return text.replaceAll(
    forbiddenInXml,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`,
  );
}
