import { defineConfig } from "vitest/config";

/** The conformance kit is being built: its tests run with `npm run test:kit`, those of finished parts always. */
const unfinished =
  process.env.EXTPROTO_KIT === "1"
    ? []
    : ["conformance/src/!(validate)/**", "conformance/test/!(validate)/**", "conformance/test/*.test.ts"];

export default defineConfig({
  test: {
    exclude: ["**/node_modules/**", "**/dist/**", ...unfinished],
    include: ["*/src/**/*.test.ts", "*/test/**/*.test.ts", "scripts/**/*.test.ts"],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    pool: "forks",
  },
});
