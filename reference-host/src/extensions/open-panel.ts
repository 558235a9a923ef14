/** The one panel that is open, and who owns it. */
import type { Panel } from "@extproto/schemas";
import type { Extension, ManagerEvent } from "./contract.js";

type Render = { readonly title?: string; readonly lines?: string[]; readonly footer?: string };

/** Opens, redraws and closes; tells the user through events and the owner through frames. */
export class PanelFocus {
  readonly #tell: (event: ManagerEvent) => Promise<void> | undefined;
  #open: { readonly owner: Extension; readonly panel: Panel } | undefined;

  constructor(tell: (event: ManagerEvent) => Promise<void> | undefined) {
    this.#tell = tell;
  }

  get current(): { readonly extension: string; readonly panel: Panel } | undefined {
    return this.#open === undefined
      ? undefined
      : { extension: this.#open.owner.candidate.name, panel: this.#open.panel };
  }

  /** Opens a panel in the place of another one; the same panel gets new content. */
  open(owner: Extension, panel: Panel): void {
    if (this.#open !== undefined && !this.#is(owner, panel.id)) this.closeByUser(this.#open.panel.id);
    this.#open = { owner, panel };
    this.#tell({ type: "panel_open", extension: owner.candidate.name, panel });
  }

  /** An absent title stays; absent lines and footer mean none. Returns what to wait for before the next one. */
  render(owner: Extension, panelId: string, given: Render): Promise<void> | undefined {
    if (this.#open === undefined || !this.#is(owner, panelId)) return undefined;
    const title = given.title || this.#open.panel.title;
    const { lines, footer } = given;
    const panel: Panel = {
      id: panelId,
      ...(title === undefined ? {} : { title }),
      ...(lines === undefined ? {} : { lines }),
      ...(footer === undefined ? {} : { footer }),
    };
    this.#open = { owner, panel };
    return this.#tell({ type: "panel_render", extension: owner.candidate.name, panel });
  }

  /** The owner has closed it itself, and is not told. */
  closeByOwner(owner: Extension, panelId: string): void {
    if (this.#is(owner, panelId)) this.#close();
  }

  /** The owner is gone. */
  ownerGone(owner: Extension): void {
    if (this.#open?.owner === owner) this.#close();
  }

  closeByUser(panelId: string): boolean {
    if (this.#open?.panel.id !== panelId) return false;
    const { owner } = this.#open;
    this.#close();
    owner.panelClosed(panelId);
    return true;
  }

  key(panelId: string, key: string, text: string | undefined): boolean {
    if (this.#open?.panel.id !== panelId) return false;
    this.#open.owner.panelKey(panelId, key, text);
    return true;
  }

  #is(owner: Extension, panelId: string): boolean {
    return this.#open?.owner === owner && this.#open.panel.id === panelId;
  }

  #close(): void {
    if (this.#open === undefined) return;
    const { owner, panel } = this.#open;
    this.#open = undefined;
    this.#tell({ type: "panel_close", extension: owner.candidate.name, panelId: panel.id });
  }
}
