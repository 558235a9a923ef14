/** `npm run build`: installs what is missing and compiles all packages. */
import { seconds, setup } from "./setup.mjs";

const from = performance.now();
setup();
console.log(`built in ${seconds(from)}`);
