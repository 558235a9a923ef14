import { describe } from "vitest";
import { allCases } from "./check.js";
import { passWithoutWarning } from "./strange.js";

describe.skipIf(process.env.EXTPROTO_SLOW === undefined)(
  "an extension that is strange and legal passes every case without a warning:",
  () => passWithoutWarning(() => allCases),
);
