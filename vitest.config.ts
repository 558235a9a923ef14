import { defineConfig } from "vitest/config";

/** The conformance kit is being built: its tests run with `npm run test:kit`, those of finished parts always. */
const unfinished =
  process.env.EXTPROTO_KIT === "1"
    ? []
    : ["conformance/src/!(validate)/**", "conformance/test/!(validate)/**", "conformance/test/*.test.ts"];

/** Long runs are named `*.slow.test.ts`; `npm run test:slow` sets the variable and runs them alone. */
const slow = process.env.EXTPROTO_SLOW === "1";
const suffix = slow ? "*.slow.test.ts" : "*.test.ts";

export default defineConfig({
  test: {
    exclude: ["**/node_modules/**", "**/dist/**", ...(slow ? [] : ["**/*.slow.test.ts"]), ...unfinished],
    include: ["{*,sdks/*}/src", "{*,sdks/*}/test", "scripts"].map((folder) => `${folder}/**/${suffix}`),
    testTimeout: 30_000,
    // A bound, not a wait: a loaded machine takes its time.
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 30_000,
    pool: "forks",
  },
});
