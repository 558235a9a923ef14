/** Redirects: the request carries the key and the conversation, and goes nowhere but where the user said. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { ProviderError } from "../../src/agent/contract.js";
import type { ModelServer } from "../servers/index.js";
import { collect, requestOf, wires } from "./wires.js";

let elsewhere: ModelServer;
let redirecting: Server;
afterEach(async () => {
  redirecting.closeAllConnections();
  redirecting.close();
  await elsewhere.close();
});

async function startRedirecting(status: number, location: (path: string) => string): Promise<string> {
  redirecting = createServer((request, response) => {
    response.writeHead(status, { location: location(request.url ?? "") }).end();
  });
  redirecting.listen(0, "127.0.0.1");
  await once(redirecting, "listening");
  return `http://127.0.0.1:${(redirecting.address() as AddressInfo).port}`;
}

describe.each(wires)("$title", (wire) => {
  it.each([301, 302, 303, 307, 308])(
    "does not follow HTTP %i, and says where it leads and what to do",
    async (status) => {
      elsewhere = await wire.start([{ say: "stolen" }]);
      const url = await startRedirecting(status, (path) => `${elsewhere.url}${path}`);
      const stream = wire
        .provider(url, { apiKey: "secret" })
        .stream(requestOf(wire, "private"), AbortSignal.timeout(60_000));
      const { events, error } = await collect(stream);
      expect(events).toEqual([]);
      expect(elsewhere.requests).toEqual([]);
      expect(error).toBeInstanceOf(ProviderError);
      const base = wire.title === "anthropic" ? elsewhere.url : `${elsewhere.url}/v1`;
      expect(error).toMatchObject({
        retryable: false,
        message: `${wire.model.provider}: the server sends the request on to ${elsewhere.url}${wire.path}, and redirects are not followed (the request carries the API key and the conversation; if they are meant to go there, give --base-url ${base})`,
      });
    },
  );

  it("does not follow one within the server either", async () => {
    elsewhere = await wire.start([]);
    const url = await startRedirecting(307, () => "/other/");
    const { error } = await collect(
      wire.provider(url).stream(requestOf(wire, "private"), AbortSignal.timeout(60_000)),
    );
    expect(error).toMatchObject({
      message: expect.stringContaining(`sends the request on to ${url}/other/,`),
    });
  });
});
