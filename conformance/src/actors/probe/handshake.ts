/** What a probe writes by itself at its start. */
import type { JsonObject, ProbeSpec } from "../../case/format.js";

/** The frames from `hello` to `ready` that the case's description of a probe stands for. */
export function handshakeFrames(name: string, spec: ProbeSpec): readonly JsonObject[] {
  const frames: JsonObject[] = [
    {
      type: "hello",
      name: spec.name ?? name,
      version: spec.version ?? "1.0.0",
      ...(spec.capabilities === undefined ? {} : { capabilities: [...spec.capabilities] }),
    },
  ];
  for (const command of spec.commands ?? []) {
    const { name: called, description } = typeof command === "string" ? { name: command } : command;
    frames.push({
      type: "register_command",
      name: called,
      ...(description === undefined ? {} : { description }),
    } as JsonObject);
  }
  for (const tool of spec.tools ?? []) {
    frames.push(
      typeof tool === "string"
        ? { type: "register_tool", name: tool, description: `The tool ${tool}.`, schema: { type: "object" } }
        : ({ type: "register_tool", ...tool } as unknown as JsonObject),
    );
  }
  if (spec.subscribe !== undefined || spec.intercept !== undefined) {
    frames.push({
      type: "subscribe",
      ...(spec.subscribe === undefined ? {} : { events: [...spec.subscribe] }),
      ...(spec.intercept === undefined ? {} : { intercept: [...spec.intercept] }),
      ...(spec.on_failure === undefined ? {} : { on_failure: spec.on_failure }),
    });
  }
  if (spec.ready !== false) frames.push({ type: "ready" });
  return frames;
}
