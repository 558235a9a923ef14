/** A step of the build: `node conformance/dist/check/prepare-cases.js`. */
import { kitCases } from "./kit-cases.js";
import { prepareCases } from "./prepared-cases.js";

prepareCases(kitCases);
