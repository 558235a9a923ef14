/** The bash tool: a shell command, with a time limit and a bounded output. */
import type { Tool, ToolRun } from "../agent/contract.js";
import { argumentsOf } from "./arguments.js";
import { boundedOutput, outputBounds } from "./bounded-output.js";
import type { ProcessOperations, ShellEnd } from "./operations.js";
import { pacedProgress } from "./paced-progress.js";
import { fileProblem } from "./paths.js";
import { textResult } from "./results.js";

const defaultSeconds = 120;
const mostSeconds = 24 * 60 * 60;

/** Makes the bash tool. */
export function bashTool(processes: ProcessOperations): Tool {
  return {
    name: "bash",
    description:
      "Run a shell command in the working directory. The result is stdout and stderr together; of more than " +
      `${outputBounds.lines} lines or ${outputBounds.bytes / 1024} KiB, the beginning and the end. The command and ` +
      `all its processes are killed after ${defaultSeconds} seconds unless timeout says otherwise. To leave a process ` +
      "running, send its output to a file and put it in the background. There is no input.",
    schema: {
      type: "object",
      properties: {
        command: { type: "string" },
        timeout: { type: "integer", minimum: 1, description: "Seconds until the command is killed." },
      },
      required: ["command"],
    },
    async run(args, context) {
      const given = argumentsOf("bash", args);
      const command = given.text("command");
      if (command.trim() === "") given.fail('"command" is empty');
      if (command.includes("\0")) given.fail('"command" contains a NUL character');
      const seconds = given.count("timeout") ?? defaultSeconds;
      if (seconds > mostSeconds) given.fail(`"timeout" is ${seconds}; the most is ${mostSeconds} seconds`);
      const output = boundedOutput();
      const progress = pacedProgress(context.onProgress);
      try {
        const end = await processes.runShell(command, {
          cwd: context.cwd,
          signal: context.signal,
          timeoutMs: seconds * 1000,
          onOutput(bytes) {
            output.add(bytes);
            progress.add(bytes);
          },
        });
        return resultOf(output.text(), end, seconds);
      } catch (error) {
        throw fileProblem(`bash: the command could not be started in ${context.cwd}`, error);
      } finally {
        progress.end();
      }
    },
  };
}

function resultOf(output: string, end: ShellEnd, seconds: number): ToolRun {
  const text = output.trim() === "" ? "(no output)" : output.replace(/\n+$/, "");
  switch (end.kind) {
    case "exited":
      return end.code === 0 ? textResult(text) : failed(text, `exit code ${end.code}`);
    case "killed":
      return failed(text, `killed by ${end.signal}`);
    case "timed_out":
      return failed(
        text,
        `killed after ${seconds} seconds; give a longer timeout, or run it in the background`,
      );
    case "aborted":
      return failed(text, "aborted by the user");
  }
}

function failed(output: string, why: string): ToolRun {
  return textResult(`${output}\n\n[${why}]`, { isError: true });
}
