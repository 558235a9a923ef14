import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { buildModel } from "../src/model/build.js";
import { brokenPromises } from "../src/model/growth.js";
import type { FrameModel, ProtocolModel } from "../src/model/types.js";

const folder = new URL("../snapshots/", import.meta.url);

function snapshot(version: string): ProtocolModel {
  return JSON.parse(readFileSync(new URL(`${version}/protocol.json`, folder), "utf8")) as ProtocolModel;
}

const versions = readdirSync(folder);

it("version 1.0 is frozen", () => {
  expect(versions).toContain("1.0");
});

it.each(versions)("the protocol has only grown since version %s", (version) => {
  expect(brokenPromises(snapshot(version), buildModel())).toEqual([]);
});

describe("a change that is not growth", () => {
  const older = buildModel();

  function changed(change: (model: ProtocolModel, hello: FrameModel) => void): string[] {
    const model = structuredClone(older);
    change(model, model.sides[0]?.frames[0] as FrameModel);
    return brokenPromises(older, model);
  }

  const field = (frame: FrameModel, name: string) => {
    const found = frame.shapes[0]?.fields.find((candidate) => candidate.name === name);
    if (found === undefined) throw new Error(`no field ${name}`);
    return found;
  };

  it.each<[string, (model: ProtocolModel, hello: FrameModel) => void, string]>([
    ["a frame that is gone", (model) => model.sides[0]?.frames.shift(), "extproto.extension.hello is gone"],
    [
      "a field that is gone",
      (_, hello) => hello.shapes[0]?.fields.pop(),
      "extproto.extension.hello: field capabilities is gone",
    ],
    [
      "an optional field that is now required",
      (_, hello) => {
        field(hello, "capabilities").required = true;
      },
      "extproto.extension.hello: field capabilities is now required",
    ],
    [
      "a new field that is required",
      (_, hello) => hello.shapes[0]?.fields.push({ ...field(hello, "name"), name: "extra" }),
      "extproto.extension.hello: new field extra is required",
    ],
    [
      "a field of another type",
      (_, hello) => {
        field(hello, "version").type = { kind: "integer" };
      },
      "extproto.extension.hello: field version: type has changed",
    ],
    [
      "a constraint that is loosened",
      (_, hello) => {
        field(hello, "name").type = { kind: "string" };
      },
      "extproto.extension.hello: field name: type has changed",
    ],
    [
      "another deadline",
      (model) => {
        const tool = model.deadlines.find((deadline) => deadline.name === "tool");
        if (tool !== undefined) tool.ms = 1;
      },
      "deadline tool has changed from 60000 to 1",
    ],
    [
      "a known value that is gone",
      (model) => {
        const notify = model.sides[0]?.frames.find((frame) => frame.name === "notify") as FrameModel;
        field(notify, "level").type = { kind: "enum", values: ["info"] };
      },
      "extproto.extension.notify: field level: known value success is gone",
    ],
    [
      "a union member that is gone",
      (model) => model.types.find((type) => type.name === "ContentBlock")?.union?.members.pop(),
      "type ContentBlock: member image is gone",
    ],
    [
      "a new frame that every peer is expected to know",
      (model, hello) => model.sides[0]?.frames.push({ ...hello, id: "extproto.extension.new", name: "new" }),
      "extproto.extension.new is new and needs a capability: a peer of the older version does not know it",
    ],
    [
      "a frame that no longer needs its capability",
      (model) => {
        const progress = model.sides[0]?.frames.find((frame) => frame.name === "tool_progress") as FrameModel;
        delete progress.capability;
      },
      "extproto.extension.tool_progress: capability has changed from tool_progress to none",
    ],
    [
      "a value that receivers took and take no more",
      (model) => {
        const answer = model.sides[0]?.frames.find((frame) => frame.name === "event_intercept_response");
        delete field(answer as FrameModel, "modified_args").anyAccepted;
      },
      "extproto.extension.event_intercept_response: receivers no longer take any value of modified_args",
    ],
    [
      "a capability that is gone",
      (model) => model.capabilities.rpc.pop(),
      "capability tool_attribution is gone",
    ],
    [
      "an exchange that is no longer one",
      (_, hello) => {
        hello.kind = "one-way";
      },
      "extproto.extension.hello: kind has changed",
    ],
  ])("is found: %s", (_, change, fault) => {
    expect(changed(change)).toContain(fault);
  });

  it("is not a new frame, a new optional field, a new value or a new capability", () => {
    expect(
      changed((model, hello) => {
        model.sides[0]?.frames.push({
          ...hello,
          id: "extproto.extension.new",
          name: "new",
          capability: "more",
        });
        hello.shapes[0]?.fields.push({ ...field(hello, "name"), name: "extra", required: false });
        model.capabilities.rpc.push({ name: "more", doc: "", addition: true });
        const notify = model.sides[0]?.frames.find((frame) => frame.name === "notify") as FrameModel;
        const level = field(notify, "level");
        if (level.type.kind === "enum") level.type.values.push("debug");
      }),
    ).toEqual([]);
  });
});
