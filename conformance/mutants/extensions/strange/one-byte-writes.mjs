import { writeSync } from "node:fs";
import { Extension, run } from "./base.mjs";

/** A full pipe refuses a write; trying again is all there is to do. */
function writeNow(byte) {
  for (;;) {
    try {
      writeSync(1, Uint8Array.of(byte));
      return;
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
    }
  }
}

run(
  class extends Extension {
    writeBytes(bytes) {
      for (const byte of Buffer.from(bytes)) writeNow(byte);
    }
  },
);
