/** Divides a check into parts that together are the whole. */
import { UsageError } from "../cli/usage-error.js";

/** One part of a check: the `index`th of `count`, counting from 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** Reads `2/5`. */
export function parseShard(text: string): Shard {
  const parts = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text);
  const [index, count] = [Number(parts?.[1]), Number(parts?.[2])];
  if (parts === null || index > count)
    throw new UsageError(`--shard takes i/n with i from 1 to n, as in 2/5, not "${text}"`);
  return { index, count };
}

/**
 * The items of a part: every nth. Neighbours, which are about the same subject and take about as long, go to
 * different parts; each item is in exactly one.
 */
export function inShard<T>(items: readonly T[], { index, count }: Shard): readonly T[] {
  return items.filter((_, place) => place % count === index - 1);
}
