/** The `ext` commands in temporary homes, with a local bare repository for clones. */
import { execFileSync, spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { expect, test } from "vitest";
import { runExt } from "../../src/cli/ext/index.js";
import { temporaryDirectory } from "./running-manager.js";

/** A home, a project, and the commands run in them. */
function newUser() {
  const home = temporaryDirectory();
  const cwd = temporaryDirectory();
  const extensions = join(home, "extensions");
  async function ext(argv: string[], input = "", signal?: AbortSignal) {
    const stdout = new PassThrough();
    const stderr = new PassThrough();
    const code = await runExt(argv, {
      stdin: Readable.from([input]),
      stdout,
      stderr,
      cwd,
      env: { ...process.env, ZOT_HOME: home },
      ...(signal === undefined ? {} : { signal }),
    });
    return { code, out: String(stdout.read() ?? ""), err: String(stderr.read() ?? "") };
  }
  /** Puts an extension on disk, by hand. */
  function put(folder: string, manifest: object | string, files: Record<string, string> = {}): string {
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, "extension.json"),
      typeof manifest === "string" ? manifest : JSON.stringify(manifest),
    );
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return folder;
  }
  return { home, cwd, extensions, ext, put, project: join(cwd, ".zot", "extensions") };
}

const weather = { name: "weather", version: "1.2.0", description: "The weather", exec: "weather" };

test("list shows every extension with its state, version and description", async () => {
  const { ext, put, extensions, project } = newUser();
  put(join(extensions, "weather"), weather);
  put(join(extensions, "sleepy"), { name: "sleepy", exec: "x", version: "0.1.0", enabled: false });
  put(join(project, "local"), { name: "local", exec: "x" });
  mkdirSync(join(extensions, "broken"));
  const { code, out } = await ext(["list"]);
  expect(code).toBe(0);
  expect(out.split("\n").map((line) => line.replaceAll(/\s+/g, " ").trim())).toEqual([
    "local enabled - project",
    "broken broken - global",
    `last error: ${join(extensions, "broken", "extension.json")}: there is no manifest`,
    "sleepy disabled 0.1.0 global",
    "weather enabled 1.2.0 global The weather",
    "",
  ]);
});

test("list --json is one array", async () => {
  const { ext, put, extensions } = newUser();
  const dir = put(join(extensions, "weather"), weather);
  expect(JSON.parse((await ext(["list", "--json"])).out)).toEqual([
    {
      name: "weather",
      state: "enabled",
      scope: "global",
      dir,
      enabled: true,
      version: "1.2.0",
      description: "The weather",
    },
  ]);
  expect(JSON.parse((await newUser().ext(["list", "--json"])).out)).toEqual([]);
});

test("list shows the last error of the log until the extension has been ready again", async () => {
  const { ext, put, extensions, home } = newUser();
  put(join(extensions, "weather"), weather);
  mkdirSync(join(home, "logs"));
  const log = join(home, "logs", "ext-weather.log");
  writeFileSync(log, "2026-01-01T00:00:00.000Z host: error: exited with code 1\nits own words\n");
  expect(JSON.parse((await ext(["list", "--json"])).out)).toMatchObject([{ error: "exited with code 1" }]);
  appendFileSync(log, "2026-01-01T00:00:01.000Z host: ready\n");
  expect((await ext(["list"])).out).not.toContain("last error");
});

test("list marks an extension that another of the same name hides", async () => {
  const { ext, put, extensions, project } = newUser();
  const first = put(join(project, "mine"), { ...weather, enabled: false });
  const second = put(join(extensions, "weather"), weather);
  const { out } = await ext(["list"]);
  expect(out).toMatch(/^weather +disabled .*\nweather +hidden .*\n {2}not run: .*mine has the same name\n$/);
  const listed = JSON.parse((await ext(["list", "--json"])).out);
  expect(listed.map((each: Record<string, unknown>) => [each.dir, each.hidden_by])).toEqual([
    [first, undefined],
    [second, first],
  ]);
});

