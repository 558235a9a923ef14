import { Extension, run } from "./base.mjs";

run(
  class extends Extension {
    kept = [];

    writeBytes(bytes) {
      this.kept.push(Buffer.from(bytes));
      this.timer ??= setTimeout(() => this.flush(), 40);
    }

    flush() {
      this.timer = undefined;
      super.writeBytes(Buffer.concat(this.kept.splice(0)));
    }

    exit() {
      this.flush();
      super.exit();
    }
  },
);
