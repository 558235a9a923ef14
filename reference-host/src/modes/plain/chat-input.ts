/** Where the lines of the user come from. */

/** The user's side of the chat. */
export interface ChatInput {
  /** True where somebody types, who may type on while the agent works. */
  readonly interactive: boolean;
  /** The next line, or undefined at the end. */
  next(): Promise<string | undefined>;
  /** Shows that a line is awaited; nothing happens where nobody types. */
  showPrompt(label: string): void;
  /** What is typed from now on is not echoed until the prompt is shown again. */
  hidePrompt(): void;
  /** Runs `print` so that what it prints does not mix with a line that is being typed. */
  printAround(print: () => void): void;
  /** Puts text where the user is typing. False where nobody does. */
  insert(text: string): boolean;
  /** Called when the user presses Ctrl-C in the middle of typing. */
  onInterrupt(handler: () => void): void;
  close(): void;
}
