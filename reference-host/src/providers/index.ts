/** Model providers: Anthropic, OpenAI and compatible servers, and the scripted one that needs no network. */
export { type AnthropicOptions, createAnthropicProvider } from "./anthropic.js";
export {
  type Catalogue,
  loadCatalogue,
  type ProviderName,
  providerNames,
  unlistedModel,
} from "./catalogue.js";
export { DEFAULT_IDLE_TIMEOUT_MS } from "./http-call.js";
export { type KeySource, keyVariables } from "./keys.js";
export { createOpenAiProvider, type OpenAiOptions } from "./openai.js";
export { type ResolvedProvider, type ResolveOptions, resolveProvider } from "./resolve.js";
export { parseScript, readScript, type Script } from "./script-file.js";
export { createScriptedProvider, type ScriptedOptions } from "./scripted.js";
export { ProviderSetupError, type SetupErrorCode } from "./setup-error.js";
