import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { check } from "./kit-check.js";

const examples = fileURLToPath(new URL("../typescript/examples/", import.meta.url));

describe("the examples of the TypeScript SDK pass every case, under every transform:", () => {
  it.each(readdirSync(examples))("%s", { timeout: 600_000 }, async (name) => {
    expect(await check(join(examples, name), "--transform", "all")).toEqual({ status: 0, odd: [] });
  });
});
