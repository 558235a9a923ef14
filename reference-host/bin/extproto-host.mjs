#!/usr/bin/env node
// --version is answered here, before anything is loaded: scripts ask for it often.
import { readFileSync, statSync } from "node:fs";

const argv = process.argv.slice(2);
const changed = (path) => statSync(new URL(path, import.meta.url), { throwIfNoEntry: false })?.mtimeMs ?? 0;
if (argv.length === 1 && (argv[0] === "--version" || argv[0] === "-v")) {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  // A reader that has left wants no stack trace.
  process.stdout.on("error", () => {});
  process.stdout.write(`extproto-host ${version}\n`);
} else {
  // The bundle starts in half the time. A checkout that has been compiled since it was made runs what was compiled.
  const bundled = changed("../lib/main.js");
  const compiled = ["../dist/.tsbuildinfo", "../../schemas/dist/.tsbuildinfo"].map(changed);
  const fresh = bundled > 0 && compiled.every((time) => bundled >= time);
  const { main } = await import(fresh ? "../lib/main.js" : "../dist/cli/main.js");
  process.exit(
    await main(argv).catch((error) => {
      process.stderr.write(`extproto-host: internal error: ${error?.stack ?? error}\n`);
      return 1;
    }),
  );
}
