/** Pipes, sockets, devices and folders where a file is meant: the real program says so, does not wait, and ends. */
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { StartedHost, temporaryFolder } from "./started-host.js";

/** Makes a pipe that nobody has opened: whoever opens it and waits, waits for ever. */
function pipe(...path: string[]): string {
  const full = join(...path);
  mkdirSync(dirname(full), { recursive: true });
  execFileSync("mkfifo", [full]);
  return full;
}

async function socket(folder: string): Promise<string> {
  const path = join(folder, "socket");
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(path, resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return path;
}

const swapped = `--import ${new URL("../fixtures/sees-a-file.mjs", import.meta.url).href}`;

describe("a tool that is given", () => {
  const argumentsFor: Readonly<Record<string, (path: string) => object>> = {
    read: (path) => ({ path }),
    write: (path) => ({ path, content: "x" }),
    edit: (path) => ({ path, edits: [{ oldText: "a", newText: "b" }] }),
  };
  const call = (tool: string, path: string, env = {}) =>
    new StartedHost({ mode: ["-p", `call ${tool} ${JSON.stringify(argumentsFor[tool]?.(path))}`], env });

  it.each(["read", "write", "edit"])("a pipe, a socket or a device refuses it: %s", async (tool) => {
    const folder = temporaryFolder();
    for (const path of [pipe(folder, "pipe"), await socket(folder), "/dev/full"]) {
      const host = call(tool, path);
      expect(await host.finish()).toEqual({ code: 0, signal: null });
      expect(host.stdout).toContain(`${path}: is not a regular file`);
    }
  });

  it.each(["read", "write", "edit"])(
    "a file that becomes a pipe before it is opened does not wait: %s",
    async (tool) => {
      const path = pipe(temporaryFolder(), "pipe");
      const host = call(tool, path, { NODE_OPTIONS: swapped });
      expect(await host.finish()).toEqual({ code: 0, signal: null });
      expect(host.stdout).toContain(`${path}: it is not a regular file but a pipe`);
    },
  );
});

describe("a pipe in place of", () => {
  const start = (args: readonly string[], home: string, work = temporaryFolder()) =>
    new StartedHost({ mode: ["-p", "say ran"], args: ["--cwd", work, ...args], env: { ZOT_HOME: home } });

  it.each([
    ["SYSTEM.md", "home", "SYSTEM.md", []],
    ["the user's AGENTS.md", "home", "AGENTS.md", []],
    ["the project's AGENTS.md", "work", "AGENTS.md", []],
    ["a skill", "work", ".zot/skills/one/SKILL.md", ["--with-skills"]],
    ["a manifest", "home", "extensions/one/extension.json", []],
  ] as const)("%s is told, and the host runs without it", async (_, place, name, args) => {
    const [home, work] = [temporaryFolder(), temporaryFolder()];
    const path = pipe(place === "home" ? home : work, name);
    const host = start(args, home, work);
    expect(await host.finish()).toEqual({ code: 0, signal: null });
    expect(host.stdout).toBe("ran\n");
    expect(host.stderr).toContain(path);
    expect(host.stderr).toContain("it is not a regular file but a pipe");
  });

  it.each([
    ["models.json", []],
    ["config.json", []],
    ["auth.json", ["--provider", "openai"]],
  ])("%s is a wrong setting", async (name, args) => {
    const home = temporaryFolder();
    const path = pipe(home, name);
    const host = start(args, home);
    expect(await host.finish()).toEqual({ code: 2, signal: null });
    expect(host.stderr).toContain(`${path} cannot be used: it is not a regular file but a pipe`);
  });

  it.each([["--script"], ["--trace"]])("the file of %s fails", async (flag) => {
    const path = pipe(temporaryFolder(), "pipe");
    const host = start([flag, path], temporaryFolder());
    expect((await host.finish()).code).toBe(1);
    expect(host.stdout).toBe("");
    expect(host.stderr).toContain(path);
    expect(host.stderr).toContain("it is not a regular file but a pipe");
  });

  it("the file of --trace does not hold the host up where it has just become one", async () => {
    const path = pipe(temporaryFolder(), "pipe");
    const host = new StartedHost({
      mode: ["-p", "say ran", "--trace", path],
      env: { NODE_OPTIONS: swapped },
    });
    expect((await host.finish()).code).toBe(1);
    expect(host.stderr).toContain("it is not a regular file but a pipe");
  });

  it("the log of an extension costs the log alone", async () => {
    const home = temporaryFolder();
    pipe(home, "logs", "ext-one.log");
    const extension = 'send({ type: "ready" }); function receive() {}';
    const host = new StartedHost({
      mode: ["-p", "say ran"],
      extensions: { one: extension },
      env: { ZOT_HOME: home },
    });
    expect(await host.finish()).toEqual({ code: 0, signal: null });
    expect(host.stdout).toBe("ran\n");
    const logs = new StartedHost({ mode: ["ext", "logs", "one"], env: { ZOT_HOME: home } });
    expect((await logs.finish()).code).toBe(1);
    expect(logs.stderr).toContain("it is not a regular file but a pipe");
  });
});

describe("--session", () => {
  it.each([
    ["a folder", (folder: string) => folder],
    ["a pipe", (folder: string) => pipe(folder, "pipe.jsonl")],
    ["a device", () => "/dev/null"],
    ["a socket", socket],
  ])("says that it was given %s", async (kind, make) => {
    const path = await make(temporaryFolder());
    const host = new StartedHost({ mode: ["-p", "say ran", "--session", path] });
    expect(await host.finish()).toEqual({ code: 2, signal: null });
    expect(host.stdout).toBe("");
    expect(host.stderr).toBe(
      `extproto-host: no session ${path}: ${path} is not a regular file but ${kind}; name a file\n`,
    );
  });

  it("passes over a pipe among the sessions of a folder", async () => {
    const host = new StartedHost({ mode: ["-p", "say one"] });
    expect((await host.finish()).code).toBe(0);
    const sessions = join(host.home, "sessions");
    const [folder = ""] = execFileSync("ls", [sessions], { encoding: "utf8" }).split("\n");
    pipe(sessions, folder, "20200101-000000-abcdef01.jsonl");
    const again = new StartedHost({
      mode: ["-p", "say two", "--continue", "--cwd", host.work],
      env: { ZOT_HOME: host.home },
    });
    expect(await again.finish()).toEqual({ code: 0, signal: null });
    expect(again.stdout).toBe("two\n");
  });
});
