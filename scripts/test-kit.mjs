/**
 * `npm run test:kit`: the tests of the conformance kit, which is not finished; `npm test` leaves them out until it is.
 * Arguments go to vitest.
 */
import { setup, tool } from "./setup.mjs";

setup();
const env = { ...process.env, EXTPROTO_KIT: "1" };
process.exit(
  tool("vitest/vitest.mjs", ["run", "conformance", ...process.argv.slice(2)], { show: true, env }),
);
