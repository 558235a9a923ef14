import { deadlines } from "@extproto/schemas";
import { describe, expect, it } from "vitest";
import { type HostOptions, parseCommandLine } from "./options.js";

function options(...argv: string[]): HostOptions {
  const parsed = parseCommandLine(argv);
  if (parsed.kind !== "options") throw new Error(`expected options, got ${JSON.stringify(parsed)}`);
  return parsed.options;
}

function complaint(...argv: string[]): string {
  const parsed = parseCommandLine(argv);
  if (parsed.kind !== "wrong") throw new Error(`expected a complaint, got ${JSON.stringify(parsed)}`);
  return parsed.message;
}

describe("the command line", () => {
  it("opens a chat with nothing said", () => {
    expect(options()).toEqual({
      mode: "plain",
      prompt: undefined,
      provider: undefined,
      model: undefined,
      apiKey: undefined,
      baseUrl: undefined,
      script: undefined,
      reasoning: undefined,
      systemPrompt: undefined,
      appendSystemPrompt: [],
      session: { kind: "default" },
      cwd: undefined,
      tools: undefined,
      maxSteps: undefined,
      explicit: [],
      discover: true,
      skills: "builtin",
      yolo: true,
      trace: undefined,
      deadlines: {},
      modelIdleMs: undefined,
    } satisfies HostOptions);
  });

  it("takes every flag at once", () => {
    expect(
      options(
        ...[
          "--json",
          "--provider",
          "openai",
          "--model",
          "gpt-5",
          "--api-key",
          "k",
          "--base-url",
          "http://localhost:1",
        ],
        ...[
          "--script",
          "s.yaml",
          "--reasoning",
          "high",
          "--system-prompt",
          "S",
          "--append-system-prompt",
          "A",
        ],
        ...["--append-system-prompt", "B", "--session", "x.jsonl", "--cwd", "/tmp", "--tools", "read, bash"],
        ...["--max-steps", "3", "-e", "./a", "--ext", "./b", "--no-ext", "--with-skills", "--no-yolo"],
        ...["--trace", "t.ndjson", "--deadline-intercept", "400", "--deadline-ready-grace", "500"],
        ...["--deadline-model-idle", "600"],
        ...["--experimental-oauth", "two", "words"],
      ),
    ).toEqual({
      mode: "json",
      prompt: "two words",
      provider: "openai",
      model: "gpt-5",
      apiKey: "k",
      baseUrl: "http://localhost:1",
      script: "s.yaml",
      reasoning: "high",
      systemPrompt: "S",
      appendSystemPrompt: ["A", "B"],
      session: { kind: "file", path: "x.jsonl" },
      cwd: "/tmp",
      tools: ["read", "bash"],
      maxSteps: 3,
      explicit: ["./a", "./b"],
      discover: false,
      skills: "all",
      yolo: false,
      trace: "t.ndjson",
      deadlines: { intercept: 400, readyGrace: 500 },
      modelIdleMs: 600,
    } satisfies HostOptions);
  });

  it.each([
    [["-p"], "print"],
    [["--print"], "print"],
    [["--json"], "json"],
    [["--json", "-p"], "json"],
    [["rpc"], "rpc"],
    [["--rpc"], "rpc"],
    [["--plain"], "plain"],
    [["--list-models"], "list-models"],
  ])("%j chooses the mode %s", (argv, mode) => {
    expect(options(...argv).mode).toBe(mode);
  });

  it.each([
    [["--no-extensions"], { discover: false }],
    [["--no-skills"], { skills: "none" }],
    [["--no-skill"], { skills: "none" }],
    [["--with-skill"], { skills: "all" }],
    [["--no-tools"], { tools: [] }],
    [["-c"], { session: { kind: "latest" } }],
    [["-r"], { session: { kind: "pick" } }],
    [["--no-session"], { session: { kind: "none" } }],
    [["--reasoning", ""], { reasoning: undefined }],
    [["-p", "--", "--not-a-flag"], { prompt: "--not-a-flag" }],
  ])("%j is understood", (argv, expected) => {
    expect(options(...argv)).toMatchObject(expected);
  });

  it("has an option for each deadline of the protocol, Dhara's aside", () => {
    const names = Object.keys(deadlines).filter((name) => name !== "dhara_tool");
    const argv = names.flatMap((name) => [`--deadline-${name.replaceAll("_", "-")}`, "350"]);
    expect(Object.values(options(...argv).deadlines)).toEqual(names.map(() => 350));
  });

  it.each([
    [["--modle", "x"], "--model"],
    [["-x"], "-x"],
    [["--max-steps", "0"], "above 0"],
    [["--deadline-tool", "soon"], "whole number"],
    [["--deadline-tool", "99999999999"], "at most nine digits"],
    [["--reasoning", "extreme"], "It is one of low, medium, high."],
    [["-p", "--json", "--plain"], "one mode"],
    [["rpc", "hello"], "no prompt"],
    [["-c", "--no-session"], "exclude each other"],
    [["-p", "-r"], "--continue"],
    [["--tools", "read", "--no-tools"], "exclude each other"],
    [["--model"], "argument missing"],
  ])("%j is refused with a hint", (argv, hint) => {
    expect(complaint(...argv)).toContain(hint);
  });

  it("shows every provider in its help", () => {
    const parsed = parseCommandLine(["--help"]);
    expect(parsed.kind === "help" && parsed.text).toContain("anthropic, openai, kimi, ollama, scripted;");
  });

  it("shows help with examples", () => {
    const parsed = parseCommandLine(["--help"]);
    expect(parsed).toMatchObject({ kind: "help" });
    expect(parsed.kind === "help" && parsed.text).toMatch(
      /--deadline-intercept <ms>[\s\S]*Examples:[\s\S]*ext install/,
    );
  });

  it("recognises --version among other flags", () => {
    expect(parseCommandLine(["--version", "--json"])).toEqual({ kind: "version" });
  });
});
