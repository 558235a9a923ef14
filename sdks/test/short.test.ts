/** The SDKs are worth having: their examples are short, and shorter than the same extension without an SDK. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const sdks = fileURLToPath(new URL("../", import.meta.url));

/** How programs are told from other files, by language, and what begins a comment. */
const languages = {
  typescript: { program: /\.m?[jt]s$/, test: /\.test\.ts$/, comment: "//" },
  python: { program: /\.py$/, test: /^test_/, comment: "#" },
  go: { program: /\.go$/, test: /_test\.go$/, comment: "//" },
  rust: { program: /\.rs$/, test: /^tests/, comment: "//" },
} as const;
type Language = keyof typeof languages;

/** Lines of the programs in a folder that are neither blank nor a comment; tests do not count. */
function lines(language: Language, folder: string): number {
  const { program, test, comment } = languages[language];
  const found = readdirSync(join(sdks, folder), { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && program.test(entry.name) && !test.test(entry.name),
  );
  expect(found, folder).not.toEqual([]);
  const texts = found.map(({ parentPath, name }) => readFileSync(join(parentPath, name), "utf8"));
  // In Rust the tests of a program stand below it.
  const code = texts.flatMap((text) => (text.split(/^#\[cfg\(test\)\]$/m)[0] ?? "").split("\n"));
  return code.map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith(comment)).length;
}

describe.each(Object.keys(languages) as Language[])("in %s", (language) => {
  it("hello has at most 10 lines, guard at most 25", () => {
    expect(lines(language, `${language}/examples/hello`)).toBeLessThanOrEqual(10);
    expect(lines(language, `${language}/examples/guard`)).toBeLessThanOrEqual(25);
  });

  it("the extension that extproto new makes is shorter with the SDK than without", () => {
    const scaffold = "generator/scaffold";
    expect(lines(language, `${scaffold}/${language}`)).toBeLessThan(
      lines(language, `${scaffold}/${language}-raw`),
    );
  });
});
