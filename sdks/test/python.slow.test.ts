/** The Python SDK for a longer time: every framing of the kit, and ten thousand calls. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { check } from "./kit-check.js";
import { required, run, sdk, whyNoPython } from "./python-tools.js";

const missing = whyNoPython();
if (missing !== undefined) console.warn(`The Python SDK is not tested: ${missing}.`);

describe.skipIf(missing !== undefined && !required)("the Python SDK", () => {
  it.each(["hello", "guard", "kitchen-sink"])(
    "has an example %s that passes the kit however frames are put into bytes",
    { timeout: 1_800_000 },
    async (example) => {
      expect(await check(join(sdk, "examples", example), "--transform", "all")).toEqual({
        status: 0,
        odd: [],
      });
    },
  );

  it("keeps its memory, threads and handles over 10,000 calls", { timeout: 600_000 }, () => {
    const { status, output } = run("python3", ["tests/soak.py", "10000"]);
    expect(status, output).toBe(0);
  });
});
