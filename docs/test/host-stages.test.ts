/** The stages of the guide "Check your host" lead from its stub to the tiny host. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, it } from "vitest";
import { guideSteps } from "./guide-steps.js";

const example = fileURLToPath(new URL("../examples/hosts/tiny-host/", import.meta.url));
const stages = readdirSync(join(example, "stages")).sort();
const steps = guideSteps("check-your-host.md");
const folder = mkdtempSync(join(tmpdir(), "xp-stages-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The patches that a command of the guide applies. */
const appliedBy = (script: string) =>
  [...script.matchAll(/^git -C my-host apply \S*\/stages\/(\S+)$/gm)].map(([, name = ""]) => name);

it("the guide applies every stage, in order, and shows a piece of each before", () => {
  const applied = steps.flatMap((step) => (step.kind === "run" ? appliedBy(step.script) : []));
  expect(applied).toEqual(stages);
  const unlike = steps.flatMap((step, index) => {
    if (step.kind !== "piece") return [];
    const next = steps
      .slice(index)
      .find((later) => later.kind === "run" && appliedBy(later.script).length > 0);
    const [name = ""] = next?.kind === "run" ? appliedBy(next.script) : [];
    return readFileSync(join(example, "stages", name), "utf8").includes(step.text)
      ? []
      : [`${name}:\n${step.text}`];
  });
  expect(unlike).toEqual([]);
  expect(steps.filter(({ kind }) => kind === "piece")).toHaveLength(stages.length);
});

it("every stage applies to the one before, and the last is the tiny host", () => {
  for (const step of steps)
    if (step.kind === "file") {
      mkdirSync(dirname(join(folder, step.path)), { recursive: true });
      writeFileSync(join(folder, step.path), step.text);
    }
  const host = join(folder, "my-host");
  for (const name of stages) execFileSync("git", ["-C", host, "apply", join(example, "stages", name)]);
  const contents = (path: string) =>
    Object.fromEntries(
      readdirSync(path, { withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => [name, readFileSync(join(path, name), "utf8")]),
    );
  expect(contents(host)).toEqual(contents(example));
});
