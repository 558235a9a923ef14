/** Type-level tests: `npm test` compiles this file, and a wrong type fails there. */
import { expectTypeOf, it } from "vitest";
import type {
  ContentBlock,
  ExtensionFrame,
  ExtensionManifest,
  HostFrame,
  JsonObject,
  ServerFrame,
  UnknownValue,
} from "../src/index.js";
import { decodeExtensionFrame, decodeHostFrame, decodeServerFrame } from "../src/index.js";

it("narrowing on `type` selects one frame", () => {
  const read = (frame: ExtensionFrame) => {
    if (frame.type === "tool_result") {
      expectTypeOf(frame.id).toEqualTypeOf<string>();
      expectTypeOf(frame.content).toEqualTypeOf<ContentBlock[]>();
      expectTypeOf(frame.is_error).toEqualTypeOf<boolean | undefined>();
    }
    if (frame.type === "hello") {
      expectTypeOf(frame.name).toEqualTypeOf<string>();
      // @ts-expect-error: hello has no id
      frame.id;
    }
    // @ts-expect-error: no extension sends hello_ack
    if (frame.type === "hello_ack") return;
  };
  read({ type: "ready" });
});

it("narrowing on the tag selects one variant", () => {
  const read = (frame: HostFrame) => {
    if (frame.type !== "event") return;
    switch (frame.event) {
      case "turn_start":
        expectTypeOf(frame.step).toEqualTypeOf<number>();
        break;
      case "tool_call":
        expectTypeOf(frame.tool_args).toEqualTypeOf<JsonObject>();
        break;
      case "session_start":
        // @ts-expect-error: session_start has no step
        frame.step;
        break;
    }
  };
  read({ type: "event", event: "session_start" });
});

it("narrowing on `action` selects the payload of a command response", () => {
  const read = (frame: ExtensionFrame) => {
    if (frame.type !== "command_response") return;
    if (frame.action === "open_panel")
      expectTypeOf(frame.open_panel.lines).toEqualTypeOf<string[] | undefined>();
    if (frame.action === "prompt") expectTypeOf(frame.prompt).toEqualTypeOf<string>();
    // @ts-expect-error: the payload is there only after the action is known
    frame.prompt;
  };
  read({ type: "ready" });
});

it("a content block is text, an image or something unknown", () => {
  const read = (block: ContentBlock) => {
    switch (block.type) {
      case "text":
        expectTypeOf(block.text).toEqualTypeOf<string>();
        return;
      case "image":
        expectTypeOf(block.data).toEqualTypeOf<string>();
        return;
      default:
        expectTypeOf(block.type).toEqualTypeOf<UnknownValue>();
    }
  };
  read({ type: "text", text: "a" });
});

it("a sender cannot misspell a known value", () => {
  const send = (_: ExtensionFrame) => {};
  send({ type: "notify", level: "info", message: "m" });
  // @ts-expect-error: there is no level "warning"
  send({ type: "notify", level: "warning", message: "m" });
});

it("responses narrow on success and command", () => {
  const read = (frame: ServerFrame) => {
    if (frame.type !== "response") return;
    if (!frame.success) expectTypeOf(frame.error).toEqualTypeOf<string>();
    else if (frame.command === "get_state") expectTypeOf(frame.data.usage.cost_usd).toEqualTypeOf<number>();
    else if (frame.command === "ping") expectTypeOf(frame.data.pong).toEqualTypeOf<true>();
  };
  read({ type: "done" });
});

it("decoders give the frames of their side", () => {
  const extension = decodeExtensionFrame("{}");
  if (extension.kind === "frame") expectTypeOf(extension.frame).toEqualTypeOf<ExtensionFrame>();
  const host = decodeHostFrame("{}");
  if (host.kind === "frame") expectTypeOf(host.frame).toEqualTypeOf<HostFrame>();
  const server = decodeServerFrame("{}");
  if (server.kind === "unknown") expectTypeOf(server.raw).toEqualTypeOf<string>();
  expectTypeOf<ExtensionManifest["env"]>().toEqualTypeOf<string[] | undefined>();
});
