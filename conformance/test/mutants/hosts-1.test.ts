import { describe } from "vitest";
import { killedForTheRightReason } from "./kills.js";

// As many at a time as vitest lets: most of a mutant's time is spent in waiting for what does not come.
describe.concurrent("a broken host is killed for what it breaks:", () =>
  killedForTheRightReason({ part: 0, of: 2 }));
