import { describe } from "vitest";
import { allCases } from "./check.js";
import { passWithoutBlame } from "./documented.js";

/** One of them, without the longest lines; the slow test has them all. */
const quick = allCases.filter(({ id }) => !id.includes("/longest-"));

describe("the extensions of the documentation pass, with warnings only where the specification says SHOULD:", () =>
  passWithoutBlame(quick, ["clock-node"]));
