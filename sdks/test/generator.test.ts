/** The generator: what it resolves, what it writes, what its command says. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Field, type ProtocolModel, protocolModel } from "@extproto/schemas/model";
import { afterAll, describe, expect, it } from "vitest";
import { generate } from "../generator/src/generate.js";
import { type Language, languages } from "../generator/src/printers/index.js";
import { resolveModel } from "../generator/src/resolve.js";
import { generateSdks, sdkFolders } from "../generator/src/sdks.js";

const bin = fileURLToPath(new URL("../../conformance/bin/extproto.mjs", import.meta.url));
const temporary = mkdtempSync(join(tmpdir(), "extproto-generate-"));
afterAll(() => rmSync(temporary, { recursive: true, force: true }));
let folders = 0;
const folder = () => join(temporary, `out-${++folders}`);

function changed(change: (model: ProtocolModel) => void): ProtocolModel {
  const model = structuredClone(protocolModel());
  change(model);
  return model;
}

function fieldsOf(model: ProtocolModel, id: string): Field[] {
  const frame = model.sides.flatMap((side) => side.frames).find((candidate) => candidate.id === id);
  return frame?.shapes[0]?.fields ?? [];
}

/** The languages whose files this repository keeps. */
const kept = (Object.keys(sdkFolders) as Language[]).filter((language) =>
  existsSync(fileURLToPath(new URL(`../${sdkFolders[language]}`, import.meta.url))),
);

