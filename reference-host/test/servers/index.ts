/** Model servers on loopback that speak the providers' wire formats, for tests of anything above them. */
export { startAnthropicServer } from "./anthropic-server.js";
export { type ModelServer, type RecordedRequest, sse } from "./model-server.js";
export { startOpenAiServer } from "./openai-server.js";
export type { AnswerReply, CallReply, ErrorReply, HangUp, Reply, UsageReply } from "./reply.js";
