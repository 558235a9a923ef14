import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type ResolveOptions, resolveProvider } from "./resolve.js";

/** A home with these files. */
function homeWith(files: Record<string, unknown>): string {
  const home = mkdtempSync(join(tmpdir(), "resolve-"));
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(home, name), typeof content === "string" ? content : JSON.stringify(content));
  }
  return home;
}

/** What is picked; the test's own environment plays no part. */
const pick = async (options: ResolveOptions) => {
  const { provider, model, keySource, baseUrl } = await resolveProvider({ env: {}, ...options });
  return {
    provider: provider.name,
    model: model.id,
    keySource,
    ...(baseUrl === undefined ? {} : { baseUrl }),
  };
};

describe("which provider is used", () => {
  it("is the scripted one where the user asked for nothing", async () => {
    expect(await pick({})).toEqual({ provider: "scripted", model: "scripted", keySource: "none" });
    expect(await pick({ home: homeWith({}) })).toMatchObject({ provider: "scripted" });
  });

  it("is the one that there is a key for", async () => {
    expect(await pick({ env: { OPENAI_API_KEY: "k" } })).toEqual({
      provider: "openai",
      model: "gpt-5",
      keySource: "environment",
    });
    expect(await pick({ env: { MOONSHOT_API_KEY: "k" } })).toMatchObject({
      provider: "kimi",
      model: "kimi-for-coding",
    });
    const home = homeWith({ "auth.json": { openai: { api_key: "k" } } });
    expect(await pick({ home })).toEqual({ provider: "openai", model: "gpt-5", keySource: "auth.json" });
  });

  it("is the first of several with a key, unless config.json prefers another", async () => {
    const env = { ANTHROPIC_API_KEY: "a", OPENAI_API_KEY: "b" };
    expect(await pick({ env })).toMatchObject({ provider: "anthropic" });
    const home = homeWith({ "config.json": { provider: "openai", model: "gpt-4.1" } });
    expect(await pick({ env, home })).toMatchObject({ provider: "openai", model: "gpt-4.1" });
  });

  it("is not the one that config.json prefers where there is no key for it", async () => {
    const home = homeWith({ "config.json": { provider: "openai" } });
    expect(await pick({ home })).toMatchObject({ provider: "scripted" });
  });

  it("is the one that the user names, and an empty variable is no key", async () => {
    expect(await pick({ provider: "anthropic", apiKey: "k" })).toMatchObject({
      provider: "anthropic",
      keySource: "flag",
    });
    await expect(pick({ provider: "openai", env: { OPENAI_API_KEY: "" } })).rejects.toMatchObject({
      code: "PROVIDER_KEY_MISSING",
      hint: expect.stringContaining("OPENAI_API_KEY"),
    });
  });

  it("is the one that offers the named model", async () => {
    expect(await pick({ model: "gpt-4.1", apiKey: "k" })).toMatchObject({
      provider: "openai",
      model: "gpt-4.1",
    });
    await expect(pick({ model: "gpt-4.1" })).rejects.toMatchObject({ code: "PROVIDER_KEY_MISSING" });
  });

  it("is Anthropic's for a key or a server on the command line that is nobody else's", async () => {
    expect(await pick({ apiKey: "k" })).toMatchObject({ provider: "anthropic", keySource: "flag" });
    expect(await pick({ baseUrl: "http://127.0.0.1:1" })).toMatchObject({ provider: "anthropic" });
  });

  it("is the scripted one for a script", async () => {
    const home = homeWith({ "demo.yaml": "- say: hi" });
    const env = { OPENAI_API_KEY: "k" };
    expect(await pick({ script: "demo.yaml", cwd: home, env })).toMatchObject({ provider: "scripted" });
    await expect(pick({ script: "none.yaml", cwd: home })).rejects.toMatchObject({ code: "SCRIPT_INVALID" });
  });

  it("is refused where nobody has that name", async () => {
    await expect(pick({ provider: "acme" })).rejects.toMatchObject({
      code: "PROVIDER_UNKNOWN",
      hint: expect.stringContaining("anthropic, openai, kimi, ollama, scripted"),
    });
  });
});

describe("the server", () => {
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  });

  it.each([
    [{ provider: "anthropic", apiKey: "k" }, "https://api.anthropic.com/v1/messages"],
    [{ provider: "openai", model: "gpt-4.1", apiKey: "k" }, "https://api.openai.com/v1/chat/completions"],
    [{ provider: "openai", model: "gpt-5", apiKey: "k" }, "https://api.openai.com/v1/responses"],
    [{ provider: "kimi", apiKey: "k" }, "https://api.kimi.com/coding/v1/chat/completions"],
    [{ provider: "ollama", model: "llama" }, "http://localhost:11434/v1/chat/completions"],
    [{ provider: "kimi", baseUrl: "http://127.0.0.1:1" }, "http://127.0.0.1:1/v1/chat/completions"],
  ])("for %j is %s", async (options, url) => {
    const fetched = vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("no network in this test"));
    vi.stubEnv("ANTHROPIC_BASE_URL", "http://127.0.0.1:2");
    vi.stubEnv("OPENAI_BASE_URL", "http://127.0.0.1:2");
    const { provider, model } = await resolveProvider({ env: {}, ...options });
    const request = { model, system: "", messages: [], tools: [], maxOutput: 1, reasoning: undefined };
    const call = provider.stream(request, new AbortController().signal)[Symbol.asyncIterator]().next();
    await expect(call).rejects.toMatchObject({
      retryable: true,
      message: expect.stringContaining(`${provider.name}: cannot reach`),
    });
    expect(fetched.mock.calls.map(([asked]) => asked)).toEqual([url]);
  });
});

