import { display, extension, Type } from "@extproto/sdk";

/** The extension; main.ts runs it, the test calls it. */
export const own = extension("{{name}}", "0.1.0")
  .tool(
    "greet",
    "Greets somebody.",
    Type.Object({ name: Type.String({ description: "Whom to greet." }) }),
    ({ name }) => `Hello, ${name}!`,
  )
  .command("greet", "greets you", (name) => display(`Hello, ${name || "you"}!`));
