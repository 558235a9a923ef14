/** A panel of an extension: open from the answer of a command until either side closes it. */
import type { PanelContent, PanelHandlers } from "./handlers.js";

/** What a panel needs of its extension. */
export interface PanelOutput {
  render(id: string, content: PanelContent): void;
  close(id: string): void;
}

/** A panel. `openPanel(panel, content)` as a command's answer opens it. */
export class Panel {
  readonly id: string;
  readonly handlers: PanelHandlers;
  readonly #output: PanelOutput;
  #open = false;

  /** @internal */
  constructor(id: string, handlers: PanelHandlers, output: PanelOutput) {
    this.id = id;
    this.handlers = handlers;
    this.#output = output;
  }

  /** Whether it is on the screen. */
  get open(): boolean {
    return this.#open;
  }

  /** Shows something else. Does nothing once the panel is closed: the user may have been faster. */
  render(content: PanelContent): void {
    if (this.#open) this.#output.render(this.id, content);
  }

  /** Takes it off the screen. */
  close(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#output.close(this.id);
  }

  /** @internal */
  opened(): void {
    this.#open = true;
  }

  /** @internal */
  closed(): void {
    this.#open = false;
  }
}
