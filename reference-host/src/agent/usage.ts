/** Tokens and what they cost. */
import type { ModelEntry, TokenCounts, Usage } from "./contract.js";

/** No tokens at all. */
export const noTokens: TokenCounts = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

/** No tokens and no cost. */
export const noUsage: Usage = { input: 0, output: 0, cache_read: 0, cache_write: 0, cost_usd: 0 };

/** Tokens of one call with what they cost at the model's prices. */
export function priced(tokens: TokenCounts, model: ModelEntry): Usage {
  const { price } = model;
  const millionths =
    tokens.input * price.input +
    tokens.output * price.output +
    tokens.cacheRead * price.cacheRead +
    tokens.cacheWrite * price.cacheWrite;
  return {
    input: tokens.input,
    output: tokens.output,
    cache_read: tokens.cacheRead,
    cache_write: tokens.cacheWrite,
    cost_usd: exact(millionths / 1e6),
  };
}

/** The tokens of two calls together. */
export function tokensOfBoth(one: TokenCounts, other: TokenCounts): TokenCounts {
  return {
    input: one.input + other.input,
    output: one.output + other.output,
    cacheRead: one.cacheRead + other.cacheRead,
    cacheWrite: one.cacheWrite + other.cacheWrite,
  };
}

/** Two usages together. */
export function sum(one: Usage, other: Usage): Usage {
  return {
    input: one.input + other.input,
    output: one.output + other.output,
    cache_read: one.cache_read + other.cache_read,
    cache_write: one.cache_write + other.cache_write,
    cost_usd: exact(one.cost_usd + other.cost_usd),
  };
}

/** Binary fractions would let a long session drift (0.1 + 0.2); a picodollar is finer than any price. */
function exact(dollars: number): number {
  return Math.round(dollars * 1e12) / 1e12;
}
