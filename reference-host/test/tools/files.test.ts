import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JsonObject } from "@extproto/schemas";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ToolRun } from "../../src/agent/contract.js";
import { createBuiltinTools } from "../../src/tools/builtin.js";

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "files-"));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

function run(name: string, args: JsonObject): Promise<ToolRun> {
  const tool = createBuiltinTools().find((each) => each.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  return tool.run(args, { cwd, signal: new AbortController().signal, onProgress: () => undefined });
}

async function text(name: string, args: JsonObject): Promise<string> {
  const { content } = await run(name, args);
  return content.map((block) => (block.type === "text" ? block.text : `<${block.type}>`)).join("");
}

const put = (path: string, content: string | Buffer) => writeFileSync(join(cwd, path), content);
const get = (path: string) => readFileSync(join(cwd, path), "utf8");

describe("read", () => {
  it("gives a file as it is, by relative and by absolute path", async () => {
    put("a.txt", "one\ntwo\n");
    expect(await text("read", { path: "a.txt" })).toBe("one\ntwo");
    expect(await text("read", { path: join(cwd, "a.txt") })).toBe("one\ntwo");
  });

  it("gives a window of lines and says how to go on", async () => {
    put("a.txt", Array.from({ length: 10 }, (_, index) => `line ${index + 1}\n`).join(""));
    expect(await text("read", { path: "a.txt", offset: 3, limit: 2 })).toBe(
      "line 3\nline 4\n\n[lines 3 to 4 of 10; go on with offset 5]",
    );
    expect(await text("read", { path: "a.txt", offset: 9, limit: 5 })).toBe("line 9\nline 10");
    await expect(run("read", { path: "a.txt", offset: 11 })).rejects.toThrow(
      "a.txt: has 10 lines; offset 11 is past its end",
    );
  });

  it("gives at most 2000 lines and 50 KiB", async () => {
    put("lines.txt", "x\n".repeat(3000));
    expect(await text("read", { path: "lines.txt" })).toMatch(
      /x\n\n\[lines 1 to 2000 of 3000; go on with offset 2001\]$/,
    );
    put("wide.txt", `${"y".repeat(1023)}\n`.repeat(100));
    expect(await text("read", { path: "wide.txt" })).toMatch(
      /y\n\n\[lines 1 to 50 of 100; go on with offset 51\]$/,
    );
    put("one-line.txt", "ü".repeat(60_000));
    const cut = await text("read", { path: "one-line.txt" });
    expect(Buffer.byteLength(cut)).toBeLessThan(52 * 1024);
    expect(cut).toMatch(/^ü+\n\n\[line 1 is longer/);
  });

  it.each([
    ["image/png", Buffer.from("\x89PNG\r\n\x1a\n....", "latin1")],
    ["image/jpeg", Buffer.from("\xff\xd8\xff\xe0....", "latin1")],
    ["image/gif", Buffer.from("GIF89a....", "latin1")],
    ["image/webp", Buffer.from("RIFF\n\x00\x00\x00WEBPVP8 ", "latin1")],
  ])("shows %s by its content, whatever its name", async (mimeType, bytes) => {
    put("picture.txt", bytes);
    expect(await run("read", { path: "picture.txt" })).toEqual({
      content: [{ type: "image", mimeType, data: bytes.toString("base64") }],
      isError: false,
    });
  });

  it("says what is wrong", async () => {
    mkdirSync(join(cwd, "dir"));
    put("binary", Buffer.from([1, 2, 0, 3]));
    put("empty", "");
    expect(await text("read", { path: "empty" })).toBe("(the file is empty)");
    await expect(run("read", { path: "none" })).rejects.toThrow("none: no such file or directory");
    await expect(run("read", { path: "dir" })).rejects.toThrow("dir: is a directory; list it with bash");
    await expect(run("read", { path: "binary" })).rejects.toThrow("binary: is a binary file");
    await expect(run("read", { path: "/dev/zero" })).rejects.toThrow("/dev/zero: is not a regular file");
    await expect(run("read", {})).rejects.toThrow('read: "path" is missing; give a string');
    await expect(run("read", { path: "" })).rejects.toThrow('read: "path" is empty; give a path');
    await expect(run("read", { path: "empty", limit: -1 })).rejects.toThrow(
      '"limit" is -1; give a whole number',
    );
  });
});

describe("write", () => {
  it("creates missing directories and replaces what was there", async () => {
    expect(await text("write", { path: "a/b/c.txt", content: "größer" })).toBe("Wrote 8 bytes to a/b/c.txt.");
    await run("write", { path: "a/b/c.txt", content: "" });
    expect(get("a/b/c.txt")).toBe("");
  });

  it("says what is wrong", async () => {
    put("file", "");
    mkdirSync(join(cwd, "dir"));
    await expect(run("write", { path: "dir", content: "" })).rejects.toThrow(
      "dir: is a directory, not a file",
    );
    for (const path of ["file/x", "file/x/y"]) {
      await expect(run("write", { path, content: "" })).rejects.toThrow(
        `${path}: ${join(cwd, "file")} is a file, not a folder`,
      );
    }
    await expect(run("write", { path: "x" })).rejects.toThrow('write: "content" is missing; give a string');
  });

  it.skipIf(process.getuid?.() === 0)("says that permission is missing", async () => {
    put("locked", "");
    chmodSync(join(cwd, "locked"), 0o400);
    await expect(run("write", { path: "locked", content: "" })).rejects.toThrow("locked: permission denied");
  });
});

describe("edit", () => {
  const edits = (...pairs: [string, string][]) => pairs.map(([oldText, newText]) => ({ oldText, newText }));

  it("replaces exactly and reports a diff", async () => {
    put("a.txt", "1\n2\n3\n4\n5\n6\n7\n8\n");
    expect(await text("edit", { path: "a.txt", edits: edits(["5\n", "five\nfive and a half\n"]) })).toBe(
      "Edited a.txt:\n@@ -2,7 +2,8 @@\n 2\n 3\n 4\n-5\n+five\n+five and a half\n 6\n 7\n 8",
    );
    expect(get("a.txt")).toBe("1\n2\n3\n4\nfive\nfive and a half\n6\n7\n8\n");
  });

  it("makes several edits at once, each found in the file as it was", async () => {
    put("a.txt", Array.from({ length: 30 }, (_, index) => `l${index + 1}.\n`).join(""));
    const diff = await text("edit", {
      path: "a.txt",
      edits: edits(["l25.", "L25."], ["l2.", "l25."], ["l4.\n", ""]),
    });
    expect(diff).toBe(
      "Edited a.txt:\n@@ -1,7 +1,6 @@\n l1.\n-l2.\n+l25.\n l3.\n-l4.\n l5.\n l6.\n l7.\n" +
        "@@ -22,7 +21,7 @@\n l22.\n l23.\n l24.\n-l25.\n+L25.\n l26.\n l27.\n l28.",
    );
  });

  it("takes newText literally and leaves line ends, byte order mark and a missing last line end alone", async () => {
    put("a.txt", "\uFEFFone\r\ntwo\r\nthree");
    await run("edit", { path: "a.txt", edits: edits(["one\ntwo", "$& $1\nzwei"]) });
    expect(get("a.txt")).toBe("\uFEFF$& $1\r\nzwei\r\nthree");
  });

  it.each<[string, [string, string][], string]>([
    ["is not in the file", [["nope", "x"]], "edit 1: oldText was not found; read the file"],
    ["occurs twice", [["a", "x"]], "edit 1: oldText occurs 2 times; add lines around it"],
    ["overlaps with itself", [["zz", "x"]], "edit 1: oldText occurs 2 times"],
    ["is empty", [["", "x"]], "edit 1: oldText is empty"],
    ["changes nothing", [["b", "b"]], "edit 1: oldText and newText are the same"],
    [
      "overlaps with another",
      [
        ["b c", "x"],
        ["c d", "y"],
      ],
      "edit 2: overlaps with edit 1",
    ],
  ])("refuses an edit that %s, and then changes nothing", async (_, pairs, message) => {
    const before = "a b c d a zzz\n";
    put("a.txt", before);
    await expect(run("edit", { path: "a.txt", edits: edits(["d a", "D A"], ...pairs) })).rejects.toThrow(
      message.replace(/edit (\d)/g, (_, number) => `edit ${Number(number) + 1}`),
    );
    expect(get("a.txt")).toBe(before);
  });

  it("says what else is wrong", async () => {
    put("latin1", Buffer.from([0x67, 0x72, 0xfc, 0xdf]));
    await expect(run("edit", { path: "none", edits: edits(["a", "b"]) })).rejects.toThrow(
      "none: no such file",
    );
    await expect(run("edit", { path: ".", edits: edits(["a", "b"]) })).rejects.toThrow(".: is a directory");
    await expect(run("edit", { path: "latin1", edits: edits(["g", "G"]) })).rejects.toThrow(
      "latin1: is not UTF-8 text",
    );
    await expect(run("edit", { path: "x", edits: [] })).rejects.toThrow('edit: "edits" is empty');
    await expect(run("edit", { path: "x", edits: "a" })).rejects.toThrow('edit: "edits" is "a"; give a list');
    await expect(run("edit", { path: "x", edits: [{ oldText: "a" }] })).rejects.toThrow(
      "edit 1 needs the strings",
    );
  });
});

describe("the operations behind the file tools", () => {
  it("can be replaced, so that files are elsewhere", async () => {
    const files = new Map([["/far/a.txt", "one"]]);
    const tools = createBuiltinTools({
      files: {
        facts: async (path) => ({ kind: "file", size: files.get(path)?.length ?? 0 }),
        read: async (path) => Buffer.from(files.get(path) ?? ""),
        write: async (path, content) => void files.set(path, content),
        makeDirectory: async () => undefined,
      },
    });
    const context = { cwd: "/far", signal: new AbortController().signal, onProgress: () => undefined };
    for (const tool of tools) {
      if (tool.name === "edit") await tool.run({ path: "a.txt", edits: edits() }, context);
      if (tool.name === "write") await tool.run({ path: "b.txt", content: "three" }, context);
    }
    expect([...files]).toEqual([
      ["/far/a.txt", "two"],
      ["/far/b.txt", "three"],
    ]);
  });
  const edits = () => [{ oldText: "one", newText: "two" }];
});
