import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadCatalogue } from "./catalogue.js";
import { ProviderSetupError } from "./setup-error.js";

/** A home with this models.json. */
function homeWith(models: unknown): string {
  const home = mkdtempSync(join(tmpdir(), "catalogue-"));
  writeFileSync(join(home, "models.json"), typeof models === "string" ? models : JSON.stringify(models));
  return home;
}

describe("the built-in catalogue", () => {
  const catalogue = loadCatalogue();

  it("knows the models of each provider, with their prices", () => {
    expect(catalogue.list("anthropic")).toHaveLength(13);
    expect(catalogue.find("anthropic", "claude-sonnet-4-5")).toEqual({
      provider: "anthropic",
      id: "claude-sonnet-4-5",
      name: "Claude Sonnet 4.5",
      contextWindow: 200_000,
      maxOutput: 64_000,
      reasoning: true,
      price: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
    });
    expect(catalogue.find("openai", "gpt-4o-mini")?.price).toEqual({
      input: 0.15,
      output: 0.6,
      cacheRead: 0.08,
      cacheWrite: 0,
    });
  });

  it("lists the models of a provider in the order of the file", () => {
    const ids = catalogue.list("openai").map((model) => model.id);
    expect(ids.slice(0, 4)).toEqual(["gpt-5", "gpt-5-mini", "gpt-5-nano", "gpt-4.1"]);
  });

  it("has a default for each provider but the one whose models only the user knows, and lists it", () => {
    for (const provider of ["anthropic", "openai", "kimi", "scripted"]) {
      const id = catalogue.defaultModel(provider);
      expect(id && catalogue.find(provider, id), provider).toBeDefined();
    }
    expect(catalogue.defaultModel("ollama")).toBeUndefined();
  });
});

describe("the user's models.json", () => {
  it("adds models behind the built-in ones", () => {
    const fake = {
      id: "fake-1",
      name: "Fake",
      contextWindow: 100_000,
      maxTokens: 4000,
      reasoning: false,
      priceInput: 1,
      priceOutput: 2,
      priceCacheRead: 0.5,
      priceCacheWrite: 4,
    };
    const catalogue = loadCatalogue({ home: homeWith({ providers: { anthropic: { models: [fake] } } }) });
    expect(catalogue.list("anthropic").at(-1)).toEqual({
      provider: "anthropic",
      id: "fake-1",
      name: "Fake",
      contextWindow: 100_000,
      maxOutput: 4000,
      reasoning: false,
      price: { input: 1, output: 2, cacheRead: 0.5, cacheWrite: 4 },
    });
    expect(catalogue.list("anthropic")).toHaveLength(14);
  });

  it("changes a built-in model field by field and leaves it in its place", () => {
    const home = homeWith({
      providers: {
        openai: { default: "o3", models: [{ id: "o3", priceInput: 9, baseUrl: "http://127.0.0.1:1" }] },
      },
    });
    const catalogue = loadCatalogue({ home });
    expect(catalogue.find("openai", "o3")).toMatchObject({
      name: "o3",
      maxOutput: 100_000,
      price: { input: 9, output: 8 },
      baseUrl: "http://127.0.0.1:1",
    });
    expect(catalogue.list("openai").map((model) => model.id)).toEqual(
      loadCatalogue()
        .list("openai")
        .map((model) => model.id),
    );
    expect(catalogue.defaultModel("openai")).toBe("o3");
  });

  it("may use the other names of a provider", () => {
    const home = homeWith({
      providers: { "openai-responses": { models: [{ id: "r" }] }, moonshot: { models: [{ id: "k" }] } },
    });
    const catalogue = loadCatalogue({ home });
    expect(catalogue.find("openai", "r")).toMatchObject({ api: "responses", name: "r" });
    expect(catalogue.find("kimi", "k")).toBeDefined();
  });

  it("may say once for all models of a provider where they are", () => {
    const home = homeWith({
      providers: { openai: { baseUrl: "http://127.0.0.1:1", models: [{ id: "local" }] } },
    });
    expect(loadCatalogue({ home }).find("openai", "local")?.baseUrl).toBe("http://127.0.0.1:1");
  });

  it("is used without the providers that this host does not know, and the user is told", () => {
    const catalogue = loadCatalogue({
      home: homeWith({ providers: { "acme-ai": { models: [{ id: "x" }] } } }),
    });
    expect(catalogue.list()).toEqual(loadCatalogue().list());
    expect(catalogue.warnings).toEqual([expect.stringContaining('no provider is called "acme-ai"')]);
  });

  it("is used without what is misspelt in it, and the user is told where and what was meant", () => {
    const home = homeWith({
      provider: {},
      providers: { opnai: {}, openai: { base_url: "x", models: [{ id: "o3", contxtWindow: 1 }] } },
    });
    const at = (text: string) => `${join(home, "models.json")}: ${text}`;
    expect(loadCatalogue({ home }).warnings).toEqual([
      at('provider is not known and has no effect; did you mean "providers"?'),
      at('providers.openai.base_url is not known and has no effect; did you mean "baseUrl"?'),
      at(
        'providers.openai.models[0].contxtWindow is not known and has no effect; did you mean "contextWindow"?',
      ),
      at('providers.opnai: no provider is called "opnai"; its models are left out; did you mean "openai"?'),
    ]);
  });

  it.each([
    ["{", "JSON"],
    [[], "the file is not an object"],
    [{ providers: { openai: { models: {} } } }, "providers.openai.models is not an array"],
    [{ providers: [] }, "providers is not an object"],
    [{ anthropic: { models: [] } }, 'it has no "providers", which everything else stands in, but anthropic'],
    [{ providers: { openai: "gpt" } }, "providers.openai is not an object"],
    [{ providers: { openai: { models: ["gpt"] } } }, "providers.openai.models[0] is not an object"],
    [{ providers: { openai: { baseUrl: 7 } } }, "providers.openai.baseUrl is not a string"],
    [{ providers: { openai: { models: [{ name: "x" }] } } }, "providers.openai.models[0].id is not a name"],
    [
      { providers: { openai: { models: [{ id: "x", priceInput: "1" }] } } },
      "providers.openai.models[0].priceInput is not a number of at least 0",
    ],
    [
      { providers: { openai: { models: [{ id: "x", api: "soap" }] } } },
      "providers.openai.models[0].api is not one of chat, responses",
    ],
  ])("is refused with the place of the mistake: %j", (models, reason) => {
    const load = () => loadCatalogue({ home: homeWith(models) });
    expect(load).toThrow(ProviderSetupError);
    expect(load).toThrow(
      expect.objectContaining({ code: "MODELS_FILE_INVALID", message: expect.stringContaining(reason) }),
    );
  });
});
