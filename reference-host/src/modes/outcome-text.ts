/** What an interceptor did, in words for the user. */
import type { ServerEvent } from "@extproto/schemas";

/**
 * The words for an outcome, to stand behind the name of the extension; undefined where it changed nothing. The
 * reason of a block is left out where it is shown anyway: as the error of the turn, or as a note.
 */
export function outcomeText(event: Extract<ServerEvent, { type: "ext_intercept" }>): string | undefined {
  const why = event.reason === undefined ? "" : `: ${event.reason}`;
  switch (event.outcome) {
    case "allowed":
      return undefined;
    case "rewritten":
      return `changed the ${event.event}${why}`;
    case "blocked":
      return `blocked the ${event.event}${event.event === "tool_call" ? why : ""}`;
    case "timed_out":
      return `timed out when asked about ${event.event}`;
    case "crashed":
      return `failed when asked about ${event.event}${why}`;
    default:
      return undefined;
  }
}
