import { describe, expect, it } from "vitest";
import type { Json, TargetKind } from "../case/format.js";
import { hintFor, hintForEnded } from "./hints.js";

function hint(target: TargetKind, type: string): string {
  const actor = target === "client" ? "server" : target === "host" ? "client" : "host";
  return hintFor({ target, actor, pattern: { type }, nearest: undefined, life: undefined, channel: "frame" });
}

describe("the hint for a frame that is missing", () => {
  it("tells the author of an extension to answer a call, and the author of a host to settle it", () => {
    expect(hint("extension", "tool_result")).toMatch(/^Answer every tool_call with one tool_result/);
    expect(hint("host", "tool_result")).toMatch(/^Give every tool_call event its tool_result, at once also/);
  });

  it("speaks of the hello that is meant", () => {
    expect(hint("extension", "hello")).toMatch(/name and version/);
    expect(hint("client", "hello")).toMatch(/token/);
  });

  it("says at least what is to be sent", () => {
    expect(hint("host", "turn_end")).toBe("Send turn_end at this point.");
  });
});

describe("the hint for what happens to a process", () => {
  const hint = (actor: string, channel: "exit" | "signal" | "end", pattern: Json) =>
    hintFor({ target: "host", actor, pattern, nearest: undefined, life: undefined, channel });

  it("tells the author of a host what to do to the extension", () => {
    expect(hint("first", "exit", {})).toMatch(/^End the process of the extension at this point: by SIGTERM/);
    expect(hint("first", "signal", "SIGTERM")).toBe(
      "Send SIGTERM to the process of the extension at this point.",
    );
    expect(hint("first", "end", "stdin")).toBe("Close the standard input of the extension at this point.");
  });

  it("tells it to end the host where the host itself has to end", () => {
    expect(hint("client", "exit", {})).toMatch(/^End the process when it is told to/);
  });
});

describe("the hint for a process that has ended before anything was done to it", () => {
  const life = (stderr: readonly string[]) => ({ ended: [], exit: { code: 1, signal: null, t: 5 }, stderr });

  it("speaks of its standard error, and tells the author of an extension where it was run", () => {
    expect(hintForEnded({ target: "extension", actor: "host", life: life(["no such file"]) })).toBe(
      "The process ended while it was still needed; look at its standard error. The kit runs it in a copy of its folder with an empty home: files outside the folder are not there.",
    );
    expect(hintForEnded({ target: "host", actor: "client", life: life([]) })).toBe(
      "The process ended while it was still needed, and wrote nothing to its standard error; find out why it ended.",
    );
  });

  it("is nothing for one that runs, and for an extension that the host under test has started", () => {
    expect(
      hintForEnded({ target: "extension", actor: "host", life: { ended: [], stderr: [] } }),
    ).toBeUndefined();
    expect(hintForEnded({ target: "host", actor: "first", life: life([]) })).toBeUndefined();
  });
});
