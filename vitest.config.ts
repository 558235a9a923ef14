import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** Long runs are named `*.slow.test.ts`; `npm run test:slow` sets the variable and runs them alone. */
const slow = process.env.EXTPROTO_SLOW === "1";
const suffix = slow ? "*.slow.test.ts" : "*.test.ts";

export default defineConfig({
  test: {
    exclude: ["**/node_modules/**", "**/dist/**", ...(slow ? [] : ["**/*.slow.test.ts"])],
    include: ["{*,sdks/*}/src", "{*,sdks/*}/test", "scripts"].map((folder) => `${folder}/**/${suffix}`),
    testTimeout: 30_000,
    // A bound, not a wait: a loaded machine takes its time.
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 30_000,
    pool: "forks",
    // Most tests wait for processes that they started; one more than there are cores keeps the cores busy.
    maxWorkers: availableParallelism() + 1,
  },
});
