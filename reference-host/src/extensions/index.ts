/** The extension manager by itself, for hosts and embedders. */
export type * from "./contract.js";
export { defaultDeadlines } from "./deadlines.js";
export { type DiscoveryOptions, discover, type Found } from "./discovery.js";
export { wellKnownSecrets } from "./environment.js";
export { ExtprotoProcess, type ExtprotoProcessOptions } from "./extproto-process.js";
export { globalExtensions, type HomeOptions, logPath, projectExtensions, zotHome } from "./home.js";
export { hostCapabilities } from "./host-capabilities.js";
export { type ChainOptions, type ChainVerdict, runInterceptChain } from "./intercept-chain.js";
export { createExtensionManager } from "./manager.js";
export { killExtensionProcesses } from "./process-group.js";
