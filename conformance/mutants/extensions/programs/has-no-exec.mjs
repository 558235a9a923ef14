import { Extension, run } from "./base.mjs";

run(Extension);