test("list keeps escape sequences from the terminal", async () => {
  const { ext, put, extensions } = newUser();
  put(join(extensions, "rude"), {
    name: "rude",
    exec: "x",
    description: "a\u001b]0;title\u0007b\u001b[31mc\u0085",
  });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
  expect((await ext(["list"])).out).not.toMatch(/[\u001b\u0007\u0085]/);
});

test("install copies a directory with everything in it, modes included", async () => {
  const { ext, put, cwd, extensions } = newUser();
  const source = put(join(cwd, "weather"), weather, { weather: "#!/bin/sh\n", ".hidden": "h" });
  chmodSync(join(source, "weather"), 0o755);
  mkdirSync(join(source, "data"));
  writeFileSync(join(source, "data", "cities.txt"), "Berlin\n");
  symlinkSync("data/cities.txt", join(source, "link"));
  const { code, out } = await ext(["install", "./weather"]);
  expect({ code, out }).toEqual({ code: 0, out: `Installed weather in ${join(extensions, "weather")}.\n` });
  const installed = join(extensions, "weather");
  expect(readdirSync(installed).sort()).toEqual([".hidden", "data", "extension.json", "link", "weather"]);
  expect(statSync(join(installed, "weather")).mode & 0o777).toBe(0o755);
  expect(readFileSync(join(installed, "link"), "utf8")).toBe("Berlin\n");
});

test("install . takes the name of the working directory", async () => {
  const { ext, put, cwd, extensions } = newUser();
  put(cwd, weather);
  expect((await ext(["install", "."])).code).toBe(0);
  expect(readdirSync(extensions)).toEqual([cwd.split("/").at(-1)]);
});

test("install clones a repository, shallow", async () => {
  const { ext, put, cwd, extensions } = newUser();
  const work = put(join(cwd, "work"), weather, { weather: "#!/bin/sh\n" });
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.com", ...args], {
      cwd: work,
      stdio: "pipe",
    });
  git("init", "-q");
  git("add", ".");
  git("commit", "-qm", "one");
  git("commit", "-qm", "two", "--allow-empty");
  const bare = join(cwd, "my-weather.git");
  git("clone", "-q", "--bare", work, bare);
  for (const [url, folder] of [
    [bare, "my-weather"],
    [`file://${bare}/`, "my-weather"],
  ] as const) {
    expect(await ext(["install", "--force", url])).toMatchObject({ code: 0, err: "" });
    const commits = spawnSync("git", ["rev-list", "--count", "HEAD"], {
      cwd: join(extensions, folder),
      encoding: "utf8",
    });
    expect(commits.stdout).toBe("1\n");
  }
  expect(readdirSync(extensions)).toEqual(["my-weather"]);
});

test("install does not overwrite without --force, and replaces all with it", async () => {
  const { ext, put, cwd, extensions, home } = newUser();
  put(join(cwd, "weather"), weather, { new: "new" });
  put(join(extensions, "weather"), { ...weather, version: "0.9.0" }, { old: "old" });
  const refused = await ext(["install", "weather"]);
  expect(refused.code).toBe(1);
  expect(refused.err).toContain("--force");
  expect(readdirSync(join(extensions, "weather")).sort()).toEqual(["extension.json", "old"]);
  expect((await ext(["install", "--force", "weather"])).code).toBe(0);
  expect(readdirSync(join(extensions, "weather")).sort()).toEqual(["extension.json", "new"]);
  expect(readdirSync(home)).toEqual(["extensions"]);
});

