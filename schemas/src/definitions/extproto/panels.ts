/** Panels and notes. Spec: panels.md. */
import { choice, id, list, opt, record, type Static, text } from "../../define/fields.js";
import { frame, type Infer } from "../../define/frame.js";
import { keyNames, noteLevels } from "../registries.js";

const title = opt(text("Heading."));
const lines = opt(list("The body, one string a line.", text("A line.")));
const footer = opt(text("The last line: keys and hints."));

export const Panel = record("Panel", "What a panel shows.", {
  id: id("Names the panel among those of its extension."),
  title,
  lines,
  footer,
});
export type Panel = Static<typeof Panel>;

export const PanelRender = frame({
  type: "panel_render",
  doc: "Replaces what an open panel shows.",
  kind: "one-way",
  since: "1.0",
  fields: { panel_id: id("The panel."), title, lines, footer },
  examples: [
    {
      type: "panel_render",
      panel_id: "todos-main",
      title: "Todos",
      lines: ["□ ship panel api", "✓ persist state"],
      footer: "↑/↓ navigate - esc close",
    },
  ],
});
export type PanelRender = Infer<typeof PanelRender>;

export const ExtensionPanelClose = frame({
  type: "panel_close",
  doc: "The extension closes its panel.",
  kind: "one-way",
  since: "1.0",
  fields: { panel_id: id("The panel.") },
  examples: [{ type: "panel_close", panel_id: "todos-main" }],
});
export type ExtensionPanelClose = Infer<typeof ExtensionPanelClose>;

export const HostPanelClose = frame({
  type: "panel_close",
  doc: "The panel is gone: the user closed it, or another one took its place.",
  kind: "one-way",
  since: "1.0",
  fields: { panel_id: id("The panel.") },
  examples: [{ type: "panel_close", panel_id: "todos-main" }],
});
export type HostPanelClose = Infer<typeof HostPanelClose>;

export const PanelKey = frame({
  type: "panel_key",
  doc: "The user pressed a key while the panel had the focus.",
  kind: "one-way",
  since: "1.0",
  fields: {
    panel_id: id("The panel."),
    key: choice("Normalised name of the key.", keyNames),
    text: opt(text("The typed character, where key is rune.")),
  },
  examples: [
    { type: "panel_key", panel_id: "todos-main", key: "down" },
    { type: "panel_key", panel_id: "todos-main", key: "rune", text: "x" },
  ],
});
export type PanelKey = Infer<typeof PanelKey>;

export const Notify = frame({
  type: "notify",
  doc: "A note for the user. The model does not see it.",
  kind: "one-way",
  since: "1.0",
  fields: { level: choice("How serious it is.", noteLevels), message: text("The note.") },
  examples: [{ type: "notify", level: "info", message: "refreshed cache (12 entries)" }],
});
export type Notify = Infer<typeof Notify>;
