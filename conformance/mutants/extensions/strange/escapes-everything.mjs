import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    writeLine(text) {
      const escaped = text.replace(/"((?:[^"\\]|\\.)*)"/g, (literal) => {
        const units = [...JSON.parse(literal)].flatMap((character) => character.split(""));
        const hex = units.map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
        return ` \t"${hex.join("")}" `;
      });
      super.writeLine(` ${escaped}\t `);
    }
  },
);
