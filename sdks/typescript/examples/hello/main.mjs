import { display, extension, Type } from "@extproto/sdk";

extension("hello", "1.0.0")
  .tool("hello", "Greets somebody.", Type.Object({ name: Type.String() }), ({ name }) => `Hello, ${name}!`)
  .command("hello", "greets you", (name) => display(`Hello, ${name || "you"}!`))
  .run();
