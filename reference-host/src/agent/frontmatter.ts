/** The YAML block between `---` lines at the top of a Markdown file. */

/** A document, split at its frontmatter. */
export interface Frontmatter {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/**
 * Splits a document. Skills in the wild write `description: Use when: ...` without quotes, which is not YAML;
 * what does not parse is read line by line instead of being refused.
 */
export async function splitFrontmatter(document: string): Promise<Frontmatter> {
  const lines = document.replace(/^\uFEFF/, "").split(/\r?\n/);
  const end =
    lines[0]?.trimEnd() === "---" ? lines.findIndex((line, at) => at > 0 && line.trimEnd() === "---") : -1;
  if (end < 0) return { fields: {}, body: lines.join("\n").trim() };
  const block = lines.slice(1, end).join("\n");
  const body = lines
    .slice(end + 1)
    .join("\n")
    .trim();
  return { fields: (await yamlFields(block)) ?? plainFields(block), body };
}

async function yamlFields(block: string): Promise<Record<string, unknown> | undefined> {
  // Not before a host has a skill to read: the library is a tenth of its start.
  const { parse } = await import("yaml");
  try {
    const value: unknown = parse(block);
    if (value === null) return {};
    return typeof value === "object" && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

function plainFields(block: string): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const line of block.split("\n")) {
    const match = /^([A-Za-z][\w-]*):[ \t]*(.*)$/.exec(line);
    if (match?.[1] !== undefined) fields[match[1]] = (match[2] ?? "").trim();
  }
  return fields;
}
