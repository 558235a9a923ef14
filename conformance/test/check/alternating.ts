/**
 * An extension that does one thing every second time it is started, and notes when it starts and ends. It can be
 * told to greet only when several of it have been started, the first start of all not counted: that is the survey.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const program = `import { appendFileSync, readFileSync } from "node:fs";
const [, , log, together] = process.argv;
appendFileSync(log, "+");
const started = () => readFileSync(log, "utf8").split("+").length - 1;
const starts = started();
while (starts > 1 && started() <= Number(together)) await new Promise((resolve) => setTimeout(resolve, 10));
const say = (frame) => process.stdout.write(JSON.stringify(frame) + "\\n");
say({ type: "hello", name: "alternating", version: "1.0.0", capabilities: ["commands"] });
if (starts % 2 === 0) say({ type: "notify", level: "info", message: "even" });
say({ type: "ready" });
process.on("exit", () => appendFileSync(log, "-"));
process.stdin.on("end", () => process.exit(0));
process.stdin.on("data", (chunk) => {
  if (!chunk.includes('"shutdown"')) return;
  process.stdout.write('{"type":"shutdown_ack"}\\n', () => process.exit(0));
});
`;

/** A case that passes every second time. */
const notifies = `title: It says that it is there
proves: [ext.handshake.hello-first]
for: extension
steps:
  - host receives: { type: notify }
    within: 100
`;

/** Writes both into a folder. */
export function alternating(folder: string, { together = 1 } = {}) {
  const dir = join(folder, "alternating");
  const log = join(folder, "log");
  mkdirSync(dir);
  writeFileSync(log, "");
  writeFileSync(join(dir, "main.mjs"), program);
  writeFileSync(
    join(dir, "extension.json"),
    JSON.stringify({
      name: "alternating",
      version: "1.0.0",
      exec: "node",
      args: ["main.mjs", log, `${together}`],
    }),
  );
  const file = join(folder, "notifies.yaml");
  writeFileSync(file, notifies);
  return {
    dir,
    notifies: file,
    /** How many ran at once, at most. */
    most(): number {
      let running = 0;
      return Math.max(
        ...[...readFileSync(log, "utf8")].map((sign) => {
          running += sign === "+" ? 1 : -1;
          return running;
        }),
      );
    },
  };
}
