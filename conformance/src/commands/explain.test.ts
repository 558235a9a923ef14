import { describe, expect, it } from "vitest";
import { requirements } from "../case/register.js";
import { invariants } from "../judge/invariants/registry.js";
import { coloursFor } from "../validate/colours.js";
import { explain } from "./explain.js";

const plain = coloursFor({ isTTY: false } as NodeJS.WriteStream, {});
const told = async (id: string) => (await explain(id, [], plain)).join("\n");

describe("extproto explain", () => {
  it.each(invariants.map(({ name }) => name))("knows the watched rule %s", async (name) => {
    const rule = invariants.find((one) => one.name === name);
    const text = await told(name);
    expect(text).toContain(`${name}  watched in every run of cases for ${rule?.target}s`);
    expect(text).toContain(rule?.doc ?? "?");
    for (const id of rule?.requirements ?? []) expect(text).toContain(requirements().get(id)?.sentence);
  });

  it("takes the name of a watched rule as reports write it", async () => {
    expect(await told("invariant extension-keeps-to-state")).toBe(await told("extension-keeps-to-state"));
  });

  it("offers the name that may be meant", async () => {
    await expect(told("extension-keeps-to-stat")).rejects.toThrow(
      'there is no requirement, case or watched rule "extension-keeps-to-stat"; did you mean "extension-keeps-to-state"?',
    );
  });
});
