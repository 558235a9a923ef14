import { describe, expect, it } from "vitest";
import type { Block, TranscriptMessage } from "./contract.js";
import { repaired } from "./repair.js";

const time = "2026-05-06T20:46:29Z";
const said = (role: TranscriptMessage["role"], ...content: Block[]): TranscriptMessage => ({
  role,
  content,
  time,
});
const text = (words: string): Block => ({ type: "text", text: words });
const call = (id: string): Block => ({ type: "tool_call", id, name: "x", args: {}, raw: "{}" });
const result = (callId: string): Block => ({ type: "tool_result", callId, isError: false, content: [] });
const stub = (callId: string) => ({
  type: "tool_result",
  callId,
  isError: true,
  content: [expect.anything()],
});

describe("a repaired transcript", () => {
  it("is the same where nothing is wrong", () => {
    const fine = [
      said("user", text("a")),
      said("assistant", call("1"), call("2")),
      said("tool", result("1"), result("2")),
    ];
    expect(repaired(fine)).toEqual(fine);
  });

  it("answers calls at the end and in the middle", () => {
    expect(
      repaired([
        said("assistant", call("1")),
        said("user", text("b")),
        said("assistant", call("2"), call("3")),
        said("tool", result("3")),
      ]),
    ).toEqual([
      said("assistant", call("1")),
      { role: "tool", content: [stub("1")], time },
      said("user", text("b")),
      said("assistant", call("2"), call("3")),
      { role: "tool", content: [stub("2"), result("3")], time },
    ]);
  });

  it("has no result without its call", () => {
    expect(repaired([said("tool", result("1")), said("user", text("a")), said("tool", result("2"))])).toEqual(
      [said("user", text("a"))],
    );
  });

  it("needs no second repair", () => {
    const once = repaired([said("assistant", call("1"), call("2")), said("tool", result("9"))]);
    expect(repaired(once)).toEqual(once);
  });

  it("gives each call of a message an id of its own, and each result to its call", () => {
    const marked = (callId: string, words: string): Block => ({
      type: "tool_result",
      callId,
      isError: false,
      content: [{ type: "text", text: words }],
    });
    expect(
      repaired([
        said("assistant", call("a"), call("a"), call("a_2"), call("a")),
        said("tool", marked("a", "one"), marked("a", "two"), marked("a_2", "three")),
      ]),
    ).toEqual([
      said("assistant", call("a"), call("a_3"), call("a_2"), call("a_4")),
      said("tool", marked("a", "one"), marked("a_3", "two"), marked("a_2", "three"), stub("a_4") as Block),
    ]);
  });
});