describe("the resolved model", () => {
  const model = resolveModel(protocolModel());
  const frame = (id: string) =>
    model.protocols
      .flatMap(({ sides }) => sides.flatMap(({ frames }) => frames))
      .find((one) => one.id === id);

  it("names frames for one namespace and for one namespace a side", () => {
    expect(frame("extproto.host.tool_call")).toMatchObject({
      localName: "ToolCall",
      typeName: "HostToolCall",
      answeredBy: "extproto.extension.tool_result",
      deadline: "tool",
    });
  });

  it("tells what is required, defaulted and optional", () => {
    const fields = frame("extproto.extension.hello")?.shapes[0]?.fields ?? [];
    expect(fields.map(({ name, presence }) => [name, presence])).toEqual([
      ["type", "required"],
      ["name", "required"],
      ["version", "defaulted"],
      ["capabilities", "optional"],
    ]);
  });

  it("has the response as an envelope from commands to data", () => {
    const data = frame("rpc.server.response")?.envelope?.data ?? [];
    expect(data.slice(0, 4)).toEqual([
      { command: "hello", type: "HelloData", required: true },
      { command: "prompt", type: "PromptData", required: true },
      { command: "abort", required: false },
      { command: "compact", type: "CompactData", required: false },
    ]);
  });

  it("lists types before those that use them, and enums once", () => {
    const before = new Set<string>();
    const used = (type: unknown): string[] =>
      JSON.stringify(type).match(/(?<="(?:name|type)":")[A-Z]\w*/g) ?? [];
    for (const type of model.types) {
      const needs = used(type.kind === "union" ? type.members : type.fields);
      const known = new Set([...before, ...model.enums.map(({ name }) => name)]);
      expect(needs.filter((name) => !known.has(name))).toEqual([]);
      before.add(type.name);
    }
    expect(model.enums.filter(({ name }) => name === "StopReason")).toHaveLength(1);
  });

  it("has only what one protocol reaches", () => {
    const types = resolveModel(protocolModel(), ["extproto"]).types.map(({ name }) => name);
    expect(types).toEqual(["Panel", "TextBlock", "ImageBlock", "ContentBlock"]);
  });

  it("refuses two types of one name", () => {
    const source = changed((copy) => {
      const panel = copy.types.find(({ name }) => name === "Panel");
      if (panel !== undefined) panel.name = "HostToolCall";
      for (const field of fieldsOf(copy, "rpc.server.ext_panel_open"))
        if (field.name === "panel") field.type = { kind: "named", name: "HostToolCall" };
    });
    source.sides = source.sides.filter(({ side }) => side !== "extension");
    expect(() => resolveModel(source)).toThrow(/would both be named HostToolCall/);
  });
});

describe.each(kept)("changing one field, in %s", (language) => {
  it("changes exactly the files that carry it, and --check fails until they are generated", async () => {
    const out = folder();
    await generate({ language, out });
    const handwritten = join(out, "notes.md");
    writeFileSync(handwritten, "mine\n");
    const before = await generate({ language, out, check: true });
    expect(before.differences).toEqual([]);
    const times = new Map(before.files.map(({ path }) => [path, statSync(join(out, path)).mtimeMs]));

    const source = changed((model) => {
      fieldsOf(model, "extproto.host.tool_cancel").push({
        id: "extproto.host.tool_cancel.because",
        name: "because",
        doc: "Why it is cancelled.",
        type: { kind: "string" },
        required: false,
      });
    });
    const check = await generate({ language, out, source, check: true });
    expect(new Set(check.differences.map(({ kind }) => kind))).toEqual(new Set(["changed"]));
    const after = await generate({ language, out, source });
    expect(after.differences).toEqual(check.differences);
    expect((await generate({ language, out, source, check: true })).differences).toEqual([]);

    const touched = new Set(after.differences.map(({ path }) => path));
    for (const { path, text } of after.files) {
      expect(text.toLowerCase().includes("because"), path).toBe(touched.has(path));
      if (!touched.has(path)) expect(statSync(join(out, path)).mtimeMs, path).toBe(times.get(path));
    }
    expect(readFileSync(handwritten, "utf8")).toBe("mine\n");
  });

  it("writes every file with the notice near its top and one line feed at its end", async () => {
    const { files } = await generate({ language, out: folder(), check: true });
    for (const { path, text } of files) {
      expect(text.slice(0, 400), path).toContain(
        "Code generated by extproto generate from protocol.json 1.0. DO NOT EDIT.",
      );
      expect(text, path).toMatch(/[^\n]\n$/);
      expect(text, path).not.toMatch(/[ \t]\n/);
    }
  });
});

it("has up-to-date files in every SDK", async () => {
  expect(kept).toEqual(expect.arrayContaining(["typescript", "java"]));
  expect(await generateSdks({ check: true })).toBe(0);
});

describe("writing", () => {
  it("removes what it made before and would not make again, and nothing else", async () => {
    const out = folder();
    await generate({ language: "typescript", out });
    writeFileSync(join(out, "mine.ts"), "export {};\n");
    const { differences } = await generate({ language: "typescript", out, protocol: "extproto" });
    const stale = differences.filter(({ kind }) => kind === "stale").map(({ path }) => path);
    expect(stale).toEqual(["client.ts", "server.ts"]);
    expect(
      ["client.ts", "server.ts", "host.ts", "mine.ts"].map((name) => existsSync(join(out, name))),
    ).toEqual([false, false, true, true]);
  });

  it("refuses to overwrite a file that was not generated, and then changes nothing", async () => {
    const out = folder();
    await generate({ language: "typescript", out, protocol: "extproto" });
    writeFileSync(join(out, "types.ts"), "// mine\n");
    await expect(generate({ language: "typescript", out })).rejects.toThrow(/types\.ts is in the way/);
    expect(existsSync(join(out, "server.ts"))).toBe(false);
  });
});

describe("extproto generate", () => {
  function extproto(...args: string[]) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [bin, "generate", ...args], {
      cwd: temporary,
      encoding: "utf8",
    });
    return { status, stdout, stderr };
  }

  it("writes, checks, finds a change and repairs it", () => {
    const args = ["--lang", "json", "--out", "model"];
    expect(extproto(...args)).toEqual({
      status: 0,
      stdout: "1 file in model: 1 written, 0 unchanged\n",
      stderr: "",
    });
    expect(extproto(...args, "--check")).toMatchObject({
      status: 0,
      stdout: "1 file in model, all up to date\n",
    });
    const path = join(temporary, "model/protocol-model.json");
    const { $comment, ...model } = JSON.parse(readFileSync(path, "utf8"));
    expect($comment).toContain("DO NOT EDIT");
    expect(model).toEqual(JSON.parse(JSON.stringify(resolveModel(protocolModel()))));
    writeFileSync(path, readFileSync(path, "utf8").replace("tool_call", "tool_cal"));
    const { status, stdout } = extproto(...args, "--check");
    expect({ status, first: stdout.split("\n")[0] }).toEqual({
      status: 1,
      first: "changed  model/protocol-model.json",
    });
    expect(extproto(...args).stdout).toBe("1 file in model: 1 written, 0 unchanged\n");
  });

  it("puts Java into the package that it is told", () => {
    const { status } = extproto("--lang", "java", "--package", "com.example.wire", "--out", "java");
    expect(status).toBe(0);
    const text = readFileSync(join(temporary, "java/com/example/wire/Panel.java"), "utf8");
    expect(text).toContain("\npackage com.example.wire;\n");
  });

  it.each([
    [["--out", "x"], "--lang is missing"],
    [["--lang", "kotlin", "--out", "x"], "docs/guides/add-a-language.md"],
    [["--lang", "go"], "--out is missing"],
    [["--lang", "json", "--out", "x", "--protocol", "dhara"], "--protocol is extproto or rpc"],
    [["--lang", "java", "--out", "x", "--package", "a-b"], "is no name of a Java package"],
    [["--lang", "java", "--out", "x", "--package", "com.new.class"], "is no name of a Java package"],
    [["--lang", "go", "--out", "x", "--package", "func"], "is no name of a Go package"],
    [["--lang", "python", "--out", "x", "--package", "a"], "--package has no use for python"],
    [["--lang", "rust", "--out", "x", "--package", "a"], "--package has no use for rust"],
    [["--lang", "typescript", "--out", "x", "--package", "a"], "--package has no use for typescript"],
    [["--lang", "go", "--out", "x", "--lang", "json"], "--lang is given twice, go and json"],
    // Where Node's own way to make folders never ends.
    [["--lang", "json", "--out", "/proc/x"], "cannot write to /proc/x"],
  ])("says what is wrong with %j", (args, words) => {
    const { status, stderr } = extproto(...args);
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining(words) });
    expect(stderr).not.toContain("please report");
  });

  it("says that the folder is a file", () => {
    writeFileSync(join(temporary, "taken"), "");
    const { status, stderr } = extproto("--lang", "json", "--out", "taken");
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining("not a folder") });
  });

  it("helps with every language and with examples", () => {
    const { status, stdout } = extproto("--help");
    expect(status).toBe(0);
    for (const language of languages) expect(stdout).toMatch(new RegExp(`^  ${language} `, "m"));
    expect(stdout).toContain("extproto generate --lang go --out");
  });
});
