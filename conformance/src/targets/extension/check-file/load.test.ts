import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { misnamed, parseCheckFile } from "./load.js";
import { checkFileSchema } from "./schema.js";

const refused = (text: string): string => {
  try {
    parseCheckFile(text, "extproto.check.yaml");
  } catch (error) {
    return (error as Error).message;
  }
  return "";
};

describe("extproto.check.yaml", () => {
  it("gives consent and arguments", () => {
    const text =
      "allow_tools: [weather]\ntools:\n  weather:\n    valid: { city: Berlin }\ntool_timeout: 20\n";
    expect(parseCheckFile(text, "x")).toEqual({
      allow_tools: ["weather"],
      tools: { weather: { valid: { city: "Berlin" } } },
      tool_timeout: 20,
    });
  });

  it("may be empty", () => {
    expect(parseCheckFile("# nothing yet\n", "x")).toEqual({});
  });

  it("names the place of a field that does not exist, and the one that was meant", () => {
    expect(refused("allow_tool: true\n")).toBe(
      'extproto.check.yaml:1:1: allow_tool is no field of this file; did you mean "allow_tools"?',
    );
    expect(refused("tools:\n  weather:\n    vaild: {}\n")).toBe(
      'extproto.check.yaml:3:5: vaild is no field of tools.weather; did you mean "valid"?',
    );
  });

  it("says in one line what a consent can be", () => {
    expect(refused("allow_tools: sure\n")).toBe(
      "extproto.check.yaml:1:1: allow_tools is true, false or a list of names",
    );
  });

  it("names the place of a value of the wrong type", () => {
    expect(refused("tool_timeout: soon\n")).toBe("extproto.check.yaml:1:1: tool_timeout must be number");
    expect(refused("a: [\n")).toMatch(/^extproto\.check\.yaml:\d+:\d+: /);
  });

  it("names what the extension does not register, and what was meant", () => {
    const offered = { tools: ["weather"], commands: [] };
    const text =
      "allow_tools: [weather, wether]\ntools:\n  weather: {}\n  weathr: {}\nallow_commands: [go]\n";
    expect(misnamed(text, "x", offered)).toEqual([
      'x:1:24: the extension registers no tool "wether"; did you mean "weather"?',
      'x:4:3: the extension registers no tool "weathr"; did you mean "weather"?',
      'x:5:18: the extension registers no command "go"; it registers none',
    ]);
    expect(misnamed("allow_tools: true\ntools: { weather: {} }\n", "x", offered)).toEqual([]);
  });

  it("has a published schema that is the one in use", () => {
    const published = readFileSync(
      new URL("../../../../extproto.check.schema.json", import.meta.url),
      "utf8",
    );
    const schema = { $schema: "https://json-schema.org/draft/2020-12/schema", ...checkFileSchema };
    expect(JSON.parse(published)).toEqual(JSON.parse(JSON.stringify(schema)));
  });
});
