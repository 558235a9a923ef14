#!/usr/bin/env node
// --version is answered here, before anything is loaded: scripts ask for it often.
import { readFileSync } from "node:fs";

const argv = process.argv.slice(2);
if (argv.length === 1 && (argv[0] === "--version" || argv[0] === "-v")) {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  // A reader that has left wants no stack trace.
  process.stdout.on("error", () => {});
  process.stdout.write(`extproto-host ${version}\n`);
} else {
  const { main } = await import("../dist/cli/main.js");
  process.exit(
    await main(argv).catch((error) => {
      process.stderr.write(`extproto-host: internal error: ${error?.stack ?? error}\n`);
      return 1;
    }),
  );
}
