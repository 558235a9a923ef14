/** What the user asked for and cannot be had: the real program says so, and runs nothing in its place. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { StartedHost, temporaryFolder, writeExtension } from "./started-host.js";

const modes = [["-p", "say ran"], ["--json", "say ran"], ["rpc"], ["--plain", "say ran"]];

describe("a folder named with --ext that holds no extension", () => {
  const folder = () => {
    const path = temporaryFolder();
    mkdirSync(join(path, "empty"));
    writeFileSync(join(path, "file"), "");
    return path;
  };

  it.each(modes)("is a wrong command line: %s %s", async (...mode) => {
    const missing = join(folder(), "gaurd");
    const host = new StartedHost({ mode, args: ["--ext", missing], extensions: { fine: "" } });
    expect(await host.finish()).toEqual({ code: 2, signal: null });
    expect(host.stdout).toBe("");
    expect(host.stderr).toBe(
      `extproto-host: --ext ${missing}: there is no folder ${missing}; check the path\n`,
    );
  });

  it.each([
    ["empty", /there is no \S+empty\/extension\.json; name the folder that holds/],
    ["file", /\/file is not a folder; name the folder that holds/],
  ])("says what is there in its place: %s", async (name, message) => {
    const host = new StartedHost({ mode: ["-p", "say ran", "--ext", join(folder(), name)] });
    expect((await host.finish()).code).toBe(2);
    expect(host.stderr).toMatch(message);
  });
});

describe("a broken extension named with --ext", () => {
  it.each([
    ["{", /is not JSON/],
    ['{"name":"guard","exec":"./no-such-program"}', /could not be started: .*no-such-program/],
  ])("is told, and the others are served: %s", async (manifest, message) => {
    const parent = temporaryFolder();
    const dir = writeExtension(parent, "guard", "");
    writeFileSync(join(dir, "extension.json"), manifest);
    const fine = `send({ type: "register_tool", name: "city", description: "d", schema: { type: "object" } });
      send({ type: "ready" });
      function receive(frame) {
        if (frame.type === "tool_call") send({ type: "tool_result", id: frame.id, content: [{ type: "text", text: "Oslo" }] });
      }`;
    const host = new StartedHost({
      mode: ["-p", "call city {}", "--ext", dir],
      extensions: { fine },
    });
    expect((await host.finish()).code).toBe(0);
    expect(host.stdout).toBe("city returned: Oslo\n");
    expect(host.stderr).toContain("guard");
    expect(host.stderr).toMatch(message);
  });
});

describe("the user's models.json", () => {
  const start = (models: string, ...mode: string[]) => {
    const home = temporaryFolder();
    writeFileSync(join(home, "models.json"), models);
    return { home, host: new StartedHost({ mode, env: { ZOT_HOME: home } }) };
  };

  it.each([...modes, ["--list-models"]])("of a wrong shape is refused: %s", async (...mode) => {
    const { home, host } = start('{"providers":{"openai":{"models":{}}}}', ...mode);
    expect(await host.finish()).toEqual({ code: 2, signal: null });
    expect(host.stdout).toBe("");
    expect(host.stderr).toContain(
      `${join(home, "models.json")} cannot be used: providers.openai.models is not an array`,
    );
  });

  it.each([["-p", "say ran"], ["--list-models"]])(
    "with a misspelt key is used, and the user told: %s",
    async (...mode) => {
      const { home, host } = start('{"providers":{"openai":{"baseURI":"x"}}}', ...mode);
      expect((await host.finish()).code).toBe(0);
      expect(host.stderr).toContain(
        `${join(home, "models.json")}: providers.openai.baseURI is not known and has no effect; did you mean "baseUrl"?`,
      );
    },
  );
});
