import { describe, expect, it } from "vitest";
import { checkDocument, createChecker, type DocumentName, type Protocol } from "../src/index.js";
import { loadVectors, promise, type Vector } from "./vectors.js";

/** Runs a vector through the compiled validators and tells what they made of it. */
function judge(frame: string, vector: Vector, mode: "emit" | "accept"): { pass: boolean; paths: string[] } {
  const [protocol, from] = frame.split(".") as [string, string];
  if (protocol === "manifest" || protocol === "pith") {
    const checked = checkDocument(frame as DocumentName, vector.value, { mode });
    return checked.ok
      ? { pass: true, paths: [] }
      : { pass: false, paths: checked.problems.map((p) => p.path) };
  }
  const decoded = createChecker({ protocol: protocol as Protocol, from, mode })(JSON.stringify(vector.value));
  switch (decoded.kind) {
    case "frame":
      return { pass: true, paths: [] };
    case "unknown":
      return { pass: mode === "accept", paths: [vector.path ?? ""] };
    case "invalid":
      return { pass: false, paths: decoded.error.problems.map((p) => p.path) };
  }
}

describe.each(loadVectors())("the vectors of $frame", ({ frame, vectors }) => {
  it.each(["emit", "accept"] as const)("get their verdicts and paths in %s mode", (mode) => {
    const wrong = vectors
      .map((vector) => {
        const promised = promise(vector, mode);
        const { pass, paths } = judge(frame, vector, mode);
        const right =
          pass === promised.pass && (promised.path === undefined || paths.includes(promised.path));
        return right ? undefined : { vector: vector.name, promised, actual: { pass, paths } };
      })
      .filter((entry) => entry !== undefined);
    expect(wrong).toEqual([]);
  });

  it("come out of the decoder as they went in when they are valid", () => {
    const [protocol, from] = frame.split(".") as [string, string];
    if (protocol === "manifest" || protocol === "pith") return;
    const decode = createChecker({ protocol: protocol as Protocol, from, mode: "accept" });
    for (const vector of vectors.filter((candidate) => candidate.verdict === "valid")) {
      expect(decode(JSON.stringify(vector.value))).toEqual({ kind: "frame", frame: vector.value });
    }
  });
});
