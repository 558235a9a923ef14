import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    interceptResponse({ id }) {
      const name = JSON.stringify(id);
      this.writeLine(`{"type":"event_intercept_response","id":${name},"id":${name}}`);
    }
  },
);
