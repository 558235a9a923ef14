import { describe, expect, it } from "vitest";
import { exampleFile, expectedOutput, guideFolder, readGuide, runScript, writeGuideFile } from "./guide.js";

/** Files that are shown in a guide only. */
const shownOnly = ["library.mjs", "manager.mjs"];

describe.each(["run-the-host.md", "write-an-extension.md", "embed-over-rpc.md"])("the guide %s", (name) => {
  it("can be followed step by step", () => {
    const place = guideFolder();
    for (const step of readGuide(name)) {
      if (step.kind === "file") writeGuideFile(place.folder, step.path, step.text);
      else {
        const printed = runScript(step.script, place);
        expect(printed, step.script).toMatch(step.output === undefined ? /^$/ : expectedOutput(step.output));
      }
    }
    // Each step starts the program anew, some thirty times in all.
  }, 240_000);

  it("shows the examples as they are", () => {
    for (const step of readGuide(name)) {
      if (step.kind === "file" && !shownOnly.includes(step.path))
        expect(step.text, step.path).toBe(exampleFile(step.path));
    }
  });
});
