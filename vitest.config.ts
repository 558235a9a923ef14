import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Long runs are named `*.slow.test.ts`; `npm run test:slow` sets the variable and runs them alone. */
const slow = process.env.EXTPROTO_SLOW === "1";
const suffix = slow ? "*.slow.test.ts" : "*.test.ts";

/** The files that take longest begin first, so that none is left running alone at the end. */
const longest = [
  /mutants\/hosts-/,
  /sdks\/test\//,
  /extension\/mutants/,
  /docs\/test\//,
  /conformance\/test\//,
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = longest.findIndex((pattern) => pattern.test(moduleId));
      return place < 0 ? longest.length : place;
    };
    return [...(await super.sort(files))].sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    globalSetup: "scripts/vitest-temporary-folder.ts",
    exclude: ["**/node_modules/**", "**/dist/**", ...(slow ? [] : ["**/*.slow.test.ts"])],
    include: ["{*,sdks/*}/src", "{*,sdks/*}/test", "scripts"].map((folder) => `${folder}/**/${suffix}`),
    // Bounds, not waits: a loaded machine takes its time.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    pool: "forks",
    // Files that share a process share the modules that it has loaded, which saves a tenth of the time. What a test
    // changes in its process it puts back.
    isolate: false,
    restoreMocks: true,
    unstubEnvs: true,
    // Most tests wait for processes that they started; more workers than cores keep the cores busy. The slow ones
    // keep them busy by themselves.
    maxWorkers: availableParallelism() + (slow ? 0 : 2),
    sequence: { sequencer: LongestFirst },
  },
});
