import { describe, expect, it } from "vitest";
import { readCheckOptions, type WrittenCheckOptions } from "./options.js";

describe("the options of a check", () => {
  it("have defaults", () => {
    expect(readCheckOptions(["./mine"], {})).toMatchObject({
      checked: { kind: "extension", dir: "./mine" },
      repeat: 1,
      transforms: [],
      allowTools: false,
      files: { json: false },
    });
  });

  it("are turned into what they mean", () => {
    const { toolTimeout, shard, transforms, checked } = readCheckOptions(["x"], {
      toolTimeout: "0.5",
      shard: "2/3",
      transform: ["one-byte,crlf", "one-byte"],
    });
    expect({ toolTimeout, shard, checked }).toEqual({
      toolTimeout: 500,
      shard: { index: 2, count: 3 },
      checked: { kind: "extension", dir: "x" },
    });
    expect(transforms.map(({ name }) => name)).toEqual(["one-byte", "crlf"]);
  });

  it("name all transforms at once, but not the plain one", () => {
    const names = readCheckOptions(["x"], { transform: ["all"] }).transforms.map(({ name }) => name);
    expect(names.length).toBeGreaterThan(5);
    expect(names).not.toContain("plain");
  });

  it.each<[string[], WrittenCheckOptions, string]>([
    [[], {}, "name the folder of an extension"],
    [["a", "b"], {}, "one extension at a time, not 2"],
    [["a"], { host: "x.yaml" }, "not both at once"],
    [["a"], { jobs: "0" }, "--jobs takes a whole number from 1 to 64"],
    [["a"], { jobs: "2x" }, "--jobs takes a whole number"],
    [["a"], { repeat: "-1" }, "--repeat takes a whole number"],
    [["a"], { shard: "3/2" }, "--shard takes i/n"],
    [["a"], { toolTimeout: "soon" }, "--tool-timeout takes seconds"],
    [["a"], { toolTimeout: "0" }, "--tool-timeout takes seconds"],
    [["a"], { transform: ["one-bite"] }, 'did you mean "one-byte"?'],
    [["a"], { reason: "x" }, "--reason belongs to --write-baseline"],
    [["a"], { defaultDeadlines: true }, "--default-deadlines is for hosts"],
    [[], { host: "x.yaml", allowTools: true }, "are for extensions"],
  ])("%j with %j are refused", (dirs, written, message) => {
    expect(() => readCheckOptions(dirs, written)).toThrow(message);
  });
});
