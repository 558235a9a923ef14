// A panel with keys, and a list that outlives the process.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { display, extension, openPanel, Type } from "@extproto/sdk";

const todo = extension("todo", "1.0.0");
let items = [];
let at = 0;

const file = () => join(todo.host.dataDir, "todo.json");

function load() {
  try {
    items = JSON.parse(readFileSync(file(), "utf8"));
  } catch {
    items = [];
  }
}

function save() {
  mkdirSync(todo.host.dataDir, { recursive: true });
  writeFileSync(file(), JSON.stringify(items));
}

function add(text) {
  load();
  items.push({ text, done: false });
  save();
}

function content() {
  const lines = items.map(({ text, done }, i) => `${i === at ? ">" : " "} [${done ? "x" : " "}] ${text}`);
  return {
    title: "Todo",
    lines: lines.length > 0 ? lines : ["nothing to do"],
    footer: "up/down, enter: done, d: delete, esc",
  };
}

function press(key) {
  if (key === "up") at = Math.max(0, at - 1);
  if (key === "down") at = Math.min(items.length - 1, at + 1);
  if (key === "enter" && items[at]) items[at].done = !items[at].done;
  if (key === "d") items.splice(at, 1);
  save();
}

const panel = todo.panel("todo", {
  onKey(key, panel, text) {
    if (key === "esc") return panel.close();
    press(key === "rune" ? text : key);
    panel.render(content());
  },
});

todo
  .command("todo", "shows the list, or adds to it: /todo buy milk", (text) => {
    if (text !== "") {
      add(text);
      return display(`added: ${text}`);
    }
    load();
    at = 0;
    return openPanel(panel, content());
  })
  .tool(
    "todo_add",
    "Adds an item to the user's todo list.",
    Type.Object({ text: Type.String({ minLength: 1 }) }),
    ({ text }) => {
      add(text);
      return `There are ${items.length} items now.`;
    },
  )
  .run();
