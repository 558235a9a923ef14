/** Its grandchild is in a session of its own and would outlive everything. */
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { greet, serve, shutdown } from "./session.mjs";

const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], {
  detached: true,
  stdio: "ignore",
});
child.unref();
writeFileSync("child.pid", String(child.pid));
greet();
serve({ shutdown });
