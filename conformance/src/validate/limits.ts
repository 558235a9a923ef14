/** How long a line may be. */
import { limits, type Protocol } from "@extproto/schemas";

/** The most that this command keeps of a line where the protocol sets no limit, in bytes. */
export const readingLimit = 256 * 1024 * 1024;

/** The largest line that a side may write, in bytes with its LF; undefined where the protocol sets no limit. */
export function lineLimit(protocol: Protocol, side: string): number | undefined {
  if (protocol !== "rpc") return limits.extproto_line.bytes;
  return side === "client" ? limits.rpc_client_line.bytes : undefined;
}

/** The largest line that any of the sides may write, or that this command can read. */
export function largestLine(protocol: Protocol, sides: readonly string[]): number {
  return Math.max(...sides.map((side) => lineLimit(protocol, side) ?? readingLimit));
}
