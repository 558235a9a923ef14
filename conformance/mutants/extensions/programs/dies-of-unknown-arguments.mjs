import { Extension, run, tools } from "./base.mjs";

run(
  class extends Extension {
    toolCall(frame) {
      const known = Object.keys(tools[frame.name]?.schema.properties ?? {});
      if (frame.name in tools && Object.keys(frame.args).some((name) => !known.includes(name)))
        process.exit(7);
      return super.toolCall(frame);
    }
  },
);
