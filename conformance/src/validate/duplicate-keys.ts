/** Finds fields that one object has twice. `JSON.parse` takes the last one and says nothing. */
import type { Finding } from "./finding.js";
import { formatPointer } from "./json-pointer.js";
import { walkJson } from "./walk-json.js";

/** The repeated fields of a text that is known to be JSON: the first `most` of them, and how many more there are. */
export function duplicateKeys(text: string, most: number): { findings: readonly Finding[]; omitted: number } {
  const findings: Finding[] = [];
  let omitted = 0;
  const path: (string | number)[] = [];
  /** The names met so far in each open object; made at its first name. */
  const names: (Set<string> | undefined)[] = [];
  walkJson(text, {
    value({ segment, keyOffset }) {
      if (segment === undefined) return;
      const depth = names.length - 1;
      path[depth] = segment;
      if (typeof segment === "number") return;
      const met = names[depth] ?? new Set();
      names[depth] = met;
      if (!met.has(segment)) met.add(segment);
      else if (findings.length === most) omitted++;
      else {
        findings.push({
          path: formatPointer(path.slice(0, depth + 1)),
          rule: "duplicate-key",
          expected: "each field once in its object",
          actual: "written more than once",
          at: keyOffset,
        });
      }
    },
    enter: () => names.push(undefined),
    leave: () => names.pop(),
  });
  return { findings, omitted };
}
