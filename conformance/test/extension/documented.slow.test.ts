import { describe } from "vitest";
import { allCases } from "./check.js";
import { passWithoutBlame } from "./documented.js";

describe.skipIf(process.env.EXTPROTO_SLOW === undefined)(
  "the extensions of the documentation take lines of any legal length:",
  () => passWithoutBlame(allCases),
);
