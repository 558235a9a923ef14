import { extension, rewrite } from "@extproto/sdk";

const destructive = /\brm\s+-\w*[rf]|\bmkfs\b|\bdd\s+if=|>\s*\/dev\/sd/;
const secret = /\b(sk|ghp|xoxb)[-_][A-Za-z0-9_-]{16,}/g;

extension("guard", "1.0.0")
  .intercept(
    "tool_call",
    ({ tool, args }) => {
      const { command } = args;
      if (tool !== "bash") return;
      if (typeof command !== "string") return "a command that is no text is not run";
      if (destructive.test(command)) return `destructive command: ${command}`;
      if (/^git push\b/.test(command)) return rewrite({ ...args, command: `${command} --dry-run` });
    },
    { onFailure: "block" },
  )
  .intercept("assistant_message", ({ text }) => ({ text: text.replaceAll(secret, "[secret]") }))
  .run();
