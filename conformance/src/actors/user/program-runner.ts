/** `user runs`: the host's program with other arguments, to its end. */
import { spawn } from "node:child_process";
import type { Json } from "../../case/format.js";
import { isObject } from "../../case/json.js";
import type { ActorContext } from "../../run/contract.js";
import type { HostCommand } from "../rpc-client/host-process.js";

/** Runs the program and gives its exit status and output. */
export type ProgramRunner = (value: Json) => Promise<Json>;

/** Longest run of such a program. */
const longest = 20_000;

/**
 * Makes a runner. The value of the step is a list of arguments, or `{ args, stdin, stop }`: `stop` is a text of
 * the output after which the program is interrupted. `program` names another one, to prepare things: `git`.
 */
export function createProgramRunner(
  context: ActorContext,
  command: (args: readonly string[], program: Json | undefined) => HostCommand,
): ProgramRunner {
  return async (value) => {
    const asked = isObject(value) ? value : { args: value };
    const args = Array.isArray(asked.args) ? asked.args.map(String) : String(asked.args).split(" ");
    const { program, args: all, cwd, env } = command(args, asked.program);
    const child = spawn(program, all, {
      cwd,
      env: { ...env },
      stdio: ["pipe", "pipe", "pipe"],
      detached: true,
    });
    context.track(child);
    const output = { stdout: "", stderr: "" };
    child.stdin.on("error", () => {});
    child.stdin.end(typeof asked.stdin === "string" ? asked.stdin : "");
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output.stdout += text;
      if (typeof asked.stop === "string" && output.stdout.includes(asked.stop)) child.kill("SIGINT");
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      output.stderr += text;
    });
    const overdue = setTimeout(() => child.kill("SIGKILL"), longest);
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on("error", reject);
      child.on("close", resolve);
    });
    clearTimeout(overdue);
    return { code, ...output, ...parsed(output.stdout) };
  };
}

function parsed(text: string): { readonly json?: Json } {
  try {
    return { json: JSON.parse(text) as Json };
  } catch {
    return {};
  }
}
