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

  /** The requirement that states each deadline and limit. */
  const statedIn: Readonly<Record<string, string>> = {
    hello: "ext.handshake.deadline",
    ready_grace: "ext.ready.grace",
    ready_idle: "ext.ready.idle-minimum",
    intercept: "ext.intercept.deadline",
    tool: "ext.tool.deadline",
    dhara_tool: "dhara.tool.failure",
    command: "ext.command.deadline",
    shutdown: "ext.shutdown.terminate",
    kill: "ext.shutdown.kill",
    extproto_line: "ext.framing.line-limit-sent",
    rpc_client_line: "rpc.framing.over-limit",
  };
  const model = protocolModel();
  const numbers = [
    ...model.deadlines.map(({ name, ms }) => ({
      name,
      text: ms % 1000 === 0 ? `(?<![0-9.,])${ms / 1000} s` : `(?<![0-9.,])${ms} ms`,
    })),
    ...model.limits.map(({ name, bytes }) => ({ name, text: bytes.toLocaleString("en-US") })),
  ];

  it.each(numbers)("states $name in its requirement and in the table of the README", ({ name, text }) => {
    const id = statedIn[name];
    const sentence = requirements.find((requirement) => requirement.id === id)?.sentence;
    expect(sentence).toMatch(new RegExp(text));
    if (name === "dhara_tool") return;
    const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
    const row = readme.split("\n").find((line) => line.startsWith("|") && line.includes(`\`${id}\``));
    expect(row).toMatch(new RegExp(text));
  });

  it("names every built-in tool and command in the README and every capability in growth.md", () => {
    const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
    const growth = readFileSync(new URL("../growth.md", import.meta.url), "utf8");
    const names = [...model.builtins.tools, ...model.builtins.commands];
    expect(names.filter((name) => !new RegExp(`\`/?${name}\``).test(readme))).toEqual([]);
    const rows = growth.split("\n").filter((line) => line.startsWith("| `"));
    const capabilities = [...model.capabilities.extproto, ...model.capabilities.rpc].map(({ name }) => name);
    expect(capabilities.filter((name) => !rows.some((row) => row.startsWith(`| \`${name}\` |`)))).toEqual([]);
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
