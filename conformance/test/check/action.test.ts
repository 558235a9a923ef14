import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { answersTwice, scratch, steady } from "./extproto.js";

const folder = fileURLToPath(new URL("../..", import.meta.url));

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: {
    readonly steps: readonly { readonly run: string; readonly env?: Readonly<Record<string, string>> }[];
  };
}

const action = () => parse(readFileSync(join(folder, "action.yml"), "utf8")) as Action;

/** Runs the steps of the action as a runner does: bash -e, inputs only through the environment. */
function runAction(given: Readonly<Record<string, string>>, place = scratch()) {
  const { inputs: offered, runs } = action();
  const files = { GITHUB_OUTPUT: join(place, "output"), GITHUB_STEP_SUMMARY: join(place, "summary") };
  for (const file of Object.values(files)) writeFileSync(file, "");
  const inputs = {
    ...Object.fromEntries(Object.entries(offered).map(([name, { default: text }]) => [name, text])),
    ...given,
  };
  let code: number | null = 0;
  let printed = "";
  for (const { run, env = {} } of runs.steps) {
    expect(run).not.toContain("${{");
    const filled = Object.entries(env).map(([name, text]) => [
      name,
      text.replace(/\$\{\{ inputs\.(\w+) \}\}/g, (_, input: string) => inputs[input] ?? ""),
    ]);
    const step = spawnSync("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", run], {
      cwd: place,
      encoding: "utf8",
      env: {
        ...process.env,
        ...files,
        CI: "true",
        GITHUB_ACTION_PATH: folder,
        ...Object.fromEntries(filled),
      },
    });
    code = step.status;
    printed += step.stdout + step.stderr;
    if (code !== 0) break;
  }
  const read = (file: string) => readFileSync(file, "utf8");
  return {
    code,
    printed,
    place,
    output: read(files.GITHUB_OUTPUT),
    summary: read(files.GITHUB_STEP_SUMMARY),
  };
}

describe("the composite action", () => {
  it("is green for an extension that passes, and leaves its reports", () => {
    const { code, printed, output, summary, place } = runAction({
      extension: steady,
      arguments: "--allow-tools\n--only\nextension/tools/valid-call\n",
    });
    expect(code, printed).toBe(0);
    expect(output).toBe("verdict=pass\n");
    expect(summary).toContain("## ✅ steady: pass");
    expect(existsSync(join(place, "extproto-results", "junit.xml"))).toBe(true);
  });

  it("is red for one that fails, and the summary says why", () => {
    const { code, output, summary } = runAction({
      extension: answersTwice,
      arguments: "--allow-tools\n--only\nextension/tools/valid-call",
    });
    expect(code).toBe(1);
    expect(output).toBe("verdict=fail\n");
    expect(summary).toContain("ext.tool.one-result");
  });

  it("gives no verdict of an earlier check for one that could not begin", () => {
    const only = "--only\nextension/lifecycle/hello-first";
    const { place } = runAction({ extension: steady, arguments: only });
    const { code, output, summary } = runAction({ extension: "no-such-folder", arguments: only }, place);
    expect({ code, output, summary }).toEqual({ code: 2, output: "", summary: "" });
  });

  it("is red when it is told nothing", () => {
    expect(runAction({}).code).toBe(2);
  });

  it("is used in the guide with inputs that it has", () => {
    const guide = readFileSync(join(folder, "..", "docs", "guides", "check-in-ci.md"), "utf8");
    const workflow = parse(/```yaml\n([\s\S]*?)```/.exec(guide)?.[1] ?? "") as {
      jobs: { conformance: { steps: { uses?: string; with?: Record<string, string> }[] } };
    };
    const ours = workflow.jobs.conformance.steps.find(({ uses }) => uses?.includes("/conformance@"));
    const { code, printed } = runAction({ ...ours?.with, extension: steady });
    expect(Object.keys(ours?.with ?? {}).every((name) => name in action().inputs)).toBe(true);
    expect(code, printed).toBe(0);
  });
});
