/**
 * `npm run test:all`: every slow test there is, SDKs and profiles included; about an hour. CI runs the part of them
 * that `npm run test:slow` names.
 */
import { tool } from "./setup.mjs";

const env = { ...process.env, EXTPROTO_SLOW: "1" };
process.exit(tool("vitest/vitest.mjs", ["run", ...process.argv.slice(2)], { show: true, env }));
