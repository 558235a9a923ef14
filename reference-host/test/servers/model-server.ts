/** A scripted HTTP server on loopback. The wire formats are in anthropic-server.ts and openai-server.ts. */
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { AnswerReply, ErrorReply, Reply } from "./reply.js";

/** A request that the server got. */
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The parsed JSON body. */
  readonly body: Record<string, unknown>;
  /** Settles when the exchange is over: `aborted` where the client closed the socket before the end. */
  readonly over: Promise<"finished" | "aborted">;
}

/** A running server. */
export interface ModelServer {
  /** Without `/v1`. */
  readonly url: string;
  readonly requests: readonly RecordedRequest[];
  /** The request with this index, as soon as it is there. */
  request(index: number): Promise<RecordedRequest>;
  /** Adds replies to the end of the script. */
  script(...replies: Reply[]): void;
  close(): Promise<void>;
}

/** How a provider writes its answers. */
export interface WireFormat {
  /** The events of the content, and those that close the answer, for the path that was asked. */
  events(reply: AnswerReply, path: string): { content: string[]; closing: string[]; error: string };
  errorBody(reply: ErrorReply): unknown;
}

/** One server-sent event. */
export function sse(data: unknown, event?: string): string {
  const body = typeof data === "string" ? data : JSON.stringify(data);
  return `${event === undefined ? "" : `event: ${event}\n`}data: ${body}\n\n`;
}

/** Starts a server that answers in the given format. */
export async function startModelServer(format: WireFormat, replies: readonly Reply[]): Promise<ModelServer> {
  const script = [...replies];
  const requests: RecordedRequest[] = [];
  const arrivals = new Map<number, PromiseWithResolvers<RecordedRequest>>();
  const arrival = (index: number) => {
    const known = arrivals.get(index) ?? withResolvers<RecordedRequest>();
    arrivals.set(index, known);
    return known;
  };

  const server = createServer(async (incoming, response) => {
    const request = await record(incoming, response);
    const index = requests.push(request) - 1;
    arrival(index).resolve(request);
    const missing: ErrorReply = {
      status: 500,
      message: `the test scripted ${script.length} replies and this is request ${index + 1}`,
    };
    await answer({ format, response, path: request.path, reply: script[index] ?? missing }).catch(
      (error: unknown) => {
        response.destroy(error instanceof Error ? error : new Error(String(error)));
      },
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    request: (index) => arrival(index).promise,
    script: (...more) => void script.push(...more),
    close: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function record(incoming: IncomingMessage, response: ServerResponse): Promise<RecordedRequest> {
  const over = new Promise<"finished" | "aborted">((resolve) => {
    response.once("close", () => resolve(response.writableFinished ? "finished" : "aborted"));
  });
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString("utf8");
  return {
    method: incoming.method ?? "",
    path: incoming.url ?? "",
    headers: incoming.headers,
    body: text === "" ? {} : (JSON.parse(text) as Record<string, unknown>),
    over,
  };
}

interface Exchange {
  readonly format: WireFormat;
  readonly response: ServerResponse;
  readonly path: string;
  readonly reply: Reply;
}

async function answer({ format, response, path, reply }: Exchange): Promise<void> {
  if ("hangUp" in reply) {
    response.destroy();
    return;
  }
  if ("status" in reply) {
    response.writeHead(reply.status, { "content-type": "application/json", ...reply.headers });
    response.end(reply.body ?? JSON.stringify(format.errorBody(reply)));
    return;
  }
  if (reply.holdHeaders === "forever") return;
  await reply.holdHeaders;
  const { content, closing, error } = format.events(reply, path);
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.flushHeaders();
  await write(response, content.join(""), reply.chunkBytes);
  await reply.holdEnding;
  switch (reply.ending ?? "complete") {
    case "complete":
      await write(response, closing.join(""), reply.chunkBytes);
      response.end();
      break;
    case "linger":
      await write(response, closing.join(""), reply.chunkBytes);
      break;
    case "eof":
      response.end();
      break;
    case "cut":
      response.destroy();
      break;
    case "error":
      response.end(error);
      break;
    case "stall":
      break;
  }
}

/** Each piece has left the process before the next is written, so that a destroyed socket loses none. */
async function write(response: ServerResponse, text: string, chunkBytes: number | undefined): Promise<void> {
  const bytes = Buffer.from(text, "utf8");
  const size = chunkBytes ?? Math.max(1, bytes.length);
  for (let from = 0; from < bytes.length; from += size) {
    await new Promise<void>((resolve) => {
      response.write(bytes.subarray(from, from + size), () => resolve());
    });
  }
}

interface PromiseWithResolvers<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
}

function withResolvers<T>(): PromiseWithResolvers<T> {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
