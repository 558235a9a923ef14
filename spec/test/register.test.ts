import { readFileSync } from "node:fs";
import { checkDocument, createChecker, type Protocol, protocolModel } from "@extproto/schemas";
import { describe, expect, it } from "vitest";
import { readRegister, ungoverned } from "../src/register.js";

const register = readRegister();
const { requirements } = register;

describe("the register", () => {
  it("has no fault: ids are unique, key words stand in requirements only, links resolve, nothing is open", () => {
    expect(register.faults.map(({ document, line, message }) => `${document}:${line}: ${message}`)).toEqual(
      [],
    );
  });

  it("is exported as requirements.json", () => {
    const exported = JSON.parse(readFileSync(new URL("../requirements.json", import.meta.url), "utf8")) as {
      requirements: object[];
    };
    expect(exported.requirements).toEqual(requirements.map(({ line: _line, ...requirement }) => requirement));
  });

  it("governs every frame and field that is not marked informative", () => {
    expect(ungoverned(requirements)).toEqual([]);
  });

  it("has at most one unobservable requirement in ten", () => {
    const unobservable = requirements.filter((requirement) => requirement.status.kind === "unobservable");
    expect(unobservable.length).toBeLessThanOrEqual(requirements.length / 10);
  });

  it("binds every party", () => {
    const counts = Object.fromEntries(
      ["host", "extension", "rpc-server", "rpc-client"].map((party) => [
        party,
        requirements.filter((requirement) => requirement.binds.includes(party as "host")).length > 5,
      ]),
    );
    expect(counts).toEqual({ host: true, extension: true, "rpc-server": true, "rpc-client": true });
  });

  it("states every deadline and every limit in the sentence of a requirement", () => {
    const sentences = requirements.map((requirement) => requirement.sentence).join("\n");
    const model = protocolModel();
    const spoken = (ms: number) => (ms % 1000 === 0 ? `${ms / 1000} s` : `${ms} ms`);
    const missing = [
      ...model.deadlines
        .filter((deadline) => !sentences.includes(spoken(deadline.ms)))
        .map((deadline) => deadline.name),
      ...model.limits
        .filter((limit) => !sentences.includes(limit.bytes.toLocaleString("en-US")))
        .map((limit) => limit.name),
    ];
    expect(missing).toEqual([]);
  });
});

describe("the examples in the documents", () => {
  const examples = [...register.documents].flatMap(([document, parsed]) =>
    parsed.examples.filter(({ text }) => text !== "").map((example) => ({ document, ...example })),
  );
  const sides: Readonly<Record<string, [Protocol, string]>> = {
    extension: ["extproto", "extension"],
    host: ["extproto", "host"],
    client: ["rpc", "client"],
    server: ["rpc", "server"],
  };

  it("are there", () => {
    expect(examples.length).toBeGreaterThan(60);
  });

  it.each(examples)("$document:$line is what it says it is", ({ from, text }) => {
    const invalid = from.startsWith("invalid ");
    const sender = invalid ? from.slice("invalid ".length) : from;
    if (sender === "manifest") {
      expect(checkDocument("manifest.extension", JSON.parse(text), { mode: "emit" }).ok).toBe(!invalid);
      return;
    }
    const side = sides[sender];
    expect(side, `who sends it? ${from}`).toBeDefined();
    const [protocol, name] = side as [Protocol, string];
    const decoded = createChecker({ protocol, from: name })(text);
    expect({ kind: decoded.kind, invalid }).toEqual({ kind: invalid ? "invalid" : "frame", invalid });
  });
});