test.each([
  [
    "has no manifest",
    (dir: string) => renameSync(join(dir, "extension.json"), join(dir, "other.json")),
    "no manifest",
  ],
  [
    "has a manifest without exec",
    (dir: string) => writeFileSync(join(dir, "extension.json"), '{"name":"weather"}'),
    "/exec",
  ],
  ["has a link that leads out", (dir: string) => symlinkSync("../../secret", join(dir, "link")), "leads out"],
  ["has an absolute link", (dir: string) => symlinkSync("/etc/passwd", join(dir, "link")), "leads out"],
  [
    "has links that lead out together",
    (dir: string) => {
      mkdirSync(join(dir, "a", "b"), { recursive: true });
      symlinkSync("../..", join(dir, "a", "b", "root"));
      symlinkSync("a/b/root/../secret", join(dir, "link"));
    },
    "leads out",
  ],
  ["has a pipe in it", (dir: string) => execFileSync("mkfifo", [join(dir, "pipe")]), "a pipe"],
  [
    "has an exec that leads out",
    (dir: string) =>
      writeFileSync(join(dir, "extension.json"), JSON.stringify({ ...weather, exec: "../weather" })),
    "leads out",
  ],
])("install refuses a source that %s, and leaves everything as it was", async (_, spoil, message) => {
  const { ext, put, cwd, home, extensions } = newUser();
  spoil(put(join(cwd, "weather"), weather));
  put(join(extensions, "weather"), weather, { old: "old" });
  const { code, err } = await ext(["install", "--force", "weather"]);
  expect(code).toBe(1);
  expect(err).toContain(message);
  expect(readdirSync(join(extensions, "weather")).sort()).toEqual(["extension.json", "old"]);
  expect(readdirSync(home)).toEqual(["extensions"]);
});

test.each([["nowhere"], ["/"], ["git@example.invalid:.."], ["https://example.invalid/..git"]])(
  "install refuses the source %s",
  async (source) => {
    const { ext, extensions } = newUser();
    expect((await ext(["install", source])).code).toBe(1);
    expect(existsSync(extensions) ? readdirSync(extensions) : []).toEqual([]);
  },
);

test("a clone that fails leaves nothing behind", async () => {
  const { ext, cwd, home } = newUser();
  const { code, err } = await ext(["install", `file://${cwd}/missing.git`]);
  expect(code).toBe(1);
  expect(err).toContain("could not be cloned");
  expect(readdirSync(home)).toEqual([]);
});

test("a clone that fails says why, not what git advises", async () => {
  const { ext, cwd } = newUser();
  const url = `file://${cwd}/missing.git`;
  const { err } = await ext(["install", url]);
  expect(err).toMatch(
    /could not be cloned: .*fatal: .*missing\.git'? does not appear to be a git repository/,
  );
  expect(err).not.toMatch(/and the repository exists/);
  expect(err.trim().split("\n")).toHaveLength(1);
});

test("install of a name that is installed in another folder needs --force, and replaces that one", async () => {
  const { ext, put, cwd, extensions, home } = newUser();
  put(join(cwd, "weather-2"), { ...weather, version: "2.0.0", exec: "node" });
  const other = put(join(extensions, "weather"), { ...weather, exec: "node" }, { old: "old" });
  const refused = await ext(["install", "weather-2"]);
  expect(refused).toEqual({
    code: 1,
    out: "",
    err: `ext: an extension named weather is installed in ${other}; give --force to replace it (EXT_CLI_EXISTS)\n`,
  });
  expect(readdirSync(extensions)).toEqual(["weather"]);
  expect(await ext(["install", "--force", "weather-2"])).toEqual({
    code: 0,
    out: `Installed weather in ${join(extensions, "weather-2")}, in place of ${other}.\n`,
    err: "",
  });
  expect(readdirSync(extensions)).toEqual(["weather-2"]);
  expect(readdirSync(home)).toEqual(["extensions"]);
});

test("install refuses a directory that holds the home itself", async () => {
  const { ext, put, home } = newUser();
  put(home, weather);
  expect((await ext(["install", home])).err).toContain("where extensions are installed");
});

test("remove deletes only after a yes", async () => {
  const { ext, put, extensions } = newUser();
  const dir = put(join(extensions, "weather-dir"), weather);
  expect(await ext(["remove", "weather"], "n\n")).toMatchObject({ code: 1 });
  expect(await ext(["remove", "weather"], "")).toMatchObject({ code: 1 });
  expect(existsSync(dir)).toBe(true);
  expect(await ext(["remove", "weather"], "yes\n")).toMatchObject({ code: 0 });
  expect(existsSync(dir)).toBe(false);
  put(dir, weather);
  expect(await ext(["remove", "--yes", "weather-dir"])).toMatchObject({ code: 0 });
  expect(existsSync(dir)).toBe(false);
});

