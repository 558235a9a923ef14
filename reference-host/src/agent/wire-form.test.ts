import { decodeServerFrame } from "@extproto/schemas";
import { describe, expect, it } from "vitest";
import { toWireMessage, toWireModel } from "./wire-form.js";

describe("the wire form of a message", () => {
  it("counts the bytes of images, has null for garbled arguments and leaves reasoning out", () => {
    const message = toWireMessage({
      role: "assistant",
      time: "2026-05-06T20:46:29Z",
      content: [
        { type: "reasoning", provider: "x", payload: {} },
        { type: "text", text: "hi" },
        { type: "tool_call", id: "c1", name: "read", args: undefined, raw: "{" },
        {
          type: "tool_result",
          callId: "c1",
          isError: true,
          content: [
            { type: "text", text: "no" },
            { type: "image", mimeType: "image/png", data: Buffer.from("abcd").toString("base64") },
          ],
        },
      ],
    });
    expect(message).toEqual({
      role: "assistant",
      time: "2026-05-06T20:46:29Z",
      content: [
        { type: "text", text: "hi" },
        { type: "tool_call", id: "c1", name: "read", args: null },
        {
          type: "tool_result",
          call_id: "c1",
          is_error: true,
          content: [
            { type: "text", text: "no" },
            { type: "image", mime_type: "image/png", bytes: 4 },
          ],
        },
      ],
    });
    const frame = { type: "assistant_message", content: message.content, time: message.time };
    expect(decodeServerFrame(JSON.stringify(frame))).toEqual({ kind: "frame", frame });
  });

  it.each([0, 1, 2, 3, 4, 5, 1000])("counts an image of %i bytes", (size) => {
    const data = Buffer.alloc(size).toString("base64");
    const { content } = toWireMessage({
      role: "user",
      time: "",
      content: [{ type: "image", mimeType: "image/png", data }],
    });
    expect(content).toEqual([{ type: "image", mime_type: "image/png", bytes: size }]);
  });
});

describe("the wire form of a model", () => {
  it("has the five fields of get_models", () => {
    const price = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
    const entry = {
      provider: "p",
      id: "m",
      name: "M",
      contextWindow: 1,
      maxOutput: 2,
      reasoning: true,
      price,
    };
    expect(toWireModel(entry)).toEqual({
      id: "m",
      provider: "p",
      context_window: 1,
      max_output: 2,
      reasoning: true,
    });
  });
});
