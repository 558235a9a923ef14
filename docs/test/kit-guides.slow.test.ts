import { describe, expect, it } from "vitest";
import { expectedOutput, GuideFolder, guideSteps } from "./guide-steps.js";

describe.each(["check-your-extension.md", "check-your-host.md", "write-a-case.md"])(
  "the guide %s",
  (name) => {
    it("can be followed step by step, and every command prints what it shows", () => {
      const folder = new GuideFolder();
      try {
        for (const step of guideSteps(name)) {
          if (step.kind === "file") folder.write(step.path, step.text);
          // Held against its patch by host-stages.test.ts.
          else if (step.kind === "run")
            expect(folder.run(step.script), step.script).toMatch(
              step.output === undefined ? /^$/ : expectedOutput(step.output),
            );
        }
      } finally {
        folder.remove();
      }
    }, 1_800_000); // The guide for hosts ends with a check at real deadlines.
  },
);