test("remove takes the extension of the project before the user's, and only the link to a linked one", async () => {
  const { ext, put, extensions, project, cwd } = newUser();
  put(join(extensions, "weather"), weather);
  const elsewhere = put(join(cwd, "elsewhere"), weather);
  mkdirSync(project, { recursive: true });
  symlinkSync(elsewhere, join(project, "weather"));
  expect((await ext(["remove", "--yes", "weather"])).code).toBe(0);
  expect(existsSync(join(extensions, "weather"))).toBe(true);
  expect(existsSync(join(project, "weather"))).toBe(false);
  expect(existsSync(join(elsewhere, "extension.json"))).toBe(true);
});

test("disable and enable change that one value and no other byte", async () => {
  const { ext, put, extensions } = newUser();
  const text =
    '{\n\t"name": "weather",\n\t"exec": "./weather",\n\t"x": {"enabled": 1e400, "n": 12345678901234567890}\n}\n';
  const dir = put(join(extensions, "weather"), text);
  const manifest = () => readFileSync(join(dir, "extension.json"), "utf8");
  expect((await ext(["disable", "weather"])).code).toBe(0);
  expect(manifest()).toBe(text.replace("7890}\n", '7890},\n\t"enabled": false\n'));
  expect((await ext(["disable", "weather"])).code).toBe(0);
  expect((await ext(["enable", "weather"])).code).toBe(0);
  expect(manifest()).toBe(text.replace("7890}\n", '7890},\n\t"enabled": true\n'));
});

test.each([["../weather"], ["a/b"], [".."], ["a\\b"]])(
  "the name %s is refused and nothing is touched",
  async (name) => {
    const { ext, put, home, extensions } = newUser();
    put(join(home, "weather"), weather);
    mkdirSync(extensions);
    for (const command of [["remove", "--yes"], ["enable"], ["disable"], ["logs"]]) {
      const { code, err } = await ext([...command, name]);
      expect(code).toBe(1);
      expect(err).toContain("is not a name");
    }
    expect(readFileSync(join(home, "weather", "extension.json"), "utf8")).toBe(JSON.stringify(weather));
  },
);

test.each([[["remove", "--yes"]], [["enable"]], [["disable"]], [["logs"]]])(
  "%s of what is not installed fails",
  async (command) => {
    const { code, err } = await newUser().ext([...command, "nobody"]);
    expect(code).toBe(1);
    expect(err).toContain("no extension nobody is installed");
  },
);

test("logs prints the log file", async () => {
  const { ext, put, extensions, home } = newUser();
  put(join(extensions, "weather-dir"), weather);
  expect(await ext(["logs", "weather"])).toMatchObject({ code: 1 });
  mkdirSync(join(home, "logs"));
  writeFileSync(join(home, "logs", "ext-weather.log"), "one\ntwo\n");
  expect(await ext(["logs", "weather-dir"])).toEqual({ code: 0, out: "one\ntwo\n", err: "" });
});

test("logs -f goes on with what is added, through a change of the file, until it is interrupted", async () => {
  const { put, extensions, home, cwd } = newUser();
  put(join(extensions, "weather"), weather);
  mkdirSync(join(home, "logs"));
  const log = join(home, "logs", "ext-weather.log");
  writeFileSync(log, "one\n");
  const stdout = new PassThrough({ encoding: "utf8" });
  const interrupt = new AbortController();
  const env = { ...process.env, ZOT_HOME: home };
  const done = runExt(["logs", "-f", "weather"], {
    stdin: Readable.from([]),
    stdout,
    stderr: new PassThrough(),
    cwd,
    env,
    signal: interrupt.signal,
  });
  const next = () => new Promise<string>((resolve) => stdout.once("data", resolve));
  expect(await next()).toBe("one\n");
  appendFileSync(log, "two\n");
  expect(await next()).toBe("two\n");
  renameSync(log, `${log}.1`);
  writeFileSync(log, "three\n");
  expect(await next()).toBe("three\n");
  interrupt.abort();
  expect(await done).toBe(0);
});