describe("the key", () => {
  it("is the flag's, else the environment's, else that of auth.json", async () => {
    const home = homeWith({ "auth.json": { anthropic: { api_key: "stored" } } });
    const env = { ANTHROPIC_API_KEY: "environment" };
    const source = async (options: ResolveOptions) =>
      (await pick({ provider: "anthropic", ...options })).keySource;
    expect(await source({ apiKey: "flag", env, home })).toBe("flag");
    expect(await source({ env, home })).toBe("environment");
    expect(await source({ home })).toBe("auth.json");
  });

  it("is not wanted by a server of the user's own", async () => {
    const baseUrl = "http://127.0.0.1:1";
    expect(await pick({ provider: "openai", model: "any", baseUrl })).toEqual({
      provider: "openai",
      model: "any",
      keySource: "none",
      baseUrl,
    });
    expect(await pick({ provider: "ollama", model: "llama" })).toMatchObject({
      provider: "ollama",
      keySource: "none",
    });
    const home = homeWith({
      "models.json": { providers: { openai: { models: [{ id: "local", baseUrl }] } } },
    });
    expect(await pick({ model: "local", home })).toMatchObject({
      provider: "openai",
      baseUrl,
      keySource: "none",
    });
  });

  it("does not appear in the error about a broken auth.json", async () => {
    const home = homeWith({ "auth.json": '{"anthropic":{"api_key":"sk-secret"' });
    const refused = pick({ home });
    await expect(refused).rejects.toMatchObject({ code: "AUTH_FILE_INVALID" });
    await expect(refused).rejects.not.toThrow(/sk-secret/);
  });
});

describe("the model", () => {
  it("has to be named for a provider without a default", async () => {
    await expect(pick({ provider: "ollama" })).rejects.toMatchObject({ code: "MODEL_REQUIRED" });
  });

  it("has to be known, and the error lists those that are", async () => {
    await expect(pick({ model: "gpt-9" })).rejects.toMatchObject({ code: "MODEL_UNKNOWN" });
    await expect(pick({ provider: "anthropic", apiKey: "k", model: "gpt-4.1" })).rejects.toMatchObject({
      code: "MODEL_UNKNOWN",
      hint: expect.stringContaining("claude-haiku-4-5"),
    });
  });

  it("can be changed for another of the provider, and for any of a server of the user's own", async () => {
    const resolved = await resolveProvider({ provider: "openai", apiKey: "k", env: {} });
    expect(resolved.findModel("gpt-4.1").id).toBe("gpt-4.1");
    expect(() => resolved.findModel("claude-haiku-4-5")).toThrow(
      /no model "claude-haiku-4-5" of the provider "openai"/,
    );
    const own = await resolveProvider({
      provider: "openai",
      model: "a",
      baseUrl: "http://127.0.0.1:1",
      env: {},
    });
    expect(own.findModel("b").id).toBe("b");
    expect(own.listModels().at(-1)?.id).toBe("a");
  });

  it("speaks the API of the catalogue at OpenAI, and the chat API at a server of the user's own", async () => {
    const api = async (options: ResolveOptions) =>
      (await resolveProvider({ provider: "openai", model: "gpt-5", apiKey: "k", env: {}, ...options })).model
        .api;
    const baseUrl = "http://127.0.0.1:1";
    const home = homeWith({
      "models.json": { providers: { openai: { models: [{ id: "gpt-5", api: "responses" }] } } },
    });
    expect(await api({})).toBe("responses");
    expect(await api({ baseUrl })).toBeUndefined();
    expect(await api({ baseUrl, home })).toBe("responses");
    expect(await api({ baseUrl, api: "responses" })).toBe("responses");
    expect(await api({ api: "chat" })).toBe("chat");
  });
});

it("refuses a base URL that is none", async () => {
  for (const baseUrl of ["localhost:8080", "not a url", "file:///etc"]) {
    await expect(pick({ provider: "openai", apiKey: "k", baseUrl })).rejects.toMatchObject({
      code: "PROVIDER_BASE_URL_INVALID",
    });
  }
});

it("refuses a config.json that is no object", async () => {
  await expect(pick({ home: homeWith({ "config.json": "[]" }) })).rejects.toMatchObject({
    code: "CONFIG_FILE_INVALID",
  });
});
