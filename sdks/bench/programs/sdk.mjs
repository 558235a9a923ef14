import { extension, Type } from "@extproto/sdk";

extension("bench", "1.0.0")
  .tool("echo", "Says what it was told.", Type.Object({ text: Type.String() }), ({ text }) => text)
  .run();
