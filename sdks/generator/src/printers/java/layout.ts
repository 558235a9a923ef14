/** Layout of the printed Java: 2 spaces, lines of 100, broken as google-java-format breaks them. */
import { unreserved, wrap } from "../../names.js";

const width = 100;

/** Words that cannot name a component of a record. */
const reserved: ReadonlySet<string> = new Set(
  (
    "abstract assert boolean break byte case catch char class clone const continue default do double else enum " +
    "extends false final finalize finally float for getClass goto hashCode if implements import instanceof int " +
    "interface long native new notify notifyAll null package private protected public return short static " +
    "strictfp super switch synchronized this throw throws toJson toString transient true try void volatile wait while"
  ).split(" "),
);

/** A name that Java lets a component have. */
export function componentName(name: string): string {
  return unreserved(name, reserved);
}

/** A Javadoc comment: sentences, then one `@param` for each described component. */
export function javadoc(
  notes: readonly string[],
  indent: string,
  params: readonly { readonly name: string; readonly notes: readonly string[] }[] = [],
): string[] {
  const text = inJavadoc(notes.join(" "));
  const described = params.filter((param) => param.notes.length > 0);
  const line = `${indent}/** ${text} */`;
  if (described.length === 0 && line.length <= width) return [line];
  const room = width - indent.length - 3;
  const lines = wrap(text, room);
  if (described.length > 0) lines.push("");
  for (const param of described) {
    const [first = "", ...rest] = wrap(`@param ${param.name} ${inJavadoc(param.notes.join(" "))}`, room - 4);
    lines.push(first, ...rest.map((part) => `    ${part}`));
  }
  return [
    `${indent}/**`,
    ...lines.map((part) => `${indent} *${part === "" ? "" : ` ${part}`}`),
    `${indent} */`,
  ];
}

function inJavadoc(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll("*/", "*&#47;")
    .replaceAll(/`([^`]*)`/g, "{@code $1}");
}

/** `head(a, b)tail` in one line; else the items on the next line; else each on a line of its own. */
export function call(head: string, items: readonly string[], tail: string, indent: string): string[] {
  const line = `${indent}${head}(${items.join(", ")})${tail}`;
  if (line.length <= width) return [line];
  const inner = `${indent}    `;
  const next = `${inner}${items.join(", ")})${tail}`;
  if (next.length <= width) return [`${indent}${head}(`, next];
  return [
    `${indent}${head}(`,
    ...items.map((item, index) => `${inner}${item}${index === items.length - 1 ? `)${tail}` : ","}`),
  ];
}

/** A string literal. */
export function quoted(text: string): string {
  return JSON.stringify(text);
}
