import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { JsonObject } from "../../case/json.js";
import { Prologue } from "./prologue.js";
import type { Expected } from "./registrations.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A prologue with what it sent, and whether it is over. */
function begin(expected?: Expected) {
  const sent: JsonObject[] = [];
  const prologue = new Prologue({
    directory: "/x",
    cwd: "/project",
    helloBound: 10_000,
    send: async (frame) => void sent.push(frame),
    ...(expected ? { expected } : {}),
  });
  let end: unknown;
  void prologue.done.then((greeting) => {
    end = greeting;
  });
  const says = async (frame: JsonObject) => {
    prologue.line(JSON.stringify(frame), frame);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { prologue, sent, says, end: () => end };
}

const hello = { type: "hello", name: "x", version: "1" };
const nothing: Expected = { tools: [], commands: [], intercepts: [], ready: false };

describe("the host's part of the handshake", () => {
  it("answers hello at once and is over at ready", async () => {
    const { sent, says, end } = begin();
    await says(hello);
    expect(sent).toEqual([
      {
        type: "hello_ack",
        protocol_version: 1,
        zot_version: "0.1.0",
        provider: "scripted",
        model: "scripted",
        cwd: "/project",
        extension_dir: "/x",
        data_dir: "/x",
      },
    ]);
    expect(end()).toBeUndefined();
    await says({ type: "ready" });
    expect(end()).toEqual({ ok: true });
  });

  it("ends with session_start for an extension that subscribed to it", async () => {
    const { sent, says } = begin();
    await says(hello);
    await says({ type: "subscribe", events: ["session_start"] });
    await says({ type: "ready" });
    expect(sent.at(-1)).toEqual({ type: "event", event: "session_start" });
  });

  it("gives an unknown extension without ready the whole grace", async () => {
    const { says, end } = begin();
    await says(hello);
    await vi.advanceTimersByTimeAsync(2_900);
    expect(end()).toBeUndefined();
    await vi.advanceTimersByTimeAsync(200);
    expect(end()).toEqual({ ok: true });
  });

  it("never waits less than 250 ms after the last frame of a known extension without ready", async () => {
    const { says, end } = begin(nothing);
    await says(hello);
    await vi.advanceTimersByTimeAsync(200);
    await says({ type: "register_command", name: "a" });
    await vi.advanceTimersByTimeAsync(249);
    expect(end()).toBeUndefined();
    await vi.advanceTimersByTimeAsync(50);
    expect(end()).toEqual({ ok: true });
  });

  it("waits for a registration that is known to come late", async () => {
    const { says, end } = begin({ ...nothing, tools: ["late"], ready: true });
    await says(hello);
    await says({ type: "ready" });
    expect(end()).toBeUndefined();
    await says({ type: "register_tool", name: "late" });
    expect(end()).toEqual({ ok: true });
  });

  it("fails with words for the author when the first line is no hello", async () => {
    const { prologue, end } = begin();
    prologue.line("Starting up...", undefined);
    await vi.advanceTimersByTimeAsync(0);
    expect(end()).toEqual({
      ok: false,
      reason:
        'the first line of its standard output is "Starting up..." and no hello with a name; write logs to standard error',
    });
  });

  it("fails when no hello has come in ten seconds, and when the process has ended", async () => {
    const silent = begin();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(silent.end()).toMatchObject({
      ok: false,
      reason: expect.stringContaining("no hello has arrived 10 s"),
    });
    const dead = begin();
    dead.prologue.ended("exit code 1");
    await vi.advanceTimersByTimeAsync(0);
    expect(dead.end()).toEqual({ ok: false, reason: "the process ended before its hello: exit code 1" });
  });

  it("tells the last words of a process that has ended, without the folder of the run", async () => {
    const { prologue, end } = begin();
    prologue.stderr("Traceback (most recent call last):");
    prologue.stderr('  File "/x/main.py", line 1, in <module>');
    prologue.stderr("    import gone");
    prologue.stderr("ModuleNotFoundError: No module named 'gone'");
    prologue.ended("exit code 1");
    await vi.advanceTimersByTimeAsync(0);
    expect(end()).toEqual({
      ok: false,
      reason:
        'the process ended before its hello: exit code 1; its last words were "  File \\"main.py\\", line 1, in <module>\\n    import gone\\nModuleNotFoundError: No module named \'gone\'"',
    });
  });
});
