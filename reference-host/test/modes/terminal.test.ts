/** The chat on a real terminal, as tmux plays it. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { program, temporaryFolder, writeExtension } from "./started-host.js";

const hasTmux = spawnSync("tmux", ["-V"]).status === 0;
let count = 0;

/** A terminal of 100 columns in which a shell runs. */
class Terminal {
  readonly folder = temporaryFolder();
  readonly #socket = `extproto-host-test-${process.pid}-${count++}`;

  constructor(env: Readonly<Record<string, string>> = {}) {
    mkdirSync(join(this.folder, "work"));
    const variables = {
      HOME: this.folder,
      ZOT_HOME: join(this.folder, "home"),
      PS1: "shell$ ",
      PATH: process.env.PATH ?? "",
      ...env,
    };
    const shell = `cd ${join(this.folder, "work")} && exec env -i TERM="$TERM" ${Object.entries(variables)
      .map(([name, value]) => `${name}='${value}'`)
      .join(" ")} sh`;
    this.#tmux("-f", "/dev/null", "new-session", "-d", "-x", "100", "-y", "40", shell);
    onTestFinished(() => void spawnSync("tmux", ["-L", this.#socket, "kill-server"]));
  }

  #tmux(...args: string[]): string {
    return execFileSync("tmux", ["-L", this.#socket, ...args], { encoding: "utf8" });
  }

  /** Starts the chat with these arguments. */
  async start(...args: string[]): Promise<void> {
    await this.until((screen) => screen.includes("shell$"));
    this.type(`${process.execPath} ${program} ${args.join(" ")}`);
    this.press("Enter");
    await this.until((screen) => screen.includes("/help lists the commands") && /^>\s*$/m.test(screen));
  }

  type(text: string): void {
    this.#tmux("send-keys", "-l", text);
  }

  press(...keys: string[]): void {
    this.#tmux("send-keys", ...keys);
  }

  /** What is on the screen; with its colours where asked. */
  screen(colours = false): string {
    return this.#tmux("capture-pane", "-p", ...(colours ? ["-e"] : [])).trimEnd();
  }

  async until(holds: (screen: string) => boolean): Promise<string> {
    for (const end = Date.now() + 15_000; ; ) {
      const screen = this.screen();
      if (holds(screen)) return screen;
      if (Date.now() > end) throw new Error(`the screen never showed what was waited for:\n${screen}`);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  }

  /** The line at the end of the screen. */
  last(): string {
    return this.screen().split("\n").at(-1) ?? "";
  }
}

describe.skipIf(!hasTmux)("the chat on a terminal", () => {
  it("prompts, streams, colours, and leaves the terminal as it was", async () => {
    const terminal = new Terminal();
    await terminal.start();
    terminal.type("say hello there");
    terminal.press("Enter");
    await terminal.until((screen) => /^> say hello there\nhello there\n>$/m.test(screen));
    terminal.type("fail 400");
    terminal.press("Enter");
    await terminal.until((screen) => screen.includes("error: "));
    expect(terminal.screen(true)).toContain("\u001b[31merror: ");
    terminal.type("/exit");
    terminal.press("Enter");
    await terminal.until((screen) => /shell\$$/.test(screen));
    terminal.type("echo status $?");
    terminal.press("Enter");
    await terminal.until((screen) => screen.includes("shell$ echo status $?\nstatus 0\n"));
  });

  it("has no colours with NO_COLOR", async () => {
    const terminal = new Terminal({ NO_COLOR: "1" });
    await terminal.start();
    terminal.type("fail 400");
    terminal.press("Enter");
    await terminal.until((screen) => screen.includes("error: "));
    expect(terminal.screen(true)).not.toContain("\u001b[31m");
  });

  it("keeps what is typed while the agent works, and runs it afterwards", async () => {
    const terminal = new Terminal();
    writeFileSync(
      join(terminal.folder, "work", "slow.yaml"),
      "- do: [ { say: begin }, { wait: 700 }, { say: ' end' } ]\n- say: second answer\n",
    );
    await terminal.start("--script", "slow.yaml");
    terminal.type("go");
    terminal.press("Enter");
    await terminal.until((screen) => screen.includes("begin"));
    terminal.type("typed meanwhile");
    terminal.press("Enter");
    await terminal.until((screen) => /^begin end\n(.*\n)*> typed meanwhile\nsecond answer\n>$/m.test(screen));
  });

  it("stops the answer on Ctrl-C, drops a typed line on the next, and ends on the last", async () => {
    const terminal = new Terminal();
    writeFileSync(join(terminal.folder, "work", "slow.yaml"), "- { say: thinking, stall: true }\n");
    await terminal.start("--script", "slow.yaml");
    terminal.type("go");
    terminal.press("Enter");
    await terminal.until((screen) => screen.includes("thinking"));
    terminal.press("C-c");
    await terminal.until((screen) => /\(aborted\)\n>$/.test(screen));
    terminal.type("never sent");
    await terminal.until((screen) => screen.endsWith("> never sent"));
    terminal.press("C-c");
    await terminal.until((screen) => screen.endsWith("\n>"));
    terminal.press("C-c");
    await terminal.until((screen) => /shell\$$/.test(screen));
    terminal.type("echo status $?");
    terminal.press("Enter");
    await terminal.until((screen) => screen.includes("status 130"));
  });

  it("shows a note above the line being typed, and puts inserted text into it", async () => {
    const terminal = new Terminal();
    const source = `import { existsSync } from "node:fs";
      const timer = setInterval(() => { if (existsSync("now")) { clearInterval(timer); send({ type: "notify", level: "info", message: "a note" }); } }, 20);
      send({ type: "register_command", name: "put" }); send({ type: "ready" });
      function receive(frame) {
        if (frame.name === "put") send({ type: "command_response", id: frame.id, action: "insert", insert: "say inserted" });
      }`;
    const extension = writeExtension(join(terminal.folder, "extensions"), "noter", source);
    await terminal.start("--ext", extension);
    terminal.type("half a li");
    await terminal.until((shown) => shown.endsWith("\n> half a li"));
    writeFileSync(join(extension, "now"), "");
    const screen = await terminal.until((shown) => shown.includes("[noter] a note"));
    expect(screen).toMatch(/\n\[noter\] a note\n> half a li$/);
    terminal.type("ne");
    await terminal.until((shown) => shown.endsWith("\n> half a line"));
    terminal.press("C-u");
    terminal.type("/put");
    terminal.press("Enter");
    await terminal.until((shown) => shown.endsWith("\n> say inserted"));
    terminal.press("Enter");
    await terminal.until((shown) => /\ninserted\n>$/.test(shown));
  });

  it("asks before a tool runs with --no-yolo", async () => {
    const terminal = new Terminal();
    await terminal.start("--no-yolo");
    terminal.type('call bash {"command":"echo ran"}');
    terminal.press("Enter");
    await terminal.until((screen) => /\[y\/N\]\n\?$/.test(screen));
    terminal.type("y");
    terminal.press("Enter");
    await terminal.until((screen) => /bash returned: ran\n>$/.test(screen));
  });

  it("ends with Ctrl-D", async () => {
    const terminal = new Terminal();
    await terminal.start();
    terminal.press("C-d");
    await terminal.until((screen) => /shell\$$/.test(screen));
  });
});
