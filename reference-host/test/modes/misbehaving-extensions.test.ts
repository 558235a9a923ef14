import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { RpcHost } from "./started-host.js";

const fixtures = join(import.meta.dirname, "..", "fixtures", "extensions");

describe("every misbehaving extension at once", () => {
  it("leaves the host, the well-behaved one and the conversation intact, and the user told", async () => {
    const folders = readdirSync(fixtures, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const deadlines = { hello: 2000, intercept: 300, tool: 1000, shutdown: 300, kill: 300 };
    const host = new RpcHost({
      args: [
        ...folders.flatMap(({ name }) => ["--ext", join(fixtures, name)]),
        ...Object.entries(deadlines).flatMap(([name, ms]) => [`--deadline-${name}`, String(ms)]),
      ],
    });
    host.send({ type: "prompt", id: "p", message: 'say first\ncall bash {"command":"echo ran"}' });
    expect(await host.next({ type: "tool_result" })).toMatchObject({
      is_error: false,
      content: [{ type: "text", text: "ran" }],
    });
    expect(await host.next({ type: "turn_end", stop: "end_turn" })).toBeDefined();
    await host.next({ type: "done" });
    expect(await host.ask({ type: "invoke_command", id: "c", name: "echo", args: "hi" })).toMatchObject({
      success: true,
    });
    const { data } = (await host.ask({ type: "list_extensions", id: "l" })) as {
      data: { extensions: { name: string; state: string; error?: string }[] };
    };
    expect(data.extensions.map(({ name }) => name)).toEqual(folders.map(({ name }) => name).sort());
    for (const { name, state, error } of data.extensions) {
      if (state === "failed") expect(error, name).toMatch(/./);
    }
    expect(data.extensions.filter(({ state }) => state === "failed").map(({ name }) => name)).toEqual(
      expect.arrayContaining(["dies-in-handshake", "never-hello", "wrong-first-frame"]),
    );
    for (const name of ["dies-in-handshake", "never-hello", "wrong-first-frame"])
      expect(host.stderr).toContain(name);
    expect(await host.finish()).toEqual({ code: 0, signal: null });
  });
});
