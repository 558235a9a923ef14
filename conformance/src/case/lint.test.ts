import { describe, expect, it } from "vitest";
import { readCase } from "./load.js";

const lint = (text: string) =>
  readCase({ id: "c", file: "c.yaml", text }).problems.map(
    ({ line, severity, code }) => `${line} ${severity} ${code}`,
  );

const extension = "title: t\nproves: [ext.tool.one-result]\nfor: extension\n";
const host =
  "title: t\nproves: [ext.intercept.load-order]\nfor: host\nextensions: { first: {}, second: {} }\n";

describe("lint", () => {
  it.each([
    [
      "a reference that nothing binds",
      `${extension}steps:\n  - host receives: { id: { $ref: ask.id } }\n`,
      ["5 error CASE_UNBOUND"],
    ],
    [
      "a reference that is bound too late",
      `${extension}steps:\n  - host sends: { id: { $ref: ask.id } }\n  - host receives: { type: x }\n    as: ask\n`,
      ["5 error CASE_UNBOUND"],
    ],
    [
      "a tool that the case does not ask for",
      `${extension}steps:\n  - host sends: { args: { $args: valid }, name: { $ref: tool.name } }\n  - host exits: {}\n`,
      ["5 error CASE_UNBOUND", "5 error CASE_UNBOUND"],
    ],
    [
      "an order that refers to nothing",
      `${extension}steps:\n  - host receives: { type: x }\n    after: nothing\n`,
      ["5 error CASE_UNBOUND"],
    ],
    [
      "a path that leads out of the folders of the run",
      `${extension}files: { cwd/../x: y }\nsteps:\n  - files remove: /etc/passwd\n  - files have: home/../x\n`,
      ["1 error CASE_PATH", "6 error CASE_PATH", "7 error CASE_PATH"],
    ],
    [
      "a deadline that does not exist",
      `${extension}steps:\n  - host receives: { type: x }\n    within: { $deadline: tol }\n`,
      ["5 error CASE_UNKNOWN_DEADLINE"],
    ],
    [
      "a name for two things",
      `${extension}steps:\n  - host receives: { type: x }\n    as: a\n  - host receives: { type: y }\n    label: a\n`,
      ["7 error CASE_NAME_TWICE"],
    ],
    [
      "a silence that nothing proves",
      `${host}steps:\n  - client receives: { type: done }\n  - first never receives: { type: event }\n  - client receives: { type: x }\n`,
      ["7 error CASE_NO_FENCE"],
    ],
    [
      "a silence that only time proves",
      `${host}steps:\n  - first never receives: { type: event }\n  - first quiet: 300\n`,
      ["6 warning CASE_WEAK"],
    ],
    [
      "a step of a probe that has died",
      `${host}steps:\n  - first dies\n  - first sends: { type: notify }\n  - client fence\n`,
      ["7 error CASE_UNREACHABLE"],
    ],
    [
      "a role that nobody plays yet",
      `${host}roles: { lead: [first, second] }\nsteps:\n  - lead sends: { type: notify }\n  - client fence\n`,
      ["7 error CASE_ROLE_UNKNOWN"],
    ],
    [
      "a case that cannot fail",
      `${extension}steps:\n  - host closes: stdin\n`,
      ["5 error CASE_PROVES_NOTHING"],
    ],
  ])("finds %s", (_, text, expected) => {
    expect(lint(text)).toEqual(expected);
  });

  it.each([
    ["a fence of its own", "  - first never receives: { type: event }\n  - client fence\n"],
    [
      "an exchange marked as fence",
      "  - first never receives: { type: event }\n  - client receives: { type: done }\n    fence: true\n",
    ],
    [
      "a later frame of the same actor",
      "  - first never receives: { type: event }\n  - first receives: { type: shutdown }\n",
    ],
    ["the end of the host", "  - first never receives: { type: event }\n  - client exits: {}\n"],
  ])("takes %s for proof of a silence", (_, steps) => {
    expect(lint(`${host}steps:\n${steps}`)).toEqual([]);
  });

  it("takes the epilogue of an extension for a fence", () => {
    expect(lint(`${extension}steps:\n  - host never receives: { type: notify }\n`)).toEqual([]);
  });

  it("takes what a probe receives after its end for the work of its next process", () => {
    const steps = "  - first exits: {}\n  - first gets: { cwd: / }\n  - first sends: { type: notify }\n";
    expect(lint(`${host}steps:\n${steps}`)).toEqual([]);
  });

  it("lets a probe live again after a reload", () => {
    const steps = "  - first dies\n  - user reloads\n  - first sends: { type: notify }\n  - client fence\n";
    expect(lint(`${host}steps:\n${steps}`)).toEqual([]);
  });
});
