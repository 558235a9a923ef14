/** The tools of the host itself. */
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";

const text = (value, isError = false) => ({ is_error: isError, content: [{ type: "text", text: value }] });
const schemaOf = (field) => ({
  type: "object",
  properties: { [field]: { type: "string" } },
  required: [field],
});

const read = {
  definition: { name: "read", description: "Reads a text file.", schema: schemaOf("path") },
  call: (_, { path }) =>
    readFile(String(path), "utf8").then(
      (content) => text(content || "(the file is empty)"),
      (error) => text(error.message, true),
    ),
};

const bash = {
  definition: { name: "bash", description: "Runs a command in a shell.", schema: schemaOf("command") },

  /** Ends with the prompt, however long the command would run on. */
  call: (_, { command }, signal) =>
    new Promise((resolve) => {
      let output = "";
      const child = spawn("sh", ["-c", String(command)], { detached: true });
      const end = () => {
        try {
          process.kill(-child.pid, "SIGKILL");
        } catch {
          // It has ended.
        }
      };
      signal.addEventListener("abort", end, { once: true });
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
      child.on("close", (code) => {
        signal.removeEventListener("abort", end);
        resolve(text(output || `(exit ${code})`, code !== 0));
      });
    }),
};

/** Those that are offered; where no names are given, all. */
export function builtIn({ names }) {
  const all = [read, bash];
  return names === undefined ? all : all.filter(({ definition }) => names.includes(definition.name));
}
