/** The kitchen sink of the TypeScript SDK before the kit, and its guard; its own tests are in sdks/typescript/test. */
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { letThrough } from "./guard-questions.js";
import { check, quick } from "./kit-check.js";

const example = (path: string) => fileURLToPath(new URL(`../typescript/examples/${path}`, import.meta.url));

it("the TypeScript SDK has a kitchen sink that passes the kit", { timeout: 600_000 }, async () => {
  expect(await check(example("kitchen-sink"), ...quick)).toEqual({ status: 0, odd: [] });
});

it("the TypeScript SDK has a guard that lets nothing through that it cannot read", async () => {
  expect(await letThrough(process.execPath, example("guard/main.mjs"))).toEqual(["a harmless command"]);
});
