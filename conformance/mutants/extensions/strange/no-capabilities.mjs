import { Extension, run, tools } from "./base.mjs";

run(
  class extends Extension {
    hello() {
      this.write({ type: "hello", name: "mutant", version: "" });
    }

    register() {
      const { description, schema } = tools.echo;
      this.write({ type: "register_tool", name: "echo", description, schema });
    }

    subscribe() {}
  },
);
