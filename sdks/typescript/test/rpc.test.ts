import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import {
  CommandFailed,
  HostGone,
  type RpcClientOptions,
  type RpcEvent,
  startHost,
} from "../src/rpc/index.js";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const home = mkdtempSync(join(tmpdir(), "xp-sdk-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const start = (args: readonly string[] = [], options: RpcClientOptions = {}) =>
  startHost({
    command: [
      process.execPath,
      at("../../../reference-host/bin/extproto-host.mjs"),
      "rpc",
      "--provider",
      "scripted",
      ...args,
    ],
    cwd: home,
    env: { ZOT_HOME: home },
    onStderr: () => {},
    ...options,
  });

const typesOf = async (events: AsyncIterable<RpcEvent>) => {
  const seen: string[] = [];
  for await (const event of events) seen.push(event.type);
  return seen;
};

describe("a client of the reference host", () => {
  it("greets, asks, follows the events and looks at what came of it", async () => {
    const host = await start();
    expect(host.info).toMatchObject({ protocol_version: 1, provider: "scripted" });
    const seen = await typesOf(host.prompt("say hello"));
    expect(seen).toContain("text_delta");
    expect(seen.at(-1)).toBe("done");
    expect((await host.ask("say hello")).length).toBeGreaterThan(0);
    expect((await host.getMessages()).length).toBeGreaterThanOrEqual(4);
    expect(await host.getState()).toMatchObject({ busy: false, provider: "scripted" });
    expect((await host.getModels()).length).toBeGreaterThan(0);
    await host.ping();
    await host.clear();
    expect(await host.getMessages()).toEqual([]);
    expect(await host.close()).toBe(0);
  });

  it("has prompts that were sent together answered one after the other, each with its own events", async () => {
    const host = await start();
    const [first, second] = await Promise.all([
      typesOf(host.prompt("say one")),
      typesOf(host.prompt("say two")),
    ]);
    for (const seen of [first, second]) {
      expect(seen.filter((type) => type === "done")).toHaveLength(1);
      expect(seen[0]).not.toBe("done");
    }
    await host.close();
  });

  it("uses commands, panels and extensions of the host", async () => {
    const events: RpcEvent[] = [];
    const sink = at("../examples/kitchen-sink");
    const host = await start(["--ext", sink], { onEvent: (event) => events.push(event) });
    expect((await host.listExtensions()).map(({ name }) => name)).toEqual(["kitchen-sink"]);
    expect((await host.listCommands()).map(({ name }) => name)).toContain("show");
    await host.invokeCommand("open");
    await expect.poll(() => events.map(({ type }) => type)).toContain("ext_panel_open");
    await host.panelKey("sink", "down");
    await expect.poll(() => events.map(({ type }) => type)).toContain("ext_panel_render");
    await host.closePanel("sink");
    await expect(host.invokeCommand("wrong")).rejects.toThrow("as promised");
    expect(await host.reloadExtensions()).toMatchObject({ loaded: 1 });
    await host.close();
  });

  it("learns of refusals, of a program that is not there, and of an end in the middle", async () => {
    const host = await start();
    await expect(host.setModel("no such model")).rejects.toBeInstanceOf(CommandFailed);
    const asked = host.ask("say something");
    await host.kill();
    await expect(asked).rejects.toBeInstanceOf(HostGone);
    await expect(host.ping()).rejects.toBeInstanceOf(HostGone);
    await expect(startHost({ command: ["/no/such/program"] })).rejects.toThrow("cannot be started");
  });
});
