/** One text, every side that may have written it: which sides it fits, or what is wrong for the likeliest one. */
import { createChecker, type Decoded, type Decoder, type FrameError, type Protocol } from "@extproto/schemas";
import type { Finding } from "./finding.js";
import { frameName, type JsonObject } from "./frame-name.js";
import { syntaxError } from "./syntax.js";
import { type Senders, sentByOthers, unknownType, unknownVariant } from "./unknown.js";

/** What the definitions say of a text. */
export interface Judgement {
  readonly verdict: "valid" | "unknown" | "invalid";
  readonly fits: readonly string[];
  readonly frame: string | null;
  readonly findings: readonly Finding[];
  /** Whether the text is JSON at all, so that paths can be found in it. */
  readonly isJson: boolean;
}

/** Judges the text of a line for the given sides, of which there is at least one. */
export type JudgeSides = (text: string, sides: readonly string[]) => Judgement;

interface View {
  readonly side: string;
  readonly decoded: Decoded<JsonObject>;
}

/** Makes the judge of a protocol: a frame is held to the duties of its sender. */
export function createSidesJudge(options: {
  readonly protocol: Protocol;
  readonly strict: boolean;
}): JudgeSides {
  const { protocol, strict } = options;
  const checkers = new Map<string, Decoder<JsonObject>>();
  const checkerOf = (side: string): Decoder<JsonObject> => {
    const checker = checkers.get(side) ?? createChecker({ protocol, from: side, strict });
    checkers.set(side, checker);
    return checker;
  };

  return (text, sides) => {
    const views = sides.map((side) => ({ side, decoded: checkerOf(side)(text) }));
    const judgement =
      valid(protocol, views) ??
      ofUnknownVariant(protocol, views) ??
      invalid(protocol, text, views) ??
      ofUnknownType({ protocol, sides }, views);
    return strict && judgement.verdict === "unknown" ? { ...judgement, verdict: "invalid" } : judgement;
  };
}

function valid(protocol: Protocol, views: readonly View[]): Judgement | undefined {
  const fitting = views.flatMap(({ side, decoded }) =>
    decoded.kind === "frame" ? [{ side, value: decoded.frame }] : [],
  );
  const [first] = fitting;
  if (first === undefined) return undefined;
  return {
    verdict: "valid",
    fits: fitting.map(({ side }) => side),
    frame: frameName(protocol, first.side, first.value),
    findings: [],
    isJson: true,
  };
}

/** A side that has the type but not the variant is a likelier sender than one that has neither. */
function ofUnknownVariant(protocol: Protocol, views: readonly View[]): Judgement | undefined {
  for (const { side, decoded } of views) {
    if (decoded.kind !== "unknown" || decoded.variant === undefined) continue;
    const { type, variant } = decoded;
    return {
      verdict: "unknown",
      fits: [],
      frame: `${protocol}.${side}.${type}`,
      findings: [unknownVariant(protocol, side, { type, variant })],
      isJson: true,
    };
  }
  return undefined;
}

/** Where several sides have the type, the one with the fewest problems is taken to have written it. */
function invalid(protocol: Protocol, text: string, views: readonly View[]): Judgement | undefined {
  const [closest] = views
    .flatMap(({ decoded }) => (decoded.kind === "invalid" ? [decoded] : []))
    .sort((a, b) => a.error.problems.length - b.error.problems.length);
  if (closest === undefined) return undefined;
  const { error, value } = closest;
  const isJson = error.code !== "EXT_NOT_JSON";
  return {
    verdict: "invalid",
    fits: [],
    frame: error.frame ?? null,
    findings: isJson ? withProtocolHint(protocol, error, value) : [syntaxError(text)],
    isJson,
  };
}

/** A frame without a type often belongs to another protocol. */
function withProtocolHint(
  protocol: Protocol,
  error: FrameError,
  value: JsonObject | undefined,
): readonly Finding[] {
  if (error.code !== "EXT_NO_TYPE" || value === undefined) return error.problems;
  const [looksOther, hint] =
    protocol === "dhara"
      ? [typeof value.type === "string", "frames with a type need --protocol extproto or rpc"]
      : ["jsonrpc" in value, "JSON-RPC needs --protocol dhara"];
  return looksOther ? error.problems.map((problem) => ({ ...problem, hint })) : error.problems;
}

function ofUnknownType(senders: Senders, views: readonly View[]): Judgement {
  const [view] = views;
  if (view?.decoded.kind !== "unknown") throw new TypeError("a judgement needs at least one side");
  const { type, value } = view.decoded;
  return {
    // A type from the future may yet be right; one that only the other side sends is not.
    verdict: sentByOthers(senders, type) ? "invalid" : "unknown",
    fits: [],
    frame: null,
    findings: [unknownType(senders, type, value)],
    isJson: true,
  };
}
