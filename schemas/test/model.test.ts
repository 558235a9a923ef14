import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { createChecker, findFrame, type Protocol, protocolModel } from "../src/index.js";
import { loadVectors } from "./vectors.js";

function published(name: string): object {
  return JSON.parse(readFileSync(new URL(`../json/${name}`, import.meta.url), "utf8")) as object;
}

const model = protocolModel();
const frames = model.sides.flatMap((side) => side.frames);

describe("protocol.json", () => {
  it("is the model that the package carries, and fits its own schema", () => {
    expect(published("protocol.json")).toEqual(model);
    const validate = new Ajv2020({ strict: true, allErrors: true }).compile(
      published("protocol.schema.json"),
    );
    expect({ valid: validate(model), errors: validate.errors }).toEqual({ valid: true, errors: null });
  });

  it("gives every frame and field a doc text, every shape an example, and every name once", () => {
    const silent = frames.flatMap((frame) => [
      ...(frame.doc === "" ? [frame.id] : []),
      ...frame.shapes.flatMap((shape) => [
        ...(shape.examples.length === 0 ? [`${frame.id}/${shape.name}: no example`] : []),
        ...shape.fields
          .filter((field) => field.doc === "" && !["type", "method"].includes(field.name))
          .map((field) => field.id),
      ]),
    ]);
    expect(silent).toEqual([]);
    const quiet = [...model.types, ...model.documents].flatMap((type) =>
      (type.fields ?? [])
        .filter((field) => field.doc === "" && field.name !== "type")
        .map((field) => field.id),
    );
    expect(quiet).toEqual([]);
    expect(new Set(frames.map((frame) => frame.id)).size).toBe(frames.length);
  });

  it("pairs every request with its answer on the other side", () => {
    const unpaired = model.sides.flatMap((side) =>
      side.frames.filter((frame) => {
        if (frame.kind !== "request") return false;
        const other = model.sides.find(
          (candidate) => candidate.protocol === side.protocol && candidate.side !== side.side,
        );
        const answer = other?.frames.find((candidate) => candidate.name === frame.answeredBy);
        return answer?.kind !== "answer" || (answer.answers !== undefined && answer.answers !== frame.name);
      }),
    );
    expect(unpaired.map((frame) => frame.id)).toEqual([]);
  });

  it("refers only to types, deadlines and capabilities that it declares", () => {
    const types = new Set(model.types.map((type) => type.name));
    const text = JSON.stringify(model);
    const named = [...text.matchAll(/"kind":"named","name":"(\w+)"/g)].map((match) => match[1] as string);
    expect(named.filter((name) => !types.has(name))).toEqual([]);
    const deadlines = new Set(model.deadlines.map((deadline) => deadline.name));
    expect(frames.filter((frame) => frame.deadline !== undefined && !deadlines.has(frame.deadline))).toEqual(
      [],
    );
    const capabilities = new Set(
      [...model.capabilities.extproto, ...model.capabilities.rpc].map(({ name }) => name),
    );
    expect(
      frames.filter((frame) => frame.capability !== undefined && !capabilities.has(frame.capability)),
    ).toEqual([]);
  });

  it("has the frames of both protocols", () => {
    const names = (protocol: string, side: string) =>
      model.sides.find((candidate) => candidate.protocol === protocol && candidate.side === side)?.frames
        .length;
    expect([names("extproto", "extension"), names("extproto", "host"), names("rpc", "client")]).toEqual([
      17, 10, 17,
    ]);
    expect(findFrame("rpc.server.response")?.shapes.map((shape) => shape.name)).toContain("get_state");
  });
});

describe("every example", () => {
  it.each(model.sides)(
    "that $protocol.$side prints is what its sender may write",
    ({ protocol, side, frames: own }) => {
      const check = createChecker({ protocol: protocol as Protocol, from: side, strict: true });
      for (const frame of own) {
        for (const shape of [...frame.shapes, ...(frame.failure === undefined ? [] : [frame.failure])]) {
          for (const example of shape.examples)
            expect(check.check(example)).toEqual({ kind: "frame", frame: example });
        }
      }
    },
  );
});

it("every frame has vectors of all three verdicts, and every vector file has a frame", () => {
  const files = loadVectors();
  const poor = files.filter(({ vectors }) => new Set(vectors.map((vector) => vector.verdict)).size < 3);
  expect(poor.map((file) => file.frame)).toEqual(
    // Frames without fields have nothing to get wrong but their name.
    frames
      .filter((frame) => frame.shapes[0]?.fields.length === 1)
      .map((frame) => frame.id)
      .sort(),
  );
  const known = [
    ...frames.map((frame) => frame.id),
    ...model.documents.map((document) => document.id),
  ].sort();
  expect(files.map((file) => file.frame).sort()).toEqual(known);
});

it("every frame that the source documents print is a vector with its origin", () => {
  const counts: Record<string, number> = {};
  for (const vector of loadVectors().flatMap((file) => file.vectors)) {
    if (vector.origin === undefined) continue;
    expect(vector.verdict).toBe("valid");
    counts[vector.origin] = (counts[vector.origin] ?? 0) + 1;
  }
  expect(counts).toEqual({
    "000_a768ca6b711d53e7.txt": 34,
    "001_2a6629d4095fc94c.txt": 28,
    "003_41af12aa5ae44c9b.txt": 15,
    "004_f64d039a60c7dfc7.txt": 26,
  });
});
