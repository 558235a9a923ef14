/** A mutant lands in the class that it belongs to, and the command says so. */
import { describe, expect, it } from "vitest";
import { readCases } from "../../src/check/kit-cases.js";
import { runMutant } from "../../src/mutants/run-mutant.js";
import type { HostMutant } from "../../src/mutants/table.js";
import { run } from "../check/extproto.js";

const cases = readCases([], "host").cases.filter(({ id }) => id === "host/framing/request-id-unique");

const sound: HostMutant = {
  kind: "host",
  name: "nothing-wrong",
  breaks: "ext.framing.request-id-unique",
  case: "host/framing/request-id-unique",
  doc: "Has nothing wrong with it.",
  table: "none",
  edits: [
    { module: "extensions/pending-requests.js", anchor: "this.#count++;", instead: "this.#count += 1;" },
  ],
};

const broken = (edit: Partial<HostMutant["edits"][number]>, rest: Partial<HostMutant> = {}): HostMutant => ({
  ...sound,
  ...rest,
  edits: sound.edits.map((one) => ({ ...one, ...edit })),
});

describe.concurrent("a mutant", { timeout: 120_000 }, () => {
  it("whose case passes has survived", async () => {
    expect(await runMutant(sound, { cases })).toMatchObject({ class: "survived", blamed: [] });
  });

  it("whose case blames what it breaks is killed", async () => {
    const result = await runMutant(broken({ instead: "" }), { cases });
    expect(result).toMatchObject({ class: "killed", killer: "host/framing/request-id-unique" });
  });

  it("whose case blames something else is killed for another requirement", async () => {
    const result = await runMutant(broken({ instead: "" }, { breaks: "ext.framing.one-way" }), { cases });
    expect(result).toMatchObject({ class: "mistaken", blamed: ["ext.framing.request-id-unique"] });
  });

  it("whose anchor is not there is dead", async () => {
    const result = await runMutant(broken({ anchor: "no such text" }), { cases });
    expect(result).toMatchObject({ class: "dead", notes: [expect.stringContaining("0 times")] });
  });

  it("whose own case is not there is dead, whatever else would kill it", async () => {
    const result = await runMutant(broken({ instead: "" }, { case: "host/framing/gone" }), { cases });
    expect(result).toMatchObject({ class: "dead", notes: ["there is no case host/framing/gone"] });
  });

  it("whose module is never loaded is dead", async () => {
    const edit = {
      module: "cli/ext/index.js",
      anchor: "export async function runExt",
      instead: "export async function runExt",
    };
    const result = await runMutant(broken(edit), { cases });
    expect(result).toMatchObject({ class: "dead" });
  });
});

describe("the command", { timeout: 120_000 }, () => {
  it("prints each mutant, the classes and the score", async () => {
    const { code, stdout, left } = await run("mutants", "--only", "gives-all-requests-one-id");
    expect(stdout).toContain("1/1 gives-all-requests-one-id (ext.framing.request-id-unique): killed");
    expect(stdout).toContain("score: 100 %");
    expect({ code, left }).toEqual({ code: 0, left: [] });
  });

  it("refuses a pattern that fits no mutant", async () => {
    const { code, stderr } = await run("mutants", "--only", "no-such-mutant");
    expect(stderr).toContain("no-such-mutant");
    expect(code).toBe(2);
  });
});
