import { expect, it } from "vitest";
import type { ActorContext, Observed } from "../../run/contract.js";
import type { Discovery } from "./discover.js";
import { createLateWatch } from "./late.js";

const known = {
  greeting: { ok: true },
  tools: [{ name: "here" }],
  commands: [],
} as unknown as Discovery;

function overlooked(...frames: readonly { readonly type: string; readonly name: string }[]) {
  const seen: Observed[] = [];
  const watch = createLateWatch(known);
  const context = watch.watched({
    emit: (event: Observed) => void seen.push(event),
  } as unknown as ActorContext);
  for (const frame of frames) context.emit({ kind: "received", line: "", bytes: 0, frame });
  expect(seen).toHaveLength(frames.length);
  return watch.overlooked().map(({ kind, name }) => `${kind} ${name}`);
}

it("tools and commands that were not there before are late, each once", () => {
  const late = { type: "register_tool", name: "there" };
  expect(overlooked({ type: "register_tool", name: "here" }, late, late)).toEqual(["tool there"]);
  expect(overlooked({ type: "register_command", name: "here" })).toEqual(["command here"]);
});

it("frames of any other type are passed on, whatever they are called", () => {
  expect(overlooked({ type: "constructor", name: "x" }, { type: "toString", name: "x" })).toEqual([]);
});
