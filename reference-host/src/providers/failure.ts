import { ProviderError, type TokenCounts } from "../agent/contract.js";
import type { HttpCall } from "./http-call.js";

/** What is known when a model call fails. */
export interface FailureFacts {
  readonly provider: string;
  /** What was thrown; undefined where the stream ended without a word. */
  readonly error: unknown;
  readonly call: HttpCall;
  readonly usage: TokenCounts | undefined;
  /** Whether the SDK says that the server could not be reached. */
  readonly isConnectionError: boolean;
}

/** The answers that say "not now": trying again may help. */
export const retryableStatus: ReadonlySet<number> = new Set([429, 502, 503, 504, 529]);

/** The status that an error event in the middle of a stream would have had as a response. */
const STATUS_OF_TYPE: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  permission_error: 403,
  not_found_error: 404,
  rate_limit_error: 429,
  rate_limit_exceeded: 429,
  api_error: 500,
  server_error: 500,
  server_is_overloaded: 503,
  slow_down: 503,
  overloaded_error: 529,
};

/** Of the failures that are told in a stream, one more says "try again", whatever its status says as a response. */
const PASSING_TYPE = "server_error";

const NEXT_STEP: Readonly<Record<number, string>> = {
  401: "check the API key (--api-key, the environment variable, or auth.json)",
  403: "the key is not allowed to do this",
  404: "check --model and --base-url",
  413: "the conversation is too long: compact it",
  429: "wait a little, or check the account's limits",
};

/** Turns whatever a model call threw into the error that the agent understands. */
export function toProviderError(facts: FailureFacts): ProviderError {
  const { provider, error, call, usage } = facts;
  if (error instanceof ProviderError) return error;
  const fail = (
    message: string,
    more: { status?: number | undefined; retryable: boolean; retryAfterMs?: number | undefined },
  ) => new ProviderError(`${provider}: ${message}`, { ...more, usage, cause: error });

  if (call.aborted) return fail("aborted", { retryable: false });
  if (call.stalled) {
    const where = call.delivered ? "in the middle of the answer" : "before it answered";
    const message = `the server fell silent for ${call.idleTimeoutMs} ms ${where}`;
    return fail(message, { retryable: !call.delivered });
  }
  if (call.redirect !== undefined) {
    const { origin, pathname } = call.redirect;
    const base = `${origin}${pathname.replace(/(?:\/v1\/messages|\/chat\/completions|\/responses)\/?$/, "")}`;
    const message = `the server sends the request on to ${origin}${pathname}, and redirects are not followed`;
    const next = `the request carries the API key and the conversation; if they are meant to go there, give --base-url ${base}`;
    return fail(`${message} (${next})`, { retryable: false });
  }
  if (call.opened && call.oddAnswer !== undefined) {
    const message = `the server answered with ${call.oddAnswer}, not with a stream of events`;
    return fail(`${message} (check that --base-url is the address of the API)`, { retryable: false });
  }
  if (error === undefined && call.oddEvent !== undefined) {
    return fail(`the server sent an event that is not JSON: ${call.oddEvent}`, { retryable: false });
  }
  if (error === undefined) {
    const message = call.delivered
      ? "the answer ended before it was complete"
      : "the answer ended before it had begun";
    return fail(message, { retryable: !call.delivered });
  }
  if (error instanceof SyntaxError) {
    return fail(`the server sent an event that is not JSON: ${messageOf(error)}`, { retryable: false });
  }
  const told = readApiError(error);
  const status = told.status ?? STATUS_OF_TYPE[told.type ?? ""];
  if (status !== undefined) {
    const kind = told.type === undefined ? "" : ` ${told.type}`;
    const next = NEXT_STEP[status];
    const message = `HTTP ${status}${kind}: ${told.message}${next === undefined ? "" : ` (${next})`}`;
    return fail(message, {
      status,
      retryable: !call.delivered && mayRetry(status, told),
      retryAfterMs: told.retryAfterMs,
    });
  }
  if (call.opened && !told.isApi) {
    const where = call.delivered ? "in the middle of the answer" : "before the answer began";
    return fail(`the connection broke ${where}: ${deepestMessage(error)}`, { retryable: !call.delivered });
  }
  if (facts.isConnectionError) {
    return fail(`cannot reach the server: ${deepestMessage(error)}`, { retryable: !call.delivered });
  }
  return fail(told.type === undefined ? told.message : `${told.type}: ${told.message}`, { retryable: false });
}

interface ApiErrorFacts {
  readonly isApi: boolean;
  readonly status: number | undefined;
  readonly type: string | undefined;
  readonly code: string | undefined;
  readonly message: string;
  readonly shouldRetry: string | null;
  readonly retryAfterMs: number | undefined;
}

function mayRetry(status: number, told: ApiErrorFacts): boolean {
  if (told.shouldRetry === "true") return true;
  if (told.shouldRetry === "false") return false;
  // Out of credit is reported as 429 too, and waiting does not fill the account.
  if (told.code === "insufficient_quota") return false;
  return retryableStatus.has(status) || (told.status === undefined && told.type === PASSING_TYPE);
}

/**
 * Both SDKs keep the parsed body in `error`; Anthropic's is `{type: "error", error: {...}}`, OpenAI's the
 * inner object. Their `message` repeats the status and the raw body, which nobody wants to read.
 */
function readApiError(error: unknown): ApiErrorFacts {
  const api = asRecord(error);
  const body = asRecord(api?.error);
  const inner = asRecord(body?.error) ?? body;
  const status = typeof api?.status === "number" ? api.status : undefined;
  const headers = api?.headers;
  return {
    isApi: status !== undefined || body !== undefined,
    status,
    type: text(inner?.type) ?? text(inner?.code),
    code: text(inner?.code),
    message: text(inner?.message) ?? withoutStatus(messageOf(error), status),
    shouldRetry: headers instanceof Headers ? headers.get("x-should-retry") : null,
    retryAfterMs: headers instanceof Headers ? retryAfter(headers) : undefined,
  };
}

/** `retry-after-ms`, or `retry-after` in seconds or as a date. */
function retryAfter(headers: Headers): number | undefined {
  const exact = Number.parseFloat(headers.get("retry-after-ms") ?? "");
  if (exact >= 0) return exact;
  const given = headers.get("retry-after");
  if (given === null) return undefined;
  const ms = /^[\d.]+$/.test(given) ? Number.parseFloat(given) * 1000 : Date.parse(given) - Date.now();
  return ms >= 0 ? ms : undefined;
}

function withoutStatus(message: string, status: number | undefined): string {
  const bare =
    status !== undefined && message.startsWith(`${status} `) ? message.slice(`${status} `.length) : message;
  return bare.length > 500 ? `${bare.slice(0, 500)}…` : bare;
}

/** "fetch failed" and "terminated" say nothing; the reason is at the end of the chain of causes. */
function deepestMessage(error: unknown): string {
  let deepest = error;
  while (deepest instanceof Error && deepest.cause !== undefined) deepest = deepest.cause;
  // Where a name has several addresses, Node collects one error for each and leaves the message empty.
  if (deepest instanceof AggregateError && deepest.message === "") return deepestMessage(deepest.errors[0]);
  return messageOf(deepest);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function asRecord(value: unknown): Record<string, unknown> | undefined {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
