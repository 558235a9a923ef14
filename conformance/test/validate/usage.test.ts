import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { extproto } from "./extproto.js";

const folder = mkdtempSync(join(tmpdir(), "extproto-validate-"));
afterAll(() => rmSync(folder, { recursive: true }));

const good = join(folder, "good.ndjson");
writeFileSync(good, '{"type":"ready"}\n');

describe("help and version", () => {
  test("bare extproto prints its help and exits 2", async () => {
    const { code, stdout, stderr } = await extproto([]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^Usage: extproto .*validate {2,}check a file or a stream/s);
  });

  test("--version prints the package's version", async () => {
    expect(await extproto(["--version"])).toEqual({ code: 0, stdout: "0.1.0\n", stderr: "" });
  });

  test.each([[["validate", "--help"]], [["help", "validate"]]])(
    "%j shows usage and examples",
    async (args) => {
      const { code, stdout, stderr } = await extproto(args);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(stdout).toMatch(/^Usage: extproto validate FILE\|- \[options\]\n/);
      for (const part of [
        "--protocol",
        "--from",
        "--strict",
        "--json",
        "Examples:",
        "$ extproto validate trace.ndjson",
      ]) {
        expect(stdout).toContain(part);
      }
    },
  );
});

describe("a command line that cannot be run exits 2 and says why on stderr only", () => {
  test.each([
    ["no file", ["validate"], "error: name a file of frames, or - for standard input\n"],
    ["a missing file", ["validate", "no-such-file"], "error: no-such-file does not exist\n"],
    [
      "a directory",
      ["validate", folder],
      `error: ${folder} is a directory; name a file of frames, or - for standard input\n`,
    ],
    [
      "several files",
      ["validate", "a", "b"],
      "error: one file at a time, not 2; to check them as one stream: cat a b | extproto validate -\n",
    ],
    [
      "an unknown flag",
      ["validate", good, "--jsn"],
      "error: unknown option '--jsn'\n(Did you mean --json?)\n(try --help)\n",
    ],
    [
      "an unknown command",
      ["validat"],
      "error: unknown command 'validat'\n(Did you mean validate?)\n(try --help)\n",
    ],
    [
      "a side of another protocol",
      ["validate", good, "--from", "client"],
      'error: the protocol extproto has no side "client": its sides are extension and host (for client: --protocol rpc)\n',
    ],
    [
      "a side that rpc does not have",
      ["validate", good, "--protocol", "rpc", "--from", "host"],
      'error: the protocol rpc has no side "host": its sides are client and server (for host: --protocol extproto or --protocol dhara)\n',
    ],
    [
      "a side that nobody has",
      ["validate", good, "--from", "bob"],
      "error: option '--from <side>' argument 'bob' is invalid. Allowed choices are host, extension, client, server.\n(try --help)\n",
    ],
    [
      "an unknown protocol",
      ["validate", good, "--protocol", "lsp"],
      "error: option '--protocol <name>' argument 'lsp' is invalid. Allowed choices are extproto, rpc, dhara.\n(try --help)\n",
    ],
  ])("%s", async (_, args, stderr) => {
    expect(await extproto(args)).toEqual({ code: 2, stdout: "", stderr });
  });

  test.skipIf(process.getuid?.() === 0)("a file without read permission", async () => {
    const secret = join(folder, "secret.ndjson");
    writeFileSync(secret, "");
    chmodSync(secret, 0o000);
    const stderr = `error: ${secret} may not be read: permission denied\n`;
    expect(await extproto(["validate", secret])).toEqual({ code: 2, stdout: "", stderr });
  });
});

describe("what is read", () => {
  test("a file", async () => {
    const stdout = "1 frame: 1 valid, 0 unknown, 0 invalid\nfits: extension 1, host 0\n";
    expect(await extproto(["validate", good])).toEqual({ code: 0, stdout, stderr: "" });
  });

  test("standard input, for -", async () => {
    const stdout = "1 frame: 1 valid, 0 unknown, 0 invalid\n";
    const input = '{"type":"ready"}\n';
    expect(await extproto(["validate", "-", "--from", "extension"], { input })).toEqual({
      code: 0,
      stdout,
      stderr: "",
    });
  });

  test("an empty input is not green", async () => {
    expect(await extproto(["validate", "-"])).toEqual({ code: 1, stdout: "no frames\n", stderr: "" });
  });

  test("an empty input is not green with --json either", async () => {
    const { code, stdout, stderr } = await extproto(["validate", "-", "--json"]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: "no frames\n" });
    expect(JSON.parse(stdout)).toMatchObject({ summary: { frames: 0 } });
  });
});