test.each([
  [[]],
  [["explode"]],
  [["toString"]],
  [["install"]],
  [["remove", "--yes"]],
  [["list", "extra"]],
  [["enable", "a", "b"]],
  [["list", "--wrong"]],
])("wrong usage %j exits with 2 and shows the help", async (argv) => {
  const { code, err } = await newUser().ext(argv);
  expect(code).toBe(2);
  expect(err).toContain("Usage: extproto-host ext <command>");
});

test("an unknown option is named, and nothing else is said about it", async () => {
  const { err } = await newUser().ext(["list", "--foo"]);
  expect(err).toMatch(/^ext: ext list: Unknown option '--foo'\n\nUsage:/);
});

test("help goes to stdout and is no failure", async () => {
  for (const argv of [["--help"], ["help"], ["install", "--help"]]) {
    const { code, out } = await newUser().ext(argv);
    expect(code).toBe(0);
    expect(out).toContain("Examples:");
  }
});

test("install refuses a program that is not there", async () => {
  const { ext, put, cwd, extensions } = newUser();
  put(join(cwd, "weather"), { ...weather, exec: "./weather" });
  expect(await ext(["install", "./weather"])).toMatchObject({
    code: 1,
    err: expect.stringContaining('exec "./weather" is not in the extension\'s folder'),
  });
  expect(existsSync(join(extensions, "weather"))).toBe(false);
});

test("install keeps the modes, and warns of a program that cannot be started", async () => {
  const { ext, put, cwd, extensions } = newUser();
  const dir = put(join(cwd, "weather"), { ...weather, exec: "./weather" }, { weather: "#!/bin/sh\n" });
  const installed = join(extensions, "weather", "weather");
  expect(await ext(["install", "./weather"])).toMatchObject({
    code: 0,
    err: `ext: warning: exec "./weather" is not an executable file, so it cannot be started; run: chmod +x ${installed}\n`,
  });
  chmodSync(join(dir, "weather"), 0o755);
  expect(await ext(["install", "--force", "./weather"])).toMatchObject({ code: 0, err: "" });
});

test.each([
  [{ exec: "/bin/sh" }, 'exec "/bin/sh"'],
  [{ args: ["-v", "../main.mjs"] }, 'args[1] "../main.mjs"'],
  [{ args: ["lib/../../main.mjs"] }, 'args[0] "lib/../../main.mjs"'],
  [{ args: ["--config=/etc/weather"] }, 'args[0] "--config=/etc/weather"'],
])("install warns of %j, which leads out of the folder", async (given, named) => {
  const { ext, put, cwd } = newUser();
  put(join(cwd, "weather"), { ...weather, exec: "node", ...given });
  const { code, err } = await ext(["install", "weather"]);
  expect({ code, err }).toEqual({
    code: 0,
    err: `ext: warning: ${named} leads out of the extension's folder, and was not copied\n`,
  });
});

test("install does not warn of arguments that stay inside or are no paths", async () => {
  const { ext, put, cwd } = newUser();
  put(join(cwd, "weather"), { ...weather, args: ["main.mjs", "--mode", "a..b", "./lib/../x", "-"] });
  expect(await ext(["install", "weather"])).toMatchObject({ code: 0, err: "" });
});

test("install refuses a second extension of the same name", async () => {
  const { ext, put, cwd, extensions } = newUser();
  put(join(extensions, "weather"), weather);
  put(join(cwd, "another"), weather);
  expect(await ext(["install", "./another"])).toMatchObject({
    code: 1,
    err: expect.stringContaining(`is installed in ${join(extensions, "weather")}`),
  });
  expect(existsSync(join(extensions, "another"))).toBe(false);
});

test("a link that leads to itself is listed as broken and hides nothing", async () => {
  const { ext, put, extensions } = newUser();
  put(join(extensions, "weather"), weather);
  symlinkSync("loop", join(extensions, "loop"));
  const { code, out } = await ext(["list"]);
  expect(code).toBe(0);
  expect(out).toContain("weather");
  expect(out).toContain("loop");
});
