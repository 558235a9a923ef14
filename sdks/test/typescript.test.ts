/** The kitchen sink of the TypeScript SDK before the kit; its own tests are in sdks/typescript/test. */
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { check, quick } from "./kit-check.js";

const sink = fileURLToPath(new URL("../typescript/examples/kitchen-sink", import.meta.url));

it("the TypeScript SDK has a kitchen sink that passes the kit", { timeout: 600_000 }, async () => {
  expect(await check(sink, ...quick)).toEqual({ status: 0, odd: [] });
});
