/**
 * Embed a coding agent: start a host, send it commands, follow its events.
 *
 * @example
 * ```ts
 * import { startHost } from "@extproto/sdk/rpc";
 *
 * const host = await startHost({ command: ["extproto-host", "rpc"] });
 * for await (const event of host.prompt("What is in this folder?")) {
 *   if (event.type === "text_delta") process.stdout.write(event.delta);
 * }
 * await host.close();
 * ```
 *
 * @packageDocumentation
 */
export { RpcClient, type RpcClientOptions, startHost } from "./client.js";
export { CommandFailed, HostGone } from "./errors.js";
export type { PromptOptions, RpcEvent } from "./events.js";
