import { describe, expect, it } from "vitest";
import { parseDocument } from "../src/parse.js";

const good = `# Readiness

#### \`ext.ready.sent-once\`
SHOULD · extension · testable · governs \`extproto.extension.ready\`

An extension SHOULD send \`ready\` once, after its last registration.

> Note: zot 380eca9 deviates: it never looks.
`;

const faultsOf = (text: string) =>
  parseDocument("x.md", text).faults.map((fault) => `${fault.line}: ${fault.message}`);

describe("a requirement", () => {
  it("is read with its facts, its sentence and its notes", () => {
    expect(parseDocument("registration.md", good).requirements).toEqual([
      {
        id: "ext.ready.sent-once",
        level: "SHOULD",
        binds: ["extension"],
        status: { kind: "testable" },
        governs: ["extproto.extension.ready"],
        sentence: "An extension SHOULD send `ready` once, after its last registration.",
        document: "registration.md",
        line: 3,
        section: "Readiness",
        zotDeviates: ["it never looks."],
      },
    ]);
    expect(faultsOf(good)).toEqual([]);
  });

  it.each([
    [
      "a second sentence",
      good.replace("registration.", "registration. It is short."),
      "6: ext.ready.sent-once: there is more than one sentence",
    ],
    [
      "another key word",
      good.replace("after", "and MUST do so after"),
      "6: ext.ready.sent-once: the sentence has 2 key words, not one",
    ],
    [
      "a key word of another level",
      good.replace("SHOULD send", "MUST send"),
      "6: ext.ready.sent-once: the sentence says MUST, the level is SHOULD",
    ],
    [
      "no full stop",
      good.replace("registration.", "registration"),
      "6: ext.ready.sent-once: the sentence does not end with a full stop",
    ],
    [
      "a number for an id",
      good.replace("ext.ready.sent-once", "EXT-12"),
      "3: a fourth-level heading is the id of a requirement, not `EXT-12`",
    ],
    [
      "an unknown party",
      good.replace("· extension ·", "· everybody ·"),
      "4: ext.ready.sent-once: unknown party in everybody",
    ],
    [
      "a reason that is not on the list",
      good.replace("testable", "unobservable: hard"),
      "4: ext.ready.sent-once: unknown status unobservable: hard",
    ],
    [
      "a key word in the prose",
      `${good}\nHosts MUST wait.\n`,
      "10: a key word outside a requirement: Hosts MUST wait.",
    ],
    ["an open question", `${good}\nTBD\n`, "10: an open question"],
  ])("is refused with %s", (_, text, fault) => {
    expect(faultsOf(text)).toContain(fault);
  });

  it("may name key words in code and in the section that explains them", () => {
    const text = "# A\n\n## Key words\n\nThe word MUST binds.\n\n```text\nMUST\n```\n";
    expect(parseDocument("README.md", text).faults).toEqual([]);
    expect(faultsOf(text)).toEqual(["5: a key word outside a requirement: The word MUST binds."]);
    expect(faultsOf("Hosts _MUST_ wait.\n")).toEqual([
      "1: a key word outside a requirement: Hosts _MUST_ wait.",
    ]);
  });
});
