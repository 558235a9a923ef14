import assert from "node:assert/strict";
import { test } from "node:test";
import { testHost } from "@extproto/sdk/testing";
import { own } from "./extension.js";

test("greets by name", async () => {
  const host = await testHost(own);
  const { content } = await host.callTool("greet", { name: "Ada" });
  assert.deepEqual(content, [{ type: "text", text: "Hello, Ada!" }]);
});
