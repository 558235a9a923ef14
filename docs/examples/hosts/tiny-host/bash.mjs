/** The one tool of the host itself. */
import { spawn } from "node:child_process";

export const bash = {
  definition: {
    name: "bash",
    description: "Runs a command in a shell.",
    schema: { type: "object", properties: { command: { type: "string" } }, required: ["command"] },
  },

  /** Ends with the prompt, however long the command would run on. */
  call: (_, { command }, signal) =>
    new Promise((resolve) => {
      let output = "";
      const child = spawn("sh", ["-c", String(command)], { detached: true });
      const end = () => process.kill(-child.pid, "SIGKILL");
      signal.addEventListener("abort", end, { once: true });
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
      child.on("close", (code) => {
        signal.removeEventListener("abort", end);
        resolve({ is_error: code !== 0, content: [{ type: "text", text: output || `(exit ${code})` }] });
      });
    }),
};
