import { expect, it, vi } from "vitest";

it("loads no SDK until a model is called, since most commands never call one", async () => {
  const loaded: string[] = [];
  for (const sdk of ["@anthropic-ai/sdk", "openai", "yaml"]) {
    vi.doMock(sdk, () => {
      loaded.push(sdk);
      return {};
    });
  }
  const { resolveProvider } = await import("./index.js");
  const { provider } = await resolveProvider({ provider: "anthropic", apiKey: "key", env: {} });
  await resolveProvider({ provider: "openai", apiKey: "key", env: {} });
  await resolveProvider({ env: {} });
  expect(loaded).toEqual([]);

  const request = {
    model: (await resolveProvider({ env: {} })).model,
    system: "",
    messages: [],
    tools: [],
    maxOutput: 1,
    reasoning: undefined,
  };
  const call = provider.stream(request, AbortSignal.abort())[Symbol.asyncIterator]().next();
  await expect(call).rejects.toThrow();
  expect(loaded).toEqual(["@anthropic-ai/sdk"]);
});
