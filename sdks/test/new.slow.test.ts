import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folder, passAtOnce, run } from "./scaffolded.js";

describe("an extension that was just made passes every case without a warning:", () => passAtOnce());

it("an extension in TypeScript that was just made builds and passes its own tests with npm", {
  timeout: 180_000,
}, () => {
  expect(run("new", "with-npm", "--lang", "typescript").status).toBe(0);
  for (const command of ["build", "test"]) {
    const { status, stdout, stderr } = spawnSync("npm", ["run", command], {
      cwd: join(folder, "with-npm"),
      encoding: "utf8",
      // The compiler has to come from the extension's own folder, not from the one that runs this test.
      env: { ...process.env, PATH: (process.env.PATH ?? "").replaceAll(/[^:]*node_modules\/\.bin:/g, "") },
    });
    expect(status, `${stdout}${stderr}`).toBe(0);
    if (command === "test") expect(stdout).toMatch(/^\D* pass [1-9]/m);
  }
});
