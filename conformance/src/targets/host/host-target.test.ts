import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { readCases } from "../../check/kit-cases.js";
import { createHostTarget } from "./host-target.js";

const profile = (name: string) => fileURLToPath(new URL(`../../../profiles/${name}.yaml`, import.meta.url));

it.each(["reference-host", "reference-host-plain"])(
  "no step begins before everything that the host needs is in its place: %s",
  (name) => {
    const target = createHostTarget({ profile: profile(name) });
    const early = readCases([], "host").cases.filter((theCase) =>
      target
        .plan(theCase)
        .some(
          (planned) =>
            planned.kind === "run" && !planned.run.awaits.some((actor) => ["client", "user"].includes(actor)),
        ),
    );
    expect(early.map(({ id }) => id)).toEqual([]);
  },
);
