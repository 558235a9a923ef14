import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { brokenRelease, type ReleasedRequirement } from "../src/frozen.js";
import { readSession, type SessionMachine } from "../src/session.js";

const folder = new URL("../snapshots/", import.meta.url);

function read<T>(url: URL): T {
  return JSON.parse(readFileSync(url, "utf8")) as T;
}

function requirementsAt(path: string): ReleasedRequirement[] {
  return read<{ requirements: ReleasedRequirement[] }>(new URL(path, import.meta.url)).requirements;
}

const versions = readdirSync(folder);
const current = requirementsAt("../requirements.json");

it("version 1.0 is frozen", () => {
  expect(versions).toContain("1.0");
});

it.each(versions)("every requirement of version %s still stands as it was released", (version) => {
  expect(brokenRelease(requirementsAt(`../snapshots/${version}/requirements.json`), current)).toEqual([]);
});

it.each(versions)("every state still allows what it allowed in version %s", (version) => {
  const before = read<SessionMachine>(new URL(`${version}/session.json`, folder));
  const now = readSession();
  for (const [state, allowed] of Object.entries(before.allowed)) {
    expect(now.allowed[state]?.extension).toEqual(expect.arrayContaining([...allowed.extension]));
    expect(now.allowed[state]?.host.filter((frame) => !allowed.host.includes(frame))).toEqual([]);
  }
});

describe("a released requirement", () => {
  const [first] = current as [ReleasedRequirement];

  it.each([
    ["is gone", [], `${first.id} is gone`],
    ["has another level", [{ ...first, level: "MAY" }], `${first.id}: level has changed to MAY`],
    ["binds somebody else", [{ ...first, binds: ["rpc-client"] }], `${first.id}: binds others than before`],
    [
      "says something else",
      [{ ...first, sentence: "x" }],
      `${first.id}: says something else than when it was released`,
    ],
    [
      "is no longer testable",
      [{ ...first, status: { kind: "unobservable", reason: "wording" } }],
      `${first.id}: status has changed`,
    ],
  ] as [string, ReleasedRequirement[], string][])("is noticed when it %s", (_, now, fault) => {
    expect(brokenRelease([first], now)).toContain(fault);
  });

  it("may wake from being planned", () => {
    const planned: ReleasedRequirement = { ...first, status: { kind: "planned", profile: "dhara" } };
    expect(brokenRelease([planned], [{ ...first, status: { kind: "testable" } }])).toEqual([]);
  });
});
