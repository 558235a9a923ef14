import { cpSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { GuideFolder, guideText } from "./guide-steps.js";

/** The commands below a heading. */
function commandsOf(heading: string): string {
  const [, section = ""] = guideText("check-in-ci.md").split(`## ${heading}\n`);
  return /```sh\n(.*?)```/s.exec(section)?.[1] ?? "";
}

/** A folder with an extension that breaks a rule, as `./my-extension`. */
function folderWithExtension(): GuideFolder {
  const folder = new GuideFolder();
  cpSync(
    join(folder.path, "conformance/test/check/extensions/answers-twice"),
    join(folder.path, "my-extension"),
    { recursive: true },
  );
  return folder;
}

it("known failures are written down and then expected, with the commands of the guide", () => {
  const folder = folderWithExtension();
  try {
    const printed = folder.run(commandsOf("Known failures"));
    const [first, second] = [...printed.matchAll(/^(PASS|FAIL) {2}extension answers-twice/gm)];
    expect([first?.[1], second?.[1]], printed).toEqual(["FAIL", "PASS"]);
    expect(printed).toMatch(/runs fail as the baseline expects/);
    expect(printed).not.toContain("(exit code");
  } finally {
    folder.remove();
  }
}, 120_000);

it("a check is divided and joined again with the commands of the guide", () => {
  const folder = folderWithExtension();
  try {
    const printed = folder.run(commandsOf("Several machines"));
    expect(printed.match(/^FAIL {2}extension answers-twice/gm), printed).toHaveLength(4);
    expect(printed.slice(printed.lastIndexOf("FAIL  extension"))).not.toContain("a part of the whole");
    expect(printed).toContain("(exit code 1)");
  } finally {
    folder.remove();
  }
}, 120_000);
