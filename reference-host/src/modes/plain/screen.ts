/** What the chat prints: cleaned, coloured on a terminal only, never mixed with a line being typed. */
import type { Writable } from "node:stream";
import type { Panel } from "@extproto/schemas";
import pc from "picocolors";
import { cleanLine, cleanText, createCleaner } from "../clean-text.js";

/** Where and how the chat prints. */
export interface ScreenOptions {
  readonly output: Writable;
  readonly colours: boolean;
  /** Runs a print so that it does not mix with a line being typed. */
  readonly around: (print: () => void) => void;
}

/** What kind of text a line is; it decides the colour. */
export type Tone = "plain" | "faint" | "good" | "warning" | "bad" | "strong";

/** The printed side of the chat. */
export interface Screen {
  /** A piece of streamed text, as it comes. */
  stream(delta: string): void;
  /** Ends streamed text, so that the next thing begins on a line of its own. */
  endStream(): void;
  /** Text of one or more lines. */
  say(text: string, tone?: Tone): void;
  /** A text that somebody else than the host is answerable for. */
  from(name: string, text: string, tone?: Tone): void;
  panel(extension: string, panel: Panel): void;
}

/** Makes the screen. */
export function createScreen({ output, colours, around }: ScreenOptions): Screen {
  const paint = pc.createColors(colours);
  const tones: Readonly<Record<Tone, (text: string) => string>> = {
    plain: (text) => text,
    faint: paint.dim,
    good: paint.green,
    warning: paint.yellow,
    bad: paint.red,
    strong: paint.bold,
  };
  let cleaner = createCleaner({ multiline: true });
  let midLine = false;

  function write(text: string): void {
    if (text === "") return;
    output.write(text);
    midLine = !text.endsWith("\n");
  }

  function endStream(): void {
    cleaner = createCleaner({ multiline: true });
    if (midLine) write("\n");
  }

  function say(text: string, tone: Tone = "plain"): void {
    around(() => {
      endStream();
      // Line by line, so that a terminal which is cut off in between is left in its own colours.
      const lines = cleanText(text).replace(/\n$/, "").split("\n");
      write(`${lines.map((line) => (line === "" ? "" : tones[tone](line))).join("\n")}\n`);
    });
  }

  return {
    stream: (delta) => write(cleaner(delta)),
    endStream,
    say,
    from: (name, text, tone) => say(`[${cleanLine(name)}] ${text}`, tone),
    panel(extension, panel) {
      const title = panel.title === undefined || panel.title === "" ? extension : panel.title;
      around(() => {
        endStream();
        write(`${paint.bold(`=== ${cleanLine(title)} ===`)}\n`);
        for (const line of panel.lines ?? []) write(`${cleanLine(line)}\n`);
        if (panel.footer !== undefined && panel.footer !== "")
          write(`${paint.dim(`--- ${cleanLine(panel.footer)}`)}\n`);
      });
    },
  };
}
