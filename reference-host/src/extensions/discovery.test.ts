import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { discover } from "./discovery.js";

function newPlaces() {
  const root = mkdtempSync(join(tmpdir(), "extproto-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const places = { home: join(root, "home"), cwd: join(root, "cwd") };
  const put = (scope: "project" | "global" | "explicit", folder: string, manifest: unknown) => {
    const base = {
      project: join(places.cwd, ".zot", "extensions"),
      global: join(places.home, "extensions"),
      explicit: root,
    }[scope];
    mkdirSync(join(base, folder), { recursive: true });
    const text = typeof manifest === "string" ? manifest : JSON.stringify(manifest);
    writeFileSync(join(base, folder, "extension.json"), text);
    return join(base, folder);
  };
  const find = (explicit: string[] = [], searched = true) =>
    discover({ ...places, explicit, discover: searched }).map((found) => {
      const { name, scope } = found.kind === "broken" ? found : found.candidate;
      return `${name} ${scope} ${found.kind}`;
    });
  return { root, put, find };
}

const plain = (name: string) => ({ name, exec: "x" });

test("nothing is found where nobody has put anything", () => {
  expect(newPlaces().find()).toEqual([]);
});

test("explicit come in their own order, then project, then global, each by the bytes of the directory's name", () => {
  const { put, find } = newPlaces();
  const two = put("explicit", "z", plain("two"));
  const one = put("explicit", "a", plain("one"));
  put("project", "b", plain("b"));
  put("project", "B", plain("B"));
  put("global", "ä", plain("umlaut"));
  put("global", "z", plain("z"));
  expect(find([two, one])).toEqual([
    "two explicit candidate",
    "one explicit candidate",
    "B project candidate",
    "b project candidate",
    "z global candidate",
    "umlaut global candidate",
  ]);
  expect(find([two], false)).toEqual(["two explicit candidate"]);
});

test("names are those of the manifests, and a disabled copy hides too", () => {
  const { put, find } = newPlaces();
  put("project", "one-folder", { ...plain("weather"), enabled: false });
  put("global", "other-folder", plain("weather"));
  put("global", "weather", plain("other"));
  expect(find()).toEqual(["weather project disabled", "weather global hidden", "other global candidate"]);
});

test("links to directories are followed, files are not looked at", () => {
  const { root, put, find } = newPlaces();
  const elsewhere = put("explicit", "elsewhere", plain("linked"));
  put("global", "plain", plain("plain"));
  symlinkSync(elsewhere, join(root, "home", "extensions", "link"));
  writeFileSync(join(root, "home", "extensions", "README"), "");
  expect(find()).toEqual(["linked global candidate", "plain global candidate"]);
});

test.each([
  ["no JSON", "{"],
  ["an array", []],
  ["no name", { exec: "x" }],
  ["an empty name", { name: "", exec: "x" }],
  ["no exec", { name: "a" }],
  ["an empty exec", { name: "a", exec: "" }],
  ["a name with a slash", { name: "a/b", exec: "x" }],
  ["a name with a backslash", { name: "a\\b", exec: "x" }],
  ["a name with a control character", { name: "a\u001b", exec: "x" }],
  ["the name ..", { name: "..", exec: "x" }],
  ["args of the wrong type", { name: "a", exec: "x", args: "b" }],
  ["enabled of the wrong type", { name: "a", exec: "x", enabled: "no" }],
])("a manifest with %s is broken and goes by the name of its directory", (_, manifest) => {
  const { put, find } = newPlaces();
  put("global", "folder", manifest);
  expect(find()).toEqual(["folder global broken"]);
});

test("null counts as absent, and unknown fields do not matter", () => {
  const { put, find } = newPlaces();
  put("global", "a", { name: "a", exec: "x", args: null, enabled: null, future: [1] });
  expect(find()).toEqual(["a global candidate"]);
});
