/** The model server: plays a script to a host, on loopback, in the wire format that the host speaks. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { ModelTurn } from "../../case/format.js";
import { plain, type Transform } from "../../run/transform.js";
import { anthropic } from "./anthropic.js";
import { asObject, type NeutralRequest } from "./neutral.js";
import { openaiChat } from "./openai-chat.js";
import { openaiResponses } from "./openai-responses.js";
import { planAnswer } from "./script.js";
import { eventPieces, streamPieces } from "./stream-bytes.js";
import type { StreamEvent, Wire } from "./wire.js";

const wires: readonly Wire[] = [anthropic, openaiChat, openaiResponses];

/** How a model server is started. */
export interface ModelServerOptions {
  /** The answers, one for each request. Behind the last one the server says `lastWord`. */
  readonly script: readonly ModelTurn[];
  /** Called when a request has been read, before it is answered. */
  readonly onRequest: (request: NeutralRequest) => void;
  /** Called when the host gave up a request that was not fully answered. */
  readonly onHangUp?: () => void;
  /** How events are put into bytes; plainly unless given. */
  readonly transform?: Transform;
}

/** A running model server. */
export interface ModelServer {
  /** Without a path; hosts add the one of their wire format. */
  readonly url: string;
  /** Lets the answer that is held back go on, now or as soon as there is one. */
  go(): void;
  /** From now on every request is refused and every open one broken off, so that the host can end. */
  refuseAll(): void;
  close(): Promise<void>;
}

/** What the model says when the script is over. A host that asks again shows in the trace. */
export const lastWord = "The script is over.";

/** Starts a server on a free port of the loopback interface. */
export async function startModelServer(options: ModelServerOptions): Promise<ModelServer> {
  const held: (() => void)[] = [];
  let released = 0;
  let answered = 0;
  let called = 0;
  let refusing = false;
  const { transform = plain } = options;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    const wire = wires.find((candidate) => candidate.matches(path));
    const body = await readBody(request);
    if (request.method !== "POST" || wire === undefined) {
      // Hosts may look for a list of models; they get none.
      return sendJson(response, 404, { error: { message: "not found" } });
    }
    const neutral = wire.read(asObject(JSON.parse(body)), keyOf(request));
    if (refusing) return sendJson(response, 400, wire.refusal(400, "the case is over"));
    const turn = options.script[answered] ?? { say: lastWord };
    answered += 1;
    options.onRequest(neutral);
    await play({ wire, request: neutral, turn, response });
  }

  async function play(playing: Playing): Promise<void> {
    const { wire, request, turn, response } = playing;
    response.on("close", () => {
      if (!response.writableFinished) options.onHangUp?.();
    });
    const plan = planAnswer(turn, called);
    called += plan.calls.length;
    if (plan.stall === "before") await hold(response);
    if (response.destroyed) return;
    const { failure } = plan;
    if (failure?.kind === "status") {
      return sendJson(response, failure.status, wire.refusal(failure.status, failure.message));
    }
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
    response.socket?.setNoDelay(true);
    response.flushHeaders();
    if (plan.stall === "headers") await hold(response);
    const { head, tail } = wire.write(plan, request);
    await stream(response, head, { pace: plan.pace, transform });
    if (plan.stall === "middle") await hold(response);
    if (failure?.kind === "cut") response.socket?.destroy();
    if (response.destroyed) return;
    const last = failure?.kind === "stream" ? [wire.streamError(failure.message)] : tail;
    await stream(response, last, { pace: plan.pace, transform });
    response.end();
  }

  /** Resolves when the case says so or the host gives up. */
  function hold(response: ServerResponse): Promise<void> {
    if (released > 0) {
      released -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      held.push(resolve);
      response.on("close", () => {
        const place = held.indexOf(resolve);
        if (place !== -1) held.splice(place, 1);
        resolve();
      });
    });
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      // A request that cannot be read is the host's fault; it learns of it as of any refused request.
      if (!response.headersSent) response.writeHead(400);
      response.end(String(error));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    go() {
      const next = held.shift();
      if (next === undefined) released += 1;
      else next();
    },
    refuseAll() {
      refusing = true;
      server.closeAllConnections();
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

interface Playing {
  readonly wire: Wire;
  readonly request: NeutralRequest;
  readonly turn: ModelTurn;
  readonly response: ServerResponse;
}

async function stream(
  response: ServerResponse,
  events: readonly StreamEvent[],
  { pace, transform }: { readonly pace: number; readonly transform: Transform },
): Promise<void> {
  const groups =
    pace > 0 ? events.map((event) => eventPieces(event, transform)) : [streamPieces(events, transform)];
  for (const [index, pieces] of groups.entries()) {
    if (index > 0) await delay(pace);
    for (const piece of pieces) {
      if (response.destroyed) return;
      await new Promise<void>((resolve) => response.write(piece, () => resolve()));
    }
  }
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

function keyOf(request: IncomingMessage): string {
  const key = request.headers["x-api-key"];
  if (typeof key === "string") return key;
  return (request.headers.authorization ?? "").replace(/^Bearer /, "");
}
