// Notes of the model that survive the session, and what was said last, by events.
import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { display, extension, insert, Type } from "@extproto/sdk";

const pad = extension("scratchpad", "1.0.0");
const file = () => join(pad.host.dataDir, "notes.txt");
let last = "";

function read() {
  try {
    return readFileSync(file(), "utf8");
  } catch {
    return "";
  }
}

pad
  .tool("note", "Writes a line to the scratchpad.", Type.Object({ line: Type.String() }), ({ line }) => {
    mkdirSync(pad.host.dataDir, { recursive: true });
    appendFileSync(file(), `${line.replaceAll("\n", " ")}\n`);
    return "noted";
  })
  .tool("notes", "Reads the scratchpad.", Type.Object({}), () => read() || "The scratchpad is empty.")
  .command("notes", "shows the scratchpad", () => display(read() || "The scratchpad is empty."))
  .command("last", "puts the last answer where you type", () => insert(last))
  .on("assistant_message", ({ text }) => {
    last = text ?? "";
  })
  .run();
